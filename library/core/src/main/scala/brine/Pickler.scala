package brine

import scala.annotation.{implicitAmbiguous, implicitNotFound}
import scala.reflect.ClassTag
import scala.util.NotGiven
import brine.derive.Derive
import brine.picklers.{OpenPicklers, StandardPicklers}
import brine.shape.Shape

/** Reads values of type `A` from a [[PickleReader]].
  *
  * `derives Pickler` gives both directions; a type that may only be read can offer an `Unpickler` alone.
  */
@implicitNotFound(
  "there is no unpickler for ${A}. If the type is yours, add `derives Pickler` to it; if not, write " +
    "`given Pickler[${A}] = Pickler.derived`, or `import brine.auto.given` to derive on the spot"
)
trait Unpickler[A]:
  /** The structure of a value of type `A`, which determines the meaning of its bytes. */
  def shape: Shape

  /** Reads one value from exactly the bytes that [[Pickler.pickle]] wrote. */
  def unpickle(reader: PickleReader): A

  /** Reads a value at a place, null included. */
  private[brine] def getPlace(reader: PickleReader): A = HandwrittenCalls.getPlace(this, reader)

  /** Reads a value that is not null, without a marker. `id` is the slot of its object in the assembly, -1 if nothing
    * refers to it.
    */
  private[brine] def getBody(reader: PickleReader, id: Int): A = HandwrittenCalls.get(this, reader)

  /** Returns an unpickler for values that were written from `writer`, another shape of the type.
    *
    * @throws PickleException.IncompatibleShape if it cannot
    */
  private[brine] def ofShape(writer: Shape): Unpickler[A] =
    if shape.fingerprint == writer.fingerprint then this
    else
      val reason = "a pickler by hand reads only its own version; give it a new version, and read both"
      throw new PickleException.IncompatibleShape(Seq(reason), writer.describe, shape.describe)

  /** Does as [[ofShape]], and caches the result with the type's class where that is possible. */
  private[brine] def ofKnownShape(writer: Shape): Unpickler[A] = ofShape(writer)

  /** Does as [[ofKnownShape]] for a shape in a table of bytes, which `read` decodes and checks. */
  private[brine] def ofShapeTable(fingerprint: Long, table: Array[Byte], read: () => Shape): Unpickler[A] =
    ofShape(read())

object Unpickler extends PicklersAsUnpicklers:
  /** Returns an unpickler for values that were written from another shape of the type: by an older or newer version
    * of its classes. Fields and leaves are matched by name. Added fields need a default, removed ones are skipped,
    * and numbers may become wider (docs/guide/evolution.md). The match is made once per call, so keep the result.
    *
    * {{{ pickle.unpickle[Person](using Unpickler.from(oldShape)) }}}
    *
    * @throws PickleException.IncompatibleShape with every reason why that cannot be done without loss
    */
  def from[A](writer: Shape)(using unpickler: Unpickler[A]): Unpickler[A] = unpickler.ofShape(NotNull(
    writer,
    "a " +
      "shape"
  ))

  /** Found, with [[typeIsMissing2]], where a call names no type. Two candidates are ambiguous, and ambiguity has its
    * own error text.
    */
  @implicitAmbiguous(
    "the type to read is unknown. Name it, `pickle.unpickle[Person]`, `json.read[Person](text)` or " +
      "`Pickle.read[Person](path)`, or declare the result's type: `val person: Person = pickle.unpickle`"
  )
  given typeIsMissing: Unpickler[MissingType] = throw new IllegalStateException("no type")

  /** See [[typeIsMissing]]. */
  given typeIsMissing2: Unpickler[MissingType] = typeIsMissing

  /** Has no values and no pickler: a search that finds it names no type. */
  sealed trait MissingType

/** The last candidate in a search for an [[Unpickler]]. */
sealed trait PicklersAsUnpicklers:
  /** Reads a type with the standard pickler that writes it. A type's own pickler is an unpickler itself: from Scala 3.7
    * on, this candidate and the pickler of a generic class would be ambiguous.
    */
  given fromPickler[A](using NotGiven[OwnPickler[A]], Pickler[A]): Unpickler[A] = summon[Pickler[A]]

