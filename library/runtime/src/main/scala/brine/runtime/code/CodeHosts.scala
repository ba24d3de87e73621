package brine.runtime.code

import java.lang.invoke.MethodHandles
import brine.bytecode.Hosts

/** The hosts of the code of runtime picklers. */
private[runtime] object CodeHosts:
  private val hosts = new Hosts(MethodHandles.lookup(), classOf[ObjectCode], classOf[brine.binary.BinaryBuilder])
  export hosts.{of, own}
