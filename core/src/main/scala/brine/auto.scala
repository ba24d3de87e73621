package brine

/** `import brine.auto.given` derives a pickler on the spot for every type that can be derived, one's own or a
  * library's. A pickler that the type already has wins: what is imported is only the permission, and the derivation
  * it permits ([[Pickler.automatic]]) has the lowest priority of all.
  *
  * `derives Pickler` is the recommended form: derived once, compiled once.
  */
val auto: Permissions = new Permissions()

/** What [[auto]] holds. (A class, since the compiler would suggest to import the givens of an object wherever a pickler
  * is missing.)
  */
final class Permissions private[brine] ():
  given permission[A]: DerivationOnTheSpot[A] = DerivationOnTheSpot.asInstanceOf[DerivationOnTheSpot[A]]

/** The permission to derive `A` on the spot. (Not a member of [[Permissions]]: it would then be found without import.) */
sealed trait DerivationOnTheSpot[A]

private[brine] object DerivationOnTheSpot extends DerivationOnTheSpot[Nothing]
