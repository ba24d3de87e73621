package brine.model

/** Why a type cannot be derived: one case per mistake. All are collected before any is reported.
  *
  * @param where the type that was being read, and the field if there is one: `Person.friends`
  */
private[brine] enum Problem(val where: String, val text: String):
  case NoPickler(at: String, shown: String, origin: Origin)
      extends Problem(
        at,
        s"there is no pickler for $shown. " + (origin match
          case Origin.Program =>
            s"Add `derives Pickler` to it, or `given Pickler[$shown] = Pickler.derived` if it is not yours"
          case Origin.EnumCase(of) =>
            s"Declare the enum, $of, in its place, and add `derives Pickler` to the enum; or write `given " +
              s"Pickler[$shown] = Pickler.derived`"
          case Origin.Java | Origin.Library => s"Write `given Pickler[$shown] = Pickler.derived`"
        ) + ", or `import brine.auto.given` to derive missing picklers"
      )

  /** A type of the libraries that has fields without picklers, or other `places` that cannot be derived. */
  case Underivable(at: String, shown: String, places: Seq[String])
      extends Problem(
        at,
        s"there is no pickler for $shown, and none can be derived because of ${places.take(3).mkString(", ")}. " +
          s"Instead, ${Problem.viaAnother(shown)}"
      )
  case NeedsEvidence(at: String, shown: String)
      extends Problem(at, s"$shown is a type parameter without a pickler. Add `(using Pickler[$shown])` to the given")
  case OpenType(at: String, shown: String, origin: Origin)
      extends Problem(
        at,
        s"$shown is neither sealed nor a class with instances of its own, so its subclasses are unknown here. " +
          (if origin == Origin.Library then s"Write `given Pickler[$shown] = Pickler.open`, or "
           else "Make it sealed if it is yours, or ") +
          Problem.viaAnother(shown)
      )
  case OpenJavaType(at: String, shown: String, origin: Origin)
      extends Problem(
        at,
        s"$shown is an interface or abstract class of Java's whose subclasses are unknown" +
          (if origin == Origin.Library then s". Write `given Pickler[$shown] = Pickler.open`, or "
           else
             ": it is not sealed, or it is compiled together with this code and has no class file yet. Make it " +
               "sealed and compile it " +
               "before, or use `Pickler.open`, or "
          ) + Problem.viaAnother(shown)
      )
  case FunctionType(at: String, shown: String)
      extends Problem(
        at,
        s"$shown is a function, and functions are not data. Keep the function's inputs as fields instead"
      )
  case StructuralType(at: String, shown: String)
      extends Problem(
        at,
        s"$shown is a structural type, and its members are unknown at run time. Name it as a trait or class"
      )
  case NotAClassType(at: String, shown: String)
      extends Problem(at, s"$shown is not a class. Write a `given Pickler[$shown]` by hand")
  case UnionType(at: String, shown: String, reason: String)
      extends Problem(
        at,
        s"$shown is a union, of which each type needs a pickler and a class of its own: $reason. Write a `given " +
          s"Pickler[$shown]` by hand"
      )
  case NoObjects(at: String, shown: String)
      extends Problem(
        at,
        s"$shown is the type of no object: of `Nil`, `None` or null where no other type is named. Name the type, as " +
          "in `List.empty[Int]`"
      )
  case AbstractType(at: String, shown: String)
      extends Problem(
        at,
        s"$shown is an abstract type, so its objects are unknown here. Have a `given Pickler[$shown]` in scope, or " +
          "make " +
          "it a type parameter"
      )
  case SingleValue(at: String, shown: String, widened: String)
      extends Problem(
        at,
        s"$shown is the type of one value, and a pickle could hold another. Declare it as $widened, or write a " +
          s"`given Pickler[$shown]` by hand"
      )
  case InnerClass(at: String, shown: String, outer: String, origin: Origin)
      extends Problem(
        at,
        s"$shown is a class inside the class $outer, and its objects refer to an object of $outer that is not part " +
          "of the pickle. " +
          (if origin == Origin.Library then "Write" else s"Move $shown into an object, or write") +
          s" a `given Pickler[$outer#$shown]` by hand"
      )
  case NamedTuple(at: String, shown: String)
      extends Problem(at, s"$shown is a named tuple, whose names are unknown at run time. Make it a case class")
  case NarrowLeaves(at: String, leaves: Seq[String], name: String, arity: Int)
      extends Problem(
        at,
        s"${leaves.mkString(" and ")} ${if leaves.length == 1 then "extends" else "extend"} $name for certain type " +
          "arguments only, so a " +
          "pickle could be read as a type that it does not have. In place of `derives Pickler`, write `given " +
          s"Pickler[${Problem.wildcards(name, arity)}] = " +
          s"Pickler.derived` in $name's companion and pickle by it, `x.pickleAs[${Problem.wildcards(name, arity)}]`; " +
          "or write one, with a " +
          s"name of its own, for each type that you use: `given one: Pickler[$name[…]] = Pickler.derived`"
      )
  case ContextParameters(at: String, shown: String, parameters: Seq[String])
      extends Problem(
        at,
        s"$shown's constructor takes `using` parameters that are not fields: ${parameters.mkString(", ")}. Give a " +
          "pickler that " +
          s"takes them from where it is defined: `given (using …): Pickler[$shown] = Pickler[…].imap(…)(…)` (`import " +
          "brine.combine.imap`)"
      )
  case HiddenParameters(at: String, shown: String, parameters: Seq[String], origin: Origin)
      extends Problem(
        at,
        s"$shown's constructor takes ${parameters.map(p => s"'$p'").mkString(" and ")}, which " +
          (if parameters.length == 1 then "is not a field that can be read. "
           else "are not fields that can be read. ") +
          (if origin == Origin.Library then s"Instead, ${Problem.viaAnother(shown)}"
           else
             s"Make ${if parameters.length == 1 then "it a `val`" else "them `val`s"}, or " +
               s"${Problem.viaAnotherOrRuntime(shown)}"
          )
      )
  case HiddenVariables(at: String, shown: String, variables: Seq[String], origin: Origin)
      extends Problem(
        at,
        s"$shown's ${variables.map(v => s"'$v'").mkString(" and ")} can be neither read nor assigned from here, " +
          "being private " +
          "or protected. " + (if origin == Origin.Library then s"Instead, ${Problem.viaAnother(shown)}"
                              else
                                s"Make ${if variables.length == 1 then "it" else "them"} public, " +
                                  (if variables.forall(_.startsWith(s"$shown.")) then
                                     s"add `derives Pickler` to ${Problem.owner(shown, origin)} itself, "
                                   else "") +
                                  s"or ${Problem.viaAnotherOrRuntime(shown)}"
          )
      )
  case HiddenState(at: String, shown: String, origin: Origin)
      extends Problem(
        at,
        s"$shown does not show its fields, like other classes of Java and some of Scala's library. Instead, " +
          (if origin == Origin.Library then Problem.viaAnother(shown) else Problem.viaAnotherOrRuntime(shown))
      )
  case InheritedState(at: String, shown: String, ancestor: String, fields: Seq[String], isOfLibrary: Boolean)
      extends Problem(
        at,
        s"$shown extends $ancestor, whose state would be lost: a derived pickler cannot see " +
          s"${Problem.someOf(fields)}. Extend " +
          "an interface or a class without fields, and keep that state in fields of your own; or " +
          (if isOfLibrary then
             s"write a `given Pickler[$shown]` by `brine.combine.product`, with a `variable` for that state"
           else Problem.viaAnotherOrRuntime(shown))
      )
  case UnreadAncestor(at: String, shown: String, ancestor: String)
      extends Problem(
        at,
        s"$shown extends $ancestor, whose class file is not on the class path or cannot be read, so that its fields " +
          "are unknown. " +
          s"Add that file, or ${Problem.viaAnotherOrRuntime(shown)}"
      )
  case ThrowableState(at: String, shown: String)
      extends Problem(
        at,
        s"$shown is an exception, so its stack trace, cause and suppressed exceptions would be lost. If they are not " +
          "data, let it " +
          s"also extend `scala.util.control.NoStackTrace`; else ${Problem.viaAnother(shown)}"
      )
  case NotAllowed(at: String, shown: String)
      extends Problem(
        at,
        s"$shown is not on the list of classes that may be pickled at run time. Add `classOf[$shown]` to it"
      )
  case OpaqueType(at: String, shown: String, origin: Origin)
      extends Problem(
        at,
        s"$shown is an opaque type, whose underlying type is known only where it is defined. " +
          (if origin == Origin.Library then s"Instead, ${Problem.viaAnother(shown)}"
           else
             s"Give it a pickler in its companion: if the underlying type is String, `given Pickler[$shown] = " +
               "Pickler.string.imap(…)(…)` by " +
               "`brine.combine.imap` (not `Pickler[String]`, which would find itself there)"
          )
      )
  case UnreachableConstructor(at: String, shown: String, origin: Origin)
      extends Problem(
        at,
        s"$shown's constructor cannot be called from here. " +
          (if origin == Origin.Library then s"Instead, ${Problem.viaAnother(shown)}"
           else s"Add `derives Pickler` to ${Problem.owner(shown, origin)} itself, where it can")
      )
  case NoLeaves(at: String, shown: String)
      extends Problem(at, s"$shown is sealed and has no subclasses, so it has no values to pickle")
  case DuplicateLeaves(at: String, shown: String, leaf: String)
      extends Problem(at, s"$shown has two leaves named $leaf, which a pickle could not tell apart. Rename one")
  case DuplicateField(at: String, shown: String, field: String)
      extends Problem(
        at,
        s"$shown has two fields named '$field', one of them a superclass's or trait's variable, which a pickle could " +
          "not tell apart. " +
          "Rename one"
      )
  case DuplicateName(at: String, shown: String, name: String)
      extends Problem(
        at,
        s"in $shown, `@rename` and `@alias` give the name '$name' to two members. Give each its own name"
      )
  case TwoFallbacks(at: String, shown: String, leaves: Seq[String])
      extends Problem(
        at,
        s"$shown has ${leaves.length} leaves with `@fallback`, ${leaves.mkString(" and ")}. Leave one"
      )
  case NeedyFallback(at: String, leaf: String, field: String)
      extends Problem(
        at,
        s"$leaf replaces unknown leaves (`@fallback`), but its constructor needs '$field'. Give '$field' a default"
      )
  case WrongAbsent(at: String, expected: String, found: String)
      extends Problem(
        at,
        s"`@ifAbsent` expects a value of the field's type $expected, found $found. Give a value of type $expected"
      )
  case NoConstantName(at: String, annotation: String)
      extends Problem(
        at,
        s"the arguments of `@$annotation` must be constants, which the derivation can read. Write them out"
      )
  case NoOrder(at: String, shown: String, element: String)
      extends Problem(
        at,
        s"a $shown is sorted, and the order of $element is unknown. Give an `Ordering[$element]` (for a collection " +
          "of " +
          s"Java's, a `Comparator[$element]`, or make $element Comparable), the one by which the collections are made"
      )
  case PolymorphicRecursion(at: String, shown: String)
      extends Problem(
        at,
        s"$shown contains itself with ever larger type arguments, so its derivation would not end. Write a " +
          s"`given Pickler[$shown]` by hand"
      )

