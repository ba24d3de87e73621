package brine.json.writing.parts

import brine.json.text.{ByteStack, JsonTags}
import brine.shape.Shape

/** Writes the beginnings and ends of collections and maps. */
private[json] class CollectionOutput(output: JsonOutput, rules: WriteRules, rests: RestOutput):
  import CollectionOutput.*
  import JsonOutput.*
  import output.*

  /** For each sequence and mapping around: [[InObject]], [[HasEntries]]. */
  private var someCollections: ByteStack | Null = null

  private def collections: ByteStack =
    if someCollections == null then someCollections = new ByteStack
    someCollections.nn

  private var arrayClass: String | Null = null

  def putArrayClass(shape: Shape.Sequence, name: String): Unit = arrayClass = name

  def beginSequence(): Unit =
    beginCollection(JsonTags.Items)
    out.ready().begin('[')

  def endSequence(): Unit =
    out.end(']')
    endCollection()

  /** Ends the object around a collection that has a number. */
  private def endCollection(notes: Int): Unit = if (notes & InObject) != 0 then out.end('}')

  final def endCollection(): Unit = endCollection(collections.pop())

  def beginMapping(shape: Shape.Mapping, size: Int): Unit =
    if rests.nextRest != null then
      rests.beginRest()
      collections.push(InRest)
    else
      beginCollection(JsonTags.Entries)
      if size > 0 then collections.mark(HasEntries)
      out.ready().begin(if rules.isObject(shape) then '{' else '[')

  final def beginCollection(contents: String): Unit =
    val numbered = isNumbered()
    if numbered || arrayClass != null then
      rules.checkMark(contents)
      out.ready().begin('{')
      if arrayClass != null then writeArrayClass()
      if numbered then writeNumber()
      writeKey(contents)
      collections.push(InObject)
    else collections.push(0)

  private def writeArrayClass(): Unit =
    writeKey(rules.kind)
    writeText(arrayClass.nn)
    arrayClass = null

  def beginKey(shape: Shape.Mapping, index: Int): Unit =
    if rules.isObject(shape) then
      state |= AtKey
      if rests.openMaps.nonEmpty && (collections.top & InRest) != 0 then rests.atRestKey()
    else
      if index > 0 then out.end(']')
      out.ready().begin('[')

  def endMapping(shape: Shape.Mapping): Unit =
    val notes = collections.pop()
    if (notes & InRest) != 0 then rests.endRest()
    else if rules.isObject(shape) then out.end('}')
    else
      if (notes & HasEntries) != 0 then out.end(']') // of the last pair
      out.end(']')
    endCollection(notes)

  /** Returns true if an array that says its class comes next. */
  final def saysClass: Boolean = arrayClass != null

  /** Puts an array of bytes in another form than that of an array of numbers. Returns false, and puts nothing, if it
    * has that form.
    */
  def putsBytes(array: Array[Byte]): Boolean = false

private object CollectionOutput:
  // Bits of the notes about a collection.

  /** A map that is not empty. */
  final val HasEntries = 16

  /** A collection that is a member of an object. */
  final val InObject = 32

  /** A map whose entries are members of the object around it. */
  final val InRest = 64
