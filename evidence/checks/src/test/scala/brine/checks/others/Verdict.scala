package brine.checks.others

import brine.*
import brine.checks.AllFormats

/** The outcome for one object in all formats: it came back the same, or was refused before anything was written. */
enum Verdict:
  case Same
  case Refused(why: String)

  /** Neither: written, and then unreadable or different. No sample may have it. */
  case Lost(how: String)

  def word: String = this match
    case Same       => "same"
    case Refused(_) => "refused"
    case Lost(_)    => "lost"

object Verdict:
  val formats: List[PickleFormat] = AllFormats.all

  /** The worst that one of the formats does to `sample`. */
  def of[A](sample: A)(using Pickler[A], PickleOptions): Verdict =
    val verdicts = formats.map(in(_, sample))
    verdicts.find(_.isInstanceOf[Lost]).orElse(verdicts.find(_.isInstanceOf[Refused])).getOrElse(Same)

  private def in[A](format: PickleFormat, sample: A)(using Pickler[A], PickleOptions): Verdict =
    val pickle =
      try Right(sample.pickleIn(format))
      catch case e: PickleException => Left(Refused(e.getMessage))
    pickle.fold(identity, read(format, sample, _))

  private def read[A](format: PickleFormat, sample: A, pickle: Pickle)(using Pickler[A], PickleOptions): Verdict =
    try FieldByField.difference(sample, pickle.unpickle[A]).fold(Same)(where => Lost(s"$format: $where"))
    catch case e: PickleException => Lost(s"$format wrote it and cannot read it: ${e.getMessage}")