private[brine] object Problem:
  private def wildcards(name: String, arity: Int): String = Seq.fill(arity)("?").mkString(s"$name[", ", ", "]")

  private def viaAnother(shown: String): String =
    s"go by a type that has a pickler: `given Pickler[$shown] = Pickler[…].imap(…)(…)` (`import brine.combine.imap`)"

  private def viaAnotherOrRuntime(shown: String): String =
    viaAnother(shown) + ", or make a pickler at run time, which reads the real fields (`brine.runtime`)"

  /** The declaration that takes a clause for a type. */
  private def owner(shown: String, origin: Origin): String = origin match
    case Origin.EnumCase(of) => s"the enum $of"
    case _                   => shown

  /** The first few of a class's fields. */
  private def someOf(fields: Seq[String]): String =
    val first = fields.take(3).map(f => s"'$f'")
    if fields.length > 3 then s"${first.mkString(", ")} and ${fields.length - 3} more fields"
    else if first.length == 1 then s"the field ${first.head}"
    else s"the fields ${first.init.mkString(", ")} and ${first.last}"

  /** The compile error for a root type: every problem at once. */
  def report(root: String, problems: Seq[Problem]): String =
    problems.distinct.map(p => s"  ${p.where}: ${p.text}.").mkString(s"cannot derive Pickler[$root]:\n", "\n", "")
