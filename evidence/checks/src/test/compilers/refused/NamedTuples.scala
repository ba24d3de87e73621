package refused

import brine.*

final case class Row(point: (x: Int, y: Int)) derives Pickler
