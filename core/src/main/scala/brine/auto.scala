package brine

/** `import brine.auto.given` derives a pickler on the spot for every type that can be derived, one's own or a
  * library's. A pickler that the type already has wins: what is imported is only the permission, and the derivation
  * it permits ([[Pickler.automatic]]) has the lowest priority of all.
  *
  * `derives Pickler` is the recommended form: derived once, compiled once.
  */
object auto:
  given permission: DerivationOnTheSpot = new DerivationOnTheSpot()

/** The permission to derive on the spot. (Not a member of [[auto]]: its givens would then be found without import.) */
final class DerivationOnTheSpot private[brine] ()
