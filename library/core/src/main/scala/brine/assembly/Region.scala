package brine.assembly

import brine.plan.Component

/** Objects of one component that are referred to and not complete, from slot `outermost` on. Regions nest as objects
  * do: while objects of an inner one are being read, nothing leads to those of the outer.
  */
private[brine] final class Region(val component: Component, var outermost: Int, val outer: Region | Null):
  private var waiting: DeferredObjects | Null = null

  def settlement(assembly: Assembly): DeferredObjects =
    if waiting == null then waiting = new DeferredObjects(assembly)
    waiting.nn

  def settle(): Unit = if waiting != null then waiting.nn.settle()
