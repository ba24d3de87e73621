package brine.checks

import brine.{PickleOptions, Sharing}
import brine.binary.BinaryFormat
import brine.testkit.GoldenFiles

/** The binary format with `Sharing.All`, which numbers every object and string. */
class GoldenSharingSuite
    extends GoldenCorpus(
      "binary-sharing",
      1,
      BinaryFormat,
      "hex",
      GoldenFiles.hex,
      PickleOptions(sharing = Sharing.All)
    )
