package brine.site

/** The site cannot be built without losing something. The message names the fault and the cure. */
final class SiteProblem(message: String) extends RuntimeException(message)
