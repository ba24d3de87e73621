package brine.runtime.family

import java.lang.invoke.MethodHandles
import scala.collection.{mutable, Iterable}
import scala.runtime.BoxedUnit
import brine.Pickler
import brine.binary.BinaryBuilder
import brine.bytecode.Hosts
import brine.emitted.Emitted
import brine.plan.Plan
import brine.run.PlannedPickler
import brine.runtime.code.ObjectCode
import brine.wire.ByteSink

/** The hosts of the code of runtime picklers. */
private[runtime] object CodeHosts:
  private val hosts = new Hosts(
    MethodHandles.lookup(),
    classOf[ObjectCode],
    PicklerConstants.getClass,
    classOf[Pickler[?]],
    classOf[BinaryBuilder],
    classOf[Emitted[?]],
    classOf[Plan],
    classOf[PlannedPickler[?]],
    classOf[ByteSink],
    classOf[Option[?]],
    classOf[BoxedUnit],
    classOf[Iterable[?]],
    classOf[mutable.Builder[?, ?]]
  )
  export hosts.{of, own}
