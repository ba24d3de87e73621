package brine.assembly

/** A value that is not an object of the place's type, but is known to represent one. */
private[brine] trait StandsAnywhere
