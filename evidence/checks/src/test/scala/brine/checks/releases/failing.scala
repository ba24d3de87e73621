package brine.checks.releases.failing

import brine.checks.releases.refusing.{Email, Percent}
import brine.lock.Generator

object Thrower:
  given Generator[Email] = Generator(_ => throw new IllegalStateException("none"))

object Broken:
  given Generator[Percent] = throw new IllegalStateException("no generator")
