package brine.checks.decoupled

import brine.PickleFormat
import brine.graph.decoupled.DecoupledFormat
import brine.testkit.FormatLaws

class DecoupledFormatSuite extends FormatLaws:
  def format: PickleFormat = DecoupledFormat

/** The laws hold with mark words, too. */
class MarkWordsSuite extends FormatLaws:
  def format: PickleFormat = DecoupledFormat.withMarkWords

/** The laws hold where several threads rebuild images and make objects. */
class DecoupledThreadsSuite extends FormatLaws:
  def format: PickleFormat = DecoupledFormat.withExecutor(_.run()).withLeastSlots(0)
