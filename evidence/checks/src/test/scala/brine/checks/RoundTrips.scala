package brine.checks

import brine.*
import brine.testkit.{GraphIsomorphism, Laws}

/** Values that go out and come back in every way that there is. */
trait RoundTrips extends munit.Assertions:
  def formats: List[PickleFormat]

  /** The possible values of open types. */
  def subtypes: Subtypes = Subtypes.none

  /** These subtypes by names, by numbers, and some by the one and some by the other. */
  private def numberings: List[Subtypes] =
    val names = subtypes.names
    if names.isEmpty then List(subtypes)
    else
      List(
        subtypes,
        subtypes.numberedBy(names),
        subtypes.numberedBy(names.zipWithIndex.collect { case (name, i) if i % 2 == 0 => name })
      )

  /** `verify` gets the result of every format, of emitted code and of the interpreter, with `Sharing.All` and with only
    * tracked objects shared.
    */
  def there[A: Pickler](value: A)(verify: A => Unit)(using munit.Location): Unit =
    for format <- formats; sharing <- List(Sharing.Tracked, Sharing.All); numbering <- numberings do
      val emitted = PickleOptions(sharing = sharing, subtypes = numbering)
      val interpreted = emitted.copy(limits = Limits(emittedDepth = 0))
      val bytes = Laws.write(value, format, emitted)
      assertEquals(Laws.hex(Laws.write(value, format, interpreted)), Laws.hex(bytes), "back ends agree")
      for options <- List(emitted, interpreted) do
        val back = Laws.read[A](bytes, format, options)
        assertEquals(GraphIsomorphism.difference(value, back, emitted), None)
        verify(back)

  /** It comes back in every format, and so it does when any back end takes over at any depth. */
  def inAllBackEnds[A: Pickler](value: A): Unit =
    for format <- formats do
      Laws.roundTrip(value, format)
      Laws.backEndsAgree(value, format)
    Laws.backEndsMakeTheSameCalls(value)
