package brine.derive.types

import scala.quoted.*

/** Finds the fields of classes that Scala 2 compiled.
  *
  * The signatures that Scala 2 keeps in class files have a field's symbol, private to its object, and accessor methods
  * beside it. A blank ends the name of a field that has accessors. A trait has accessors only:
  * {{{
  * class C(val a: Int, var b: Int, c: Int)     trait T { var d = 0 }
  *   fields:  "a "  "b "  "c"
  *   methods: a     b, b_=                       d, d_=
  * }}}
  */
private[brine] final class ReadScala2[Q <: Quotes](val quotes: Q):
  import quotes.reflect.*

  def compiled(c: Symbol): Boolean = c.flags.is(Flags.Scala2x)

  /** The field that holds a constructor's parameter; none if the class does not declare it. */
  def fieldOf(c: Symbol, name: String): Symbol =
    val withAccessor = c.declaredField(name + " ")
    if withAccessor.isNoSymbol then c.declaredField(name) else withAccessor

  /** The method that reads a field or variable which the class declares. */
  def accessor(c: Symbol, name: String): Option[Symbol] =
    c.declaredMethod(name).find(m => isAccessor(m) && m.paramSymss.isEmpty)

  /** The method that assigns the variable which `accessor` reads. */
  def setter(accessor: Symbol): Option[Symbol] = accessor.owner.declaredMethod(accessor.name + "_=").find(isAccessor)

  /** The variables that a class or trait declares, by their accessors, or by their fields where they have none.
    *
    * @param withParameters whether variables that are parameters of the constructor count
    */
  def variables(c: Symbol, withParameters: Boolean): List[Symbol] =
    if c.flags.is(Flags.Trait) then
      c.declaredMethods.filter(m =>
        isAccessor(m) && !m.flags.is(Flags.Deferred) && m.paramSymss.isEmpty && setter(m).isDefined
      )
    else
      val fields =
        c.declaredFields.filter(f => f.flags.is(Flags.Mutable) && (withParameters || !f.flags.is(Flags.ParamAccessor)))
      fields.map(f => accessor(c, f.name.trim).getOrElse(f))

  /** Returns whether a constructor of the class or trait computes a `val` that is not a parameter. */
  def computes(c: Symbol): Boolean =
    def isValue(s: Symbol) = !s.flags.is(Flags.ParamAccessor) && !s.flags.is(Flags.Lazy) && !s.flags.is(Flags.Deferred)
    if c.flags.is(Flags.Trait) then
      c.declaredMethods.exists(m => isAccessor(m) && m.flags.is(Flags.StableRealizable) && isValue(m))
    else c.declaredFields.exists(f => isValue(f) && !f.flags.is(Flags.Mutable))

  private def isAccessor(m: Symbol): Boolean = m.flags.is(Flags.FieldAccessor)
