package brine.plan

/** Replaces an object that is still being read: among the parts of another, and in the table of the objects of a
  * pickle.
  */
private[brine] abstract class Unfinished
