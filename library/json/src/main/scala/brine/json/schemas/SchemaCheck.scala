package brine.json.schemas

import java.lang.reflect.InvocationTargetException
import scala.quoted.*
import scala.reflect.NameTransformer
import brine.derive.CheckLock

/** Compares an interface with its released schemas while a call of [[SchemaLock.check]] is compiled.
  *
  * The interface is a value of an earlier compilation. Its class is on the compiler's class path, and the compiler
  * loads it as it loads the code of a macro. The value's initializer therefore runs inside the compiler.
  */
private[brine] object SchemaCheck:
  /** Expands to nothing, or fails with each break. */
  def check(interface: Expr[SchemaLock.Interface])(using Quotes): Expr[Unit] =
    import quotes.reflect.report
    val lock =
      try CheckLock.lock(quotes)
      catch
        case e: java.io.IOException      => report.errorAndAbort(CheckLock.unreadable(e))
        case e: IllegalArgumentException => report.errorAndAbort(e.getMessage)
    if lock.isEmpty then
      report.errorAndAbort(
        "SchemaLock.check compares with the lock that the compiler is given, and there is none. Add " +
          "`-Xmacro-settings:brine.lock=/path/brine.lock`"
      )
    else
      val problem = SchemaLock.problem(lock.get, "brine.lock", valueOf(interface))
      if problem != null then report.errorAndAbort(problem)
    '{ () }

  private def valueOf(interface: Expr[SchemaLock.Interface])(using Quotes): SchemaLock.Interface =
    import quotes.reflect.*
    val term = stripped(interface.asTerm)
    val member = term.symbol
    val shown = if member.isNoSymbol then interface.show else member.fullName.replace("$", "")
    if !isOfObject(member) then
      report.errorAndAbort(
        s"expected a value that is a member of an object, such as `Api.people`, found `${interface.show}`"
      )
    if member.isDefinedInCurrentRun then
      report.errorAndAbort(
        s"$shown is compiled together with this call, so that the compiler cannot compute it yet. Move the call into " +
          "the tests or " +
          "into another module, or call SchemaLock.verify in a test"
      )
    try
      val module = Class.forName(className(member.owner), true, Thread.currentThread.getContextClassLoader)
      val method = module.getMethod(NameTransformer.encode(member.name))
      method.invoke(module.getField("MODULE$").get(null)).asInstanceOf[SchemaLock.Interface]
    catch
      case e: InvocationTargetException   => report.errorAndAbort(failed(shown, e.getCause))
      case e: ExceptionInInitializerError => report.errorAndAbort(failed(shown, e.getCause))
      case e @ (_: ReflectiveOperationException | _: LinkageError | _: ClassCastException) =>
        report.errorAndAbort(s"$shown cannot be loaded from the compiler's class path: $e")

  private def failed(shown: String, cause: Throwable): String = cause match
    case e: ExceptionInInitializerError => failed(shown, e.getCause)
    case e                              => s"$shown cannot be computed: $e"

  private def stripped(using Quotes)(term: quotes.reflect.Term): quotes.reflect.Term =
    import quotes.reflect.*
    term match
      case Inlined(_, Nil, inner) => stripped(inner)
      case Typed(inner, _)        => stripped(inner)
      case other                  => other

  private def isOfObject(using Quotes)(member: quotes.reflect.Symbol): Boolean =
    import quotes.reflect.*
    member.isTerm && !member.isLocalDummy && member.paramSymss.isEmpty &&
    !member.flags.is(Flags.Module) && objectsAround(member.owner).exists(_.nonEmpty)

  /** The objects from the outermost to this one; none if a class or a method is among them. */
  private def objectsAround(using Quotes)(owner: quotes.reflect.Symbol): Option[List[quotes.reflect.Symbol]] =
    import quotes.reflect.*
    if owner.flags.is(Flags.Package) then Some(Nil)
    else if owner.isClassDef && owner.flags.is(Flags.Module) then objectsAround(owner.owner).map(_ :+ owner)
    else None

  /** The name of an object's class in class files: `acme.Api$V1$`. */
  private def className(using Quotes)(module: quotes.reflect.Symbol): String =
    val objects = objectsAround(module).get
    val around = objects.head.owner
    val prefix = if around.fullName == "<empty>" || around.fullName == "<root>" then "" else s"${around.fullName}."
    prefix + objects.map(o => s"${NameTransformer.encode(o.name.stripSuffix("$"))}$$").mkString
