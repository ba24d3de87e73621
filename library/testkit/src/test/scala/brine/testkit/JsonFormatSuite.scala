package brine.testkit

import brine.PickleFormat
import brine.json.JsonFormat

class JsonFormatSuite extends FormatLaws:
  def format: PickleFormat = JsonFormat
  override def separator: Array[Byte] = Array('\n')

class PrettyJsonFormatSuite extends FormatLaws:
  def format: PickleFormat = JsonFormat.Pretty
  override def separator: Array[Byte] = Array('\n')
  override def depth: Int = 1_000
