package brine.json.writing.parts

import brine.json.looks.{FamilyLook, LeafNames}
import brine.json.text.JsonTags
import java.nio.charset.StandardCharsets.US_ASCII
import brine.shape.Shape

/** Writes the leaves of sealed families in a dialect. */
private[json] final class DialectLeafOutput(output: JsonOutput, rules: DialectWriteRules, scalars: DialectScalarOutput)
    extends LeafOutput(output, rules, scalars):
  import JsonOutput.*
  import output.*
  import rules.{activate, check, lookOf, root, scopes}

  override def beginLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val look = lookOf(shape)
    check(look, shape)
    rules.enter(look.dialect)
    if leaf == shape.fallback && beginsKept(shape) then ()
    else if look.isContent(leaf) then beginPart(look, leaf)
    else if look.isMember then
      val numbered = isNumbered()
      beginMember(look, leaf)
      rules.nameLeaf(shape.leafShapes(leaf))
      if numbered then writeNumber()
      if shape.leafShapes(leaf).hasMembers then state = Opened else writeKey(JsonTags.Value)
    else if look.isWrapper then
      beginWrapper(nameOf(shape, leaf), shape.leafShapes(leaf).hasMembers && !look.isValue(leaf))
    else if look.isPair then beginPair(leaf)
    else beginUntagged()

  /** `{"type":"Circle"` */
  private def beginMember(look: FamilyLook, leaf: Int): Unit =
    out.ready().begin('{')
    writeKey(rules.kind)
    if leaf != look.shape.fallback then out.raw(look.tagged(leaf))
    else
      val name = nameOf(look.shape, leaf)
      if look.areLiterals && LeafNames.isLiteral(name) then out.raw(name.getBytes(US_ASCII)) else writeText(name)

  /** The object itself is inside, with its number. */
  def beginWrapper(name: String, isClass: Boolean): Unit =
    val numbered = isNumbered()
    out.ready().begin('{')
    writeKey(name)
    if isClass then
      out.ready().begin('{')
      if numbered then writeNumber()
      state = Opened
    else if numbered then state = Numbered

  /** The number comes before the value, whose own number is within it. */
  private def beginPair(leaf: Int): Unit =
    val numbered = isNumbered()
    out.ready().begin('[')
    out.ready().number(leaf)
    if numbered then state = Numbered

  private def beginUntagged(): Unit =
    val numbered = isNumbered()
    out.ready().begin('{')
    if numbered then writeNumber()
    state = Opened

  override def endLeaf(shape: Shape.Sum, leaf: Int): Unit =
    val look = lookOf(shape)
    if kept != null then kept = null
    else if look.isContent(leaf) then endPart()
    else if look.isPair then out.end(']')
    else if look.isWrapper || look.isMember && !shape.leafShapes(leaf).hasMembers then out.end('}')
    rules.leave()

  override def putSingleton(shape: Shape.Sum, leaf: Int): Unit =
    val look = lookOf(shape)
    val around = rules.forms
    if scopes != null then activate(root.of(look.dialect))
    putSingleton(shape, leaf, look)
    activate(around)

  private def putSingleton(shape: Shape.Sum, leaf: Int, look: FamilyLook): Unit =
    if shape.nullLeaf >= 0 then putPatch(shape, leaf)
    else if isKey() then writeKey(if look.isNumbered then leaf.toString else look.names(leaf))
    else if look.isNumbered then out.ready().number(leaf)
    else if look.hasTexts then out.raw(look.quoted(leaf))
    else
      if look.isMember then beginMember(look, leaf)
      else
        out.ready().begin('{')
        if look.isWrapper then
          writeKey(look.names(leaf))
          writeEmpty()
      out.end('}')

  override def putObject(shape: Shape.Singleton): Unit =
    if isKey() then writeKey(rules.escapedKey(shape.name)) else writeText(shape.name)
