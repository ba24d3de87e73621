package brine.shape

/** What a floor above keeps with a shape, a plan or a subtype, which cannot name its class. One kind of note has one
  * slot, and the code that fills the slot knows the class.
  */
private[brine] trait Note
