package brine.checks.clustered

import java.time.{Instant, LocalDate}
import java.util.UUID
import brine.*
import brine.combine.*
import brine.graph.*
import brine.shape.Shape

/** Types for the tests of rules, with a place of each kind. */
private[clustered] object GraphRulesTypes:
  val Secret = "hunter2"

  def subtypes: PickleOptions =
    PickleOptions(subtypes = Subtypes(Subtype[String], Subtype[java.lang.Integer], Subtype[Name.Thing1]))

  def substituting(rule: PartialFunction[Any, Any]): GraphFormat =
    GraphFormat.withSubstitution(rule.asInstanceOf[PartialFunction[AnyRef, AnyRef]])

  val ofAny: Pickler[Any] = Pickler.open
  val ofAnys: Pickler[List[Any]] = Pickler.list(using ofAny)

  final case class Name(text: String, number: Int = 0) derives Pickler
  object Name:
    final case class Lists(list: List[String]) derives Pickler
    final case class Thing1(a: Int) extends Thing derives Pickler

  trait Thing
  object Thing:
    given Pickler[Thing] = Pickler.open

  sealed trait Colour derives Pickler
  case object Red extends Colour derives Pickler

  final class Variable(var text: String) derives Pickler

  sealed trait Tree derives Pickler
  final case class Leaf(text: String) extends Tree
  final case class Fork(left: Tree, right: Tree) extends Tree

  final case class Email(address: String)
  object Email:
    given Pickler[Email] = Pickler[String].imap(Email(_))(_.address)

  final case class Celsius(degrees: Double)
  object Celsius:
    given Pickler[Celsius] with
      def shape = Shape.Custom("Celsius", version = 1)
      def pickle(t: Celsius, builder: PickleBuilder) = builder.putDouble(t.degrees)
      def unpickle(reader: PickleReader) = Celsius(reader.getDouble())

  /** Its pickler lets another put its part. */
  final class WithPart(val part: String)
  object WithPart:
    given Pickler[WithPart] with
      def shape = Shape.Custom("WithPart", version = 1)
      def pickle(w: WithPart, builder: PickleBuilder) = builder.put(w.part)
      def unpickle(reader: PickleReader) = new WithPart(reader.get[String])

  /** Its pickler puts its string itself. */
  final class Whole(val text: String)
  object Whole:
    given Pickler[Whole] with
      def shape = Shape.Custom("Whole", version = 1)
      def pickle(w: Whole, builder: PickleBuilder) = builder.putString(w.text)
      def unpickle(reader: PickleReader) = new Whole(reader.getString())

  final class Bits(val all: Array[Int])
  object Bits:
    private val ints = new Shape.Sequence("Array", false, () => Shape.Scalar(brine.shape.ScalarKind.Int))
    given Pickler[Bits] with
      def shape = Shape.Custom("Bits", version = 1)
      def pickle(b: Bits, builder: PickleBuilder) = builder.putArray(ints, brine.shape.ScalarKind.Int, b.all)
      def unpickle(reader: PickleReader) =
        new Bits(reader.getArray(ints, brine.shape.ScalarKind.Int).asInstanceOf[Array[Int]])

  object Places:
    private given Pickler[Any] = Pickler.open

    final case class Everywhere(
        field: String,
        list: List[String],
        keys: Map[String, Int],
        values: Map[Int, String],
        option: Option[String],
        tuple: (String, Int),
        array: Array[String],
        nested: List[List[String]],
        set: Set[String],
        javaList: java.util.ArrayList[String],
        variable: Variable,
        tree: Tree,
        by: Email,
        part: WithPart,
        either: Either[String, Int],
        any: Any,
        arrays: Array[Array[String]],
        options: List[Option[String]]
    ) derives Pickler:
      /** All of it as text. */
      def show: List[Any] = List(
        field,
        list,
        keys,
        values,
        option,
        tuple,
        array.toList,
        nested,
        set,
        javaList,
        variable.text,
        tree,
        by,
        part.part,
        either,
        any,
        arrays.toList.map(_.toList),
        options
      )
  import Places.Everywhere

  def everywhere(s: String): Everywhere = Everywhere(
    s,
    List("a", s),
    Map(s -> 1),
    Map(1 -> s),
    Some(s),
    (s, 1),
    Array(s, "b"),
    List(List(s)),
    Set(s, "c"),
    new java.util.ArrayList(java.util.Arrays.asList(s)),
    new Variable(s),
    Fork(Leaf(s), Leaf("x")),
    Email(s),
    new WithPart(s),
    Left(s),
    s,
    Array(Array(s)),
    List(Some(s), None)
  )

  final case class Values(
      int: Int,
      long: Long,
      boolean: Boolean,
      char: Char,
      double: Double,
      decimal: BigDecimal,
      integer: BigInt,
      date: LocalDate,
      instant: Instant,
      id: UUID,
      array: Array[Int],
      celsius: Celsius,
      email: Email
  ) derives Pickler:
    def show: List[Any] =
      List(int, long, boolean, char, double, decimal, integer, date, instant, id, array.toList, celsius, email)

  final case class Old(name: String, extras: Extras = Extras.none) derives Pickler
  final case class New(name: String, mail: String) derives Pickler
