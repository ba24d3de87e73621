package brine.emitted

import brine.internal
import java.util.Comparator
import scala.deriving.Mirror

/** The pickler of one case class. The class itself answers the interpreter's questions, so the macro emits no code for
  * them.
  *
  * @param companion makes its objects: a `Mirror.Product`. Its type is `AnyRef`, since a narrower type would be in each
  *                  class file
  */
@internal
abstract class CaseClassPickler[A](text: String, slotCount: Int, objectClass: Class[?], companion: AnyRef)
    extends DerivedPickler[A](text, slotCount):
  final def classOf(definition: Int): Class[?] = if definition == 0 then objectClass else impossible(definition)
  final def fieldOf(definition: Int, value: AnyRef, field: Int): Any = value.asInstanceOf[Product].productElement(field)
  final def make(definition: Int, fields: Array[AnyRef]): AnyRef =
    companion.asInstanceOf[Mirror.Product].fromProduct(new CaseClassPickler.Fields(fields)).asInstanceOf[AnyRef]

  // Nothing of this is in such a family.
  final def assign(definition: Int, target: AnyRef, field: Int, value: AnyRef): Unit = impossible(definition)
  final def leafOf(definition: Int, value: AnyRef): Int = impossible(definition)
  final def orderOf(definition: Int): Comparator[?] | Null = impossible(definition)

  private def impossible(definition: Int): Nothing = throw new IllegalStateException(s"of definition $definition")

private object CaseClassPickler:
  /** An object's fields, as a companion takes them. */
  private final class Fields(values: Array[AnyRef]) extends Product:
    def productArity: Int = values.length
    def productElement(n: Int): Any = values(n)
    def canEqual(that: Any): Boolean = false
