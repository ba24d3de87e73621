/** Evolution: [[Resolution]] makes a plan that reads the writer's shape and builds the reader's objects. [[Record]]
  * stands for an object whose class is gone, [[Lock]] for all shapes that were released.
  *
  * May use: `brine.plan` and the packages that it may use, `brine.binary`.
  */
package brine.evolve
