package brine.demo

/** The stack that a piece of work needed. */
enum Stack:
  case Default, Deep

object Stack:
  val deepBytes: Long = 1L << 30

  /** Does the work in a thread with the default stack size. If that overflows, all is repeated in one with 1 GiB: the
    * same chance for every contender, and none is refused because of its recursion.
    */
  def atNeed[A](work: => A): (A, Stack) =
    try (inThread(0)(work), Default)
    catch case _: StackOverflowError => (inThread(deepBytes)(work), Deep)

  /** @param stackBytes 0 for the default size */
  private def inThread[A](stackBytes: Long)(work: => A): A =
    var outcome: Option[Either[Throwable, A]] = None
    def run(): Unit =
      outcome =
        try Some(Right(work))
        catch case failure: Throwable => Some(Left(failure))
    val thread = Thread(null, () => run(), "contender", stackBytes)
    thread.start()
    thread.join()
    outcome.get.fold(failure => throw failure, identity)
