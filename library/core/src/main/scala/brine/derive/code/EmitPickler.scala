package brine.derive.code

import scala.quoted.*
import brine.{Migrations, PickleBuilder, Pickler, PickleReader}
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.derive.types.ReadType
import brine.emitted.{CaseClassPickler, ConstantsPickler, DerivedPickler}
import brine.model.{FamilyText, Rules}
import brine.run.FieldCalls

/** Puts the emitted parts together. For `case class Person(name: String, since: Int) derives Pickler`:
  * {{{
  * new DerivedPickler[Person]("P Person 2 - name:S since:I", 0):
  *   def findSlot(index: Int)                              = …         // givens of other types
  *   def fieldOf(definition: Int, value: AnyRef, field: Int) = …       // EmitAccess: for the interpreter
  *   def make(definition: Int, fields: Array[AnyRef])      = …
  *   def putFields(fields: FieldCalls, value: AnyRef, builder: PickleBuilder)   = …   // EmitEvents: for any format
  *   def getFields(fields: FieldCalls, reader: PickleReader, id: Int)           = …
  *   def writeBinary(value: Any, builder: BinaryBuilder)                        = …   // EmitWrite
  *   def readBinary(reader: BinaryReader, id: Int)                              = …   // EmitRead
  * }}}
  */
private[brine] final class EmitPickler[Q <: Quotes](quotes: Q, types: ReadType[Q], planned: Rules.Result.Planned):
  private val access = new EmitAccess[Q](quotes, types, planned)
  private val events = new EmitEvents[Q](quotes, types, planned)
  private val write = new EmitWrite[Q](quotes, types, planned)
  private val read = new EmitRead[Q](quotes, types, planned)

  def pickler[A: Type](using Quotes): Expr[Pickler[A]] =
    val text = Expr(FamilyText.render(planned.family.copy(copies = access.copies, foreign = access.foreign)))
    val slots = Expr(planned.slots.length)
    val once = new EmitOnce[Q](quotes)
    if access.isOfConstants && !once.isRunAgain then ofConstants[A](text)
    else
      val pickler = access.plainCaseClass match
        case Some(companion) => ofCaseClass[A](text, slots, companion.asExprOf[AnyRef])
        case None            => ofFamily[A](text, slots)
      once[A](pickler)

  /** An object of the library. Code that may run again has a class, by which its pickler is found again. */
  private def ofConstants[A: Type](text: Expr[String])(using Quotes): Expr[Pickler[A]] =
    '{ new ConstantsPickler[A]($text, Array[AnyRef](${ Varargs(access.constants) }*)) }

  private def ofFamily[A: Type](text: Expr[String], slots: Expr[Int])(using Quotes): Expr[Pickler[A]] =
    '{
      new DerivedPickler[A]($text, $slots):
        protected def findSlot(index: Int): Pickler[?] = ${ access.findSlot('index) }
        def fieldOf(definition: Int, value: AnyRef, field: Int): Any = ${ access.fieldOf('definition, 'value, 'field) }
        def make(definition: Int, fields: Array[AnyRef]): AnyRef = ${ access.make('definition, 'fields) }
        def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit =
          ${ access.assign('definition, 'target, 'field, 'value) }
        override def migrationsOf(definition: Int): Migrations[?] | Null = ${ access.migrationsOf('definition) }
        override def defaultOf(definition: Int, field: Int, earlier: Array[AnyRef]): Any =
          ${ access.defaultOf('definition, 'field, 'earlier) }
        def leafOf(definition: Int, value: AnyRef): Int = ${ access.leafOf('definition, 'value) }
        def classOf(definition: Int): Class[?] = ${ access.classOf('definition) }
        def orderOf(definition: Int): java.util.Comparator[?] | Null = ${ access.orderOf('definition) }
        def putFields(fields: FieldCalls, value: AnyRef, builder: PickleBuilder): Unit =
          ${ events.putFields('fields, 'value, 'builder) }
        def getFields(fields: FieldCalls, reader: PickleReader, id: Int): AnyRef =
          ${ events.getFields('fields, 'reader, 'id) }
        override def writeBinary(value: Any, builder: BinaryBuilder): Unit =
          ${ write.body[A]('value, 'builder) }
        override def readBinary(reader: BinaryReader, id: Int): Any =
          ${ read.body[A]('reader, 'id) }
    }

  /** Emits the smaller pickler of a plain case class. */
  private def ofCaseClass[A: Type](text: Expr[String], slots: Expr[Int], companion: Expr[AnyRef])(using
      Quotes
  ): Expr[Pickler[A]] =
    '{
      new CaseClassPickler[A]($text, $slots, ${ access.rootClass.asExprOf[Class[?]] }, $companion):
        protected def findSlot(index: Int): Pickler[?] = ${ access.findSlot('index) }
        def putFields(fields: FieldCalls, value: AnyRef, builder: PickleBuilder): Unit =
          ${ events.putFields('fields, 'value, 'builder) }
        def getFields(fields: FieldCalls, reader: PickleReader, id: Int): AnyRef =
          ${ events.getFields('fields, 'reader, 'id) }
        override def writeBinary(value: Any, builder: BinaryBuilder): Unit =
          ${ write.body[A]('value, 'builder) }
        override def readBinary(reader: BinaryReader, id: Int): Any =
          ${ read.body[A]('reader, 'id) }
    }
