package brine.json

import brine.json.streams.PartialFields
import scala.compiletime.{constValue, erasedValue, error}
import scala.compiletime.ops.any.==
import scala.deriving.Mirror
import scala.language.dynamics

/** An object of which a part has arrived: [[JsonFormat.readPartial]] passes one on after each field and element.
  *
  * Fields have their types, as options that are empty until the field has arrived. A field that is a collection has the
  * elements that have arrived.
  * {{{
  * format.readPartial[Answer](stream) { answer =>
  *   for title <- answer.title do println(title)     // answer.title is an Option[String]
  *   println(answer.steps.map(_.length))             // answer.steps an Option[List[Step]]
  * }
  * }}}
  * An object does not change, and each has all that the one before it has.
  */
final class JsonPartial[A] private[json] (fields: PartialFields) extends scala.Dynamic:
  /** The value of the field with this number, or the collection of its elements so far; `None` if nothing has arrived.
    */
  def at(field: Int): Option[Any] = fields.at(field)

  /** Returns true if all of the field has arrived. */
  def isComplete(field: Int): Boolean = fields.isComplete(field)

  /** The field with this name. Another name does not compile. */
  transparent inline def selectDynamic[N <: String & Singleton](name: N)(using m: Mirror.ProductOf[A]): Any =
    JsonPartial.select[A, N, m.MirroredElemLabels, m.MirroredElemTypes](this, 0)

  override def toString: String = fields.toString

object JsonPartial:
  /** The field with a name among those from a number on. It is for [[JsonPartial.selectDynamic]]. */
  transparent inline def select[A, N <: String, Labels <: Tuple, Kinds <: Tuple](
      partial: JsonPartial[A],
      index: Int
  ): Any = inline erasedValue[Labels] match
    case _: (label *: labels) =>
      inline erasedValue[Kinds] match
        case _: (kind *: kinds) =>
          inline if constValue[label == N] then partial.at(index).asInstanceOf[Option[kind]]
          else select[A, N, labels, kinds](partial, index + 1)
    case _ => error("the class has no field with this name")
