package brine

/** Refuses a null that a caller gave in place of an argument. */
private[brine] object NotNull:
  /** Returns the argument.
    *
    * @param what the argument, for the error: "the bytes of a pickle"
    * @throws PickleException.NullValue if it is null
    */
  def apply[A](argument: A, what: String): A =
    if argument == null then throw new PickleException.NullValue(s"expected $what, found null")
    argument
