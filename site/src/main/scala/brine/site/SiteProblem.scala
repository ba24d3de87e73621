package brine.site

/** The site cannot be built without losing something. The message says what, and what to do. */
final class SiteProblem(message: String) extends RuntimeException(message)
