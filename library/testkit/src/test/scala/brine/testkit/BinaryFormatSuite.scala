package brine.testkit

import brine.PickleFormat
import brine.binary.BinaryFormat

class BinaryFormatSuite extends FormatLaws, Patient:
  def format: PickleFormat = BinaryFormat

class BareFormatSuite extends FormatLaws, Patient:
  def format: PickleFormat = BinaryFormat.Bare
