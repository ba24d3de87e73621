package brine

import brine.derive.UnionMacros

/** `import brine.auto.given` derives a pickler on the spot for every type that can be derived, one's own or a
  * library's. A pickler that the type already has is preferred. The import is only the permission, and the derivation
  * that it permits ([[Pickler.automatic]]) has the lowest priority of all.
  *
  * `derives Pickler` is the recommended form: derived once, compiled once.
  */
val auto: Permissions = new Permissions()

/** The type of [[auto]]. It is a class, because the compiler would suggest to import the givens of an object wherever
  * a pickler is missing.
  */
final class Permissions private[brine] ():
  given permission[A]: DerivationOnTheSpot[A] = DerivationOnTheSpot.granted

/** The permission to derive `A` on the spot. It is not a member of [[Permissions]], where it would be found without
  * an import.
  */
sealed trait DerivationOnTheSpot[A]

object DerivationOnTheSpot:
  private[brine] object Granted extends DerivationOnTheSpot[Nothing]

  private[brine] def granted[A]: DerivationOnTheSpot[A] = Granted.asInstanceOf[DerivationOnTheSpot[A]]

  /** The pickler of an enum of Java's: its constants by name. The constants exist without any pickle, so nobody has
    * to opt in.
    */
  given javaEnum[E <: java.lang.Enum[E]]: DerivationOnTheSpot[E] = granted

  /** The pickler of the values of an `Enumeration`, by their names. (As a given of [[Pickler]] it would be named in the
    * compiler's error wherever another pickler is missing.)
    */
  given enumerationValue[V <: Enumeration#Value]: DerivationOnTheSpot[V] = granted

  /** The pickler of a set of such values. */
  given enumerationValueSet[V <: Enumeration#ValueSet]: DerivationOnTheSpot[V] = granted

  /** The pickler of a union, made of those of its types. Of other types, the macro ends the search. */
  transparent inline given union[A]: DerivationOnTheSpot[A] = ${ UnionMacros.permission[A] }
