package brine

/** `import brine.auto.given` derives a pickler on the spot for every type that can be derived, one's own or a
  * library's. A pickler that the type already has wins: what is imported is only the permission, and the derivation
  * it permits ([[Pickler.automatic]]) has the lowest priority of all.
  *
  * `derives Pickler` is the recommended form: derived once, compiled once.
  */
object auto:
  /** The permission to derive on the spot. */
  final class Permission private[auto] ()

  given permission: Permission = new Permission()
