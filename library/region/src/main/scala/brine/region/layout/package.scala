/** The layouts of objects and the encoding of references. [[StaticLayout]] has the layout in the compiler,
  * [[ObjectLayout]] at run time.
  *
  * May use: `core`, `wire`.
  */
package brine.region.layout
