package brine

/** The accelerator of the decoupled format, after "A Specialized Architecture for Object Serialization" (Cereal,
  * ISCA 2020), sections IV to VI.
  *
  * A serialization unit walks the objects of a heap and writes the decoupled arrays. A deserialization unit turns the
  * arrays into an image, 64 bytes at a time. Both speak to memory through one interface. The packages follow the
  * paper's figures: [[brine.accel.memory]] (the interface, the TLB), [[brine.accel.classes]] (the two class tables),
  * [[brine.accel.serialize]] (Fig. 7), [[brine.accel.deserialize]] (Fig. 8) and [[brine.accel.control]] (Fig. 6).
  * [[brine.accel.model]] holds the plain twins that the hardware must agree with, and [[brine.accel.sim]] builds and
  * drives the simulation.
  */
package object accel
