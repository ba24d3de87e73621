package brine.run.structures

import java.lang.reflect.{Field, Modifier}
import scala.reflect.NameTransformer
import brine.PickleException
import brine.model.{Family, ForeignClass}

/** Looks for variables that a class of another module has got since the code of a family was compiled: the code would
  * drop them. A class without a pickler of its own has nothing to compare with but its class file.
  */
private[brine] object VariableCheck:
  /** @throws PickleException.OutdatedCode for a variable that the family does not know */
  def apply(of: ForeignClass, c: Class[?], family: Family): Unit =
    var owner: Class[?] | Null = c
    while isUsers(owner) do // loops, since a function's class is made on first use
      val fields = fieldsOf(owner.nn)
      var i = 0
      while i < fields.length do
        val name = nameOf(fields(i))
        if isVariable(fields(i), name) && !of.variables.contains(name) then
          throw new PickleException.OutdatedCode(
            s"the pickler of ${CopyCheck.nameOf(family, 0)}",
            CopyCheck.nameOf(family, of.definition),
            s"$name is a variable of ${owner.nn.getName} now"
          )
        i += 1
      owner = owner.nn.getSuperclass

  private def isUsers(c: Class[?] | Null): Boolean =
    c != null && !c.getName.startsWith("java.") && !c.getName.startsWith("scala.")

  /** None if the class of a field is missing: nothing can be in such a field. */
  private def fieldsOf(c: Class[?]): Array[Field] =
    try c.getDeclaredFields
    catch case _: LinkageError => Array.empty

  /** Parts of lazy values have names with `$`. */
  private def isVariable(f: Field, name: String): Boolean =
    (f.getModifiers & (Modifier.STATIC | Modifier.FINAL | Modifier.TRANSIENT)) == 0 && !f.isSynthetic &&
      name.indexOf('$') < 0

  /** The name in the source. A trait's variable has the trait's name before it. */
  private def nameOf(f: Field): String =
    val name = f.getName
    val prefix = name.lastIndexOf("$$")
    NameTransformer.decode(if prefix < 0 then name else name.substring(prefix + 2))
