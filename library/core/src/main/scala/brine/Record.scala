package brine

import brine.shape.Shape

/** An object of a class that is gone: the fields that it had. Collections in it are `collection.Seq`s and
  * `collection.Map`s, arrays of primitives arrays.
  *
  * In the record that a migration gets, an object is of its own class, if today's class leads to a class of this name
  * that can read it ([[Migrations.orFromRecord]]). Other objects are records, too.
  *
  * @param name of the class, or of the leaf
  */
final class Record private[brine] (
    val name: String,
    names: Array[String],
    values: Array[AnyRef],
    private[brine] val shape: Shape
):
  /** Returns a field's value. The caller determines its type.
    *
    * @throws NoSuchElementException for a missing field
    */
  def apply[A](field: String): A =
    val index = names.indexOf(field)
    if index < 0 then throw new Record.NoField(s"$name had no field '$field'; it had ${names.mkString(", ")}")
    values(index).asInstanceOf[A]

  def fieldNames: Seq[String] = names.toSeq

  private[brine] def get(index: Int): AnyRef = values(index)
  private[brine] def put(index: Int, value: AnyRef): Unit = values(index) = value

  /** Shows its fields and their contents to some levels. Shows a part of a large graph, and a cycle once. */
  override def toString: String = RecordText.of(this)

private[brine] object Record:
  /** A migration asks for a field that its record's shape does not have. */
  final class NoField(text: String) extends NoSuchElementException(text)