/** Turns values of type `A` into calls on a [[PickleBuilder]], and back from a [[PickleReader]].
  *
  * A pickler knows structure, not bytes: one pickler serves every [[PickleFormat]]. Get one by `derives Pickler`,
  * by [[Pickler.derived]] for another library's type, from [[brine.picklers]], or by combining others
  * ([[brine.combine]]).
  *
  * {{{ case class Point(x: Int, y: Int) derives Pickler }}}
  *
  * A handwritten pickler sees no nulls (Brine writes them around it) and puts exactly one value:
  *
  * {{{
  * given Pickler[Celsius] with
  *   def shape = Shape.Custom("Celsius", version = 1)
  *   def pickle(t: Celsius, builder: PickleBuilder) = builder.putDouble(t.degrees)
  *   def unpickle(reader: PickleReader) = Celsius(reader.getDouble())
  * }}}
  *
  * Picklers are invariant, so a more specific one is preferred ("Instant Pickles", section 3.1.4).
  *
  * Laws (`testkit.PicklerLaws`): round trip; reads exactly the bytes that it wrote; its calls match its shape.
  */
@implicitNotFound(
  "there is no pickler for ${A}. If the type is yours, add `derives Pickler` to it; if not, write " +
    "`given Pickler[${A}] = Pickler.derived`, or `import brine.auto.given` to derive on the spot. If a pickler " +
    "exists " +
    "only for a supertype (for List and Either, not for Nil and Right; for an enum, not for its cases), pickle by " +
    "that " +
    "one: `x.pickleAs[Supertype]`, `json.write[Supertype](x)`. For a collection or tuple, the missing pickler is " +
    "that of " +
    "the last type named"
)
trait Pickler[A] extends Unpickler[A], OwnPickler[A]:
  /** Writes one value that is not null. */
  def pickle(value: A, builder: PickleBuilder): Unit

  /** Writes a value at a place, null included. */
  private[brine] def putPlace(value: A, builder: PickleBuilder): Unit =
    HandwrittenCalls.putPlace(this.asInstanceOf[Pickler[Any]], value, builder)

  /** Writes a value that is not null, without a marker. */
  private[brine] def putBody(value: A, builder: PickleBuilder): Unit =
    HandwrittenCalls.put(this.asInstanceOf[Pickler[Any]], value, builder)

  /** Returns the facts that open types need about a class that this pickler writes. */
  private[brine] def subtypeFacts(runtimeClass: Class[?]): SubtypeFacts = SubtypeFacts.Handwritten

object Pickler extends StandardPicklers, AutomaticPicklers:
  /** Returns the pickler of `A`, found by the usual rules for givens. */
  def apply[A](using pickler: Pickler[A]): Pickler[A] = pickler

  /** Returns a pickler of all subtypes of `A` that have their own pickler, wherever they are defined:
    *
    * {{{
    * trait Animal
    * object Animal:
    *   given Pickler[Animal] = Pickler.open
    *
    * final case class Dog(name: String) extends Animal derives Pickler      // in another module
    * }}}
    *
    * A write looks up each object's class in `options.subtypes`; other classes must derive a `Pickler`. A read makes
    * only objects of classes in `options.subtypes`. ("Instant Pickles", sections 3.1.3 and 3.1.4: a dynamic pickler,
    * where [[derived]] makes static ones.)
    */
  def open[A](using base: ClassTag[A]): Pickler[A] = OpenPicklers.of(base.runtimeClass)

  /** Derives a pickler at compile time, or fails to compile with every reason at once. */
  inline def derived[A]: Pickler[A] = ${ Derive.pickler[A] }

/** The permission of `import brine.auto.given`. Any other pickler takes precedence. */
sealed trait AutomaticPicklers:
  inline given automatic[A](using permission: DerivationOnTheSpot[A]): Pickler[A] = ${ Derive.automatic[A] }

/** Derivation's first candidate: a pickler in scope or in the companion of the type itself. The standard picklers are
  * many, and a search tries them one by one. They are in the companion of [[Pickler]], where a search for this type
  * does not look.
  */
private[brine] sealed trait OwnPickler[A]
