package brine.demo

import brine.Pickler

/** A class of a JDK, with its edges to the classes it is made of; one vertex of a [[JdkGraph]].
  *
  * A plain class: nothing here was written for the sake of being pickled but `derives Pickler`, and `Serializable` for
  * Java serialization. The edges are mutable because the graph is full of cycles, so that no vertex can be built after
  * all its neighbours. Every list is sorted by name, without duplicates.
  *
  * @param name the internal name, such as `java/lang/String`
  * @param access the access flags of the class file
  * @param superclass `null` for `java/lang/Object` alone
  * @param nestHost `null` for a class that hosts its own nest
  * @param signatureTypes the parameters and results of all methods and constructors
  */
final class JdkClass(
    val name: String,
    val access: Int,
    var superclass: JdkClass,
    var interfaces: List[JdkClass],
    var nestHost: JdkClass,
    var nestMembers: List[JdkClass],
    var fieldTypes: List[JdkClass],
    var signatureTypes: List[JdkClass]
) extends java.io.Serializable derives Pickler:

  override def toString: String = name

object JdkClass:
  /** A class without any edge, whose edges are to be set. */
  def alone(name: String, access: Int): JdkClass =
    JdkClass(name, access, null, Nil, null, Nil, Nil, Nil)

/** All classes of a JDK, sorted by name: the root of the graph that the demo writes and reads. */
final class JdkGraph(val vertices: Array[JdkClass]) extends java.io.Serializable derives Pickler
