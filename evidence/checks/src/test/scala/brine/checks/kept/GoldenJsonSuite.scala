package brine.checks

import brine.json.JsonFormat

class GoldenJsonSuite extends GoldenCorpus("json", 1, JsonFormat, "txt", bytes => new String(bytes, "UTF-8") + "\n")
