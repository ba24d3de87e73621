package brine.evolve

/** Why a value that was written from one shape cannot be read as another: where, what was written, what is expected, and what
  * to do.
  */
private[evolve] final case class Problem(path: String, written: String, expected: String, cure: String):
  def text: String = s"$path: written was $written, expected is $expected; $cure"

private[evolve] object Problem:
  val Cure = "keep the old type, or give the new field another name and a default"
