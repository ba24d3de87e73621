package brine

/** How the writer's shape travels with a pickle, in formats whose bytes do not contain it (docs/guide/evolution.md).
  * The body does not depend on it.
  */
enum Carriage:
  /** [[Names]] where bytes outlive the program, in files, streams and channels (`x.pickleTo`); else [[Fingerprint]]. */
  case Usual

  /** 8 bytes: the reader must know that shape, by its own class or by its [[History]]. */
  case Fingerprint

  /** The shape itself, as a table of names, once for all that a [[PickleWriter]] writes: a reader needs nothing else.
    */
  case Names
