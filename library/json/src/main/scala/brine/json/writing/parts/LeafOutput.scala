package brine.json.writing.parts

import brine.json.dialects.JsonDialect
import brine.json.looks.{FamilyLook, LeafNames, Looks}
import brine.json.text.JsonTags
import brine.{Extras, PickleException}
import brine.shape.{KeptLeaf, Shape}

/** Writes the leaves of sealed families and of unions. */
private[json] class LeafOutput(output: JsonOutput, rules: WriteRules, scalars: ScalarOutput):
  import JsonOutput.*
  import output.*

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    if shape.isUnion then beginPart(Looks.ofFamily(shape, JsonDialect.Default), leaf)
    else if leaf != shape.fallback || !beginsKept(shape) then beginNamed(shape, leaf)

  // ---- leaves that are kept

  /** The class of the fallback that is written as it was read; null if another value is written. */
  final var kept: Shape.Product | Null = null

  /** The type of that leaf. */
  final var keptOf: Shape.Sum = null.asInstanceOf[Shape.Sum]

  private var keptLeaf: Extras.Leaf | Null = null

  final def noteFallback(leaf: Extras.Leaf | Null): Unit = keptLeaf = leaf

  /** Returns true if the fallback is written without a name of its own: as a text, or as any JSON. */
  final def beginsKept(shape: Shape.Sum): Boolean =
    val leaf = shape.leafShapes(shape.fallback)
    val isAlone = keptLeaf != null && keptLeaf.nn.isAlone && (leaf match
      case p: Shape.Product => p.fieldNames.length == 1
      case _                => false
    )
    val isKept = isAlone || shape.keeps == KeptLeaf.Text || shape.keeps == KeptLeaf.Json
    if isKept then
      if (state & Numbered) != 0 then
        throw new PickleException.RuleNotObeyed(s"a leaf that ${shape.name} does not know has no form with a number")
      kept = leaf.asInstanceOf[Shape.Product]
      keptOf = shape
      if isAlone then putKeptText(nameOf(shape, shape.fallback))
    isKept

  /** The name of a leaf: that of the leaf which the fallback has kept, if it is the fallback. */
  final def nameOf(shape: Shape.Sum, leaf: Int): String =
    val replaced = keptLeaf
    keptLeaf = null
    if replaced == null || leaf != shape.fallback then rules.leafName(shape, leaf)
    else
      if rules.isKnown(shape, replaced.nn.name) then throw known(shape, replaced.nn.name)
      replaced.nn.name

  private def known(shape: Shape.Sum, name: String): PickleException =
    new PickleException.RuleNotObeyed(
      s"the fallback of ${shape.name} has the name '${PickleException.quote(name)}', " +
        "and would come back as another leaf"
    )

  final def putKeptText(name: String | Null): Unit =
    if name == null then throw new PickleException.NullValue(s"the fallback of ${keptOf.name} has no text")
    if rules.isKnown(keptOf, name) then throw known(keptOf, name)
    scalars.putString(name)

  /** Begins a value that has the form of its own type. */
  final def beginPart(family: FamilyLook, leaf: Int): Unit =
    if family.problems.nonEmpty then throw new PickleException.UnsupportedType(family.shape.name, family.problems)
    takenKinds = family.takenFrom(leaf)

  final def endPart(): Unit = takenKinds = 0

  private def beginNamed(shape: Shape.Sum, leaf: Int): Unit =
    val numbered = isNumbered()
    val names = LeafNames.of(shape)
    if keptLeaf == null then out.raw(names.begun(leaf))
    else
      open(JsonTags.Type)
      writeText(nameOf(shape, leaf))
    if numbered then writeNumber()
    if names.isObject(leaf) then state = Opened
    else writeKey(JsonTags.Value)

  def endLeaf(shape: Shape.Sum, leaf: Int): Unit =
    if kept != null then kept = null
    else if shape.isUnion then endPart()
    else if !LeafNames.of(shape).isObject(leaf) then out.end('}')

  def putSingleton(shape: Shape.Sum, leaf: Int): Unit =
    if shape.nullLeaf >= 0 then putPatch(shape, leaf)
    else
      beginValue()
      out.raw(LeafNames.of(shape).quoted(leaf))

  final def putPatch(shape: Shape.Sum, leaf: Int): Unit =
    if leaf == shape.nullLeaf then putNothing()
    else
      throw new PickleException.RuleNotObeyed(
        s"${shape.leafNames(leaf)} is a member that is not there: it can be the value of a class's field only, whose " +
          "default it is"
      )

  def putObject(shape: Shape.Singleton): Unit =
    beginValue()
    writeText(shape.name)
