package brine.checks

import brine.binary.BinaryFormat
import brine.testkit.GoldenFiles

class GoldenBinarySuite extends GoldenCorpus("binary", 1, BinaryFormat, "hex", GoldenFiles.hex)
