package brine.evolve

/** The name that [[brine.Record]] had before it moved to the package of [[brine.Migrations]]. */
type Record = brine.Record
