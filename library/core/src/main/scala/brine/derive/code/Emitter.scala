package brine.derive.code

import scala.collection.mutable
import scala.quoted.*
import brine.derive.types.ReadType
import brine.emitted.{CaseClassPickler, DerivedPickler, EmittedFailures}
import brine.model.{ClassFacts, FamilyAnalysis, Rules, StandardClasses, TypeForm, TypeModel, TypePlan, Use}
import brine.shape.ScalarKind

/** The common base of the emitters: the types of definitions, local methods, switches.
  *
  * Local methods divide a family into several methods without the experimental API for classes. The compiler lifts
  * them to static methods of the pickler's class, with the captured variables as parameters.
  */
private[brine] abstract class Emitter[Q <: Quotes](
    val quotes: Q,
    val types: ReadType[Q],
    planned: Rules.Result.Planned
) extends EmitScalars[Q]:
  import quotes.reflect.*

  /** The quotes for trees that depend on no place. Trees with definitions are built under the quotes of their place. */
  protected given outer: Quotes = quotes

  protected val definitions: Vector[TypePlan] = planned.family.definitions
  private val analysis = new FamilyAnalysis(definitions)

  // One by one: `export analysis.*` makes members in an order that differs from one compilation to the next.
  export analysis.{
    firstLateField,
    hasMarker,
    isFlat,
    isMutable,
    isPlainMarker,
    isRecursive,
    isReified,
    isSorted,
    isTakenWhole,
    isToBeChecked,
    isTracked,
    mayBeUnbuilt,
    mayBuildAtOnce,
    takesBytes,
    useOf
  }

  protected def slotKeys: Vector[Int] = planned.slots
  protected def typeOf(definition: Int): TypeRepr = types.typeOf(planned.keys(definition)).asInstanceOf[TypeRepr]
  protected def picklerOf(key: Int): Term = types.picklerOf(key).asInstanceOf[Term]
  protected def orderTerm(definition: Int): Option[Term] =
    types.orderOf(planned.keys(definition)).map(_.asInstanceOf[Term])
  protected def migrationsTerm(definition: Int): Option[Term] =
    types.migrationsOf(planned.keys(definition)).map(_.asInstanceOf[Term])

  private def member(symbol: Symbol, name: String): Symbol =
    types.member(symbol.asInstanceOf[types.quotes.reflect.Symbol], name).asInstanceOf[Symbol]

  private def setter(member: Symbol): Option[Symbol] =
    types.setter(member.asInstanceOf[types.quotes.reflect.Symbol]).map(_.asInstanceOf[Symbol])

  private def saidIfAbsent(tpe: TypeRepr, field: String): Option[Term] =
    types.ifAbsent(tpe.asInstanceOf[types.quotes.reflect.TypeRepr], field).map(_.asInstanceOf[Term])

  protected def factsOf(definition: Int): TypeModel = types(planned.keys(definition))

  /** Returns the owner's symbol under the outer quotes, for which the trees are built. */
  protected def owner(using inner: Quotes): Symbol = inner.reflect.Symbol.spliceOwner.asInstanceOf[Symbol]

  /** The quotes in which trees inside the definition of `symbol` are built. */
  protected def inside(symbol: Symbol)(using place: Quotes): Quotes = symbol.asInstanceOf[place.reflect.Symbol].asQuotes

  /** `val v = value; code(v)` */
  protected def let(value: Term)(code: Quotes ?=> Term => Term)(using Quotes): Term =
    val tpe = withoutNull(value.tpe.widen)
    val symbol = Symbol.newVal(owner, "v", tpe, Flags.Synthetic, Symbol.noSymbol)
    val definition = ValDef(symbol, Some(conforming(value, tpe).changeOwner(symbol)))
    Block(List(definition), code(Ref(symbol)))

  /** `var v = start; code(v)` */
  protected def variable(start: Term)(code: Quotes ?=> Ref => Term)(using Quotes): Term =
    val tpe = withoutNull(start.tpe.widen)
    val symbol = Symbol.newVal(owner, "v", tpe, Flags.Synthetic | Flags.Mutable, Symbol.noSymbol)
    val definition = ValDef(symbol, Some(conforming(start, tpe).changeOwner(symbol)))
    Block(List(definition), code(Ref(symbol)))

  /** Emits `var at = -1; try body catch case e: Exception => throw failure(e, at)`; `body` gets the code that records
    * a number in `at`.
    */
  protected def noting(body: Quotes ?=> (Int => Term) => Term)(
      failure: Quotes ?=> (Expr[Exception], Expr[Int]) => Expr[Throwable]
  )(using Quotes): Term =
    variable(Literal(IntConstant(-1))) { at =>
      val exception = TypeRepr.of[Exception]
      val e = Symbol.newBind(owner, "e", Flags.EmptyFlags, exception)
      val thrown = '{ throw ${ failure(Ref(e).asExprOf[Exception], at.asExprOf[Int]) } }.asTerm
      val handler = CaseDef(Bind(e, Typed(Wildcard(), Inferred(exception))), None, thrown)
      Try(body(i => Assign(at, Literal(IntConstant(i)))), List(handler), None)
    }

  /** A local method. Its body is built once its symbol exists, so that it can call itself. */
  protected final class LocalMethod(
      owner: Symbol,
      val name: String,
      parameters: List[(String, TypeRepr)],
      result: TypeRepr
  ):
    val symbol: Symbol =
      Symbol.newMethod(owner, name, MethodType(parameters.map(_._1))(_ => parameters.map(_._2), _ => result))

    def apply(arguments: Term*): Term = Apply(Ref(symbol), arguments.toList)

    def define(body: Quotes => List[Term] => Term)(using place: Quotes): DefDef =
      DefDef(
        symbol,
        {
          case List(ps) => Some(body(inside(symbol))(ps.map(_.asInstanceOf[Term])).changeOwner(symbol))
          case other    => throw new IllegalStateException(other.toString)
        }
      )

  /** The method that contains emitted code, with the local methods that it is divided into. */
  protected abstract class EmittedMethod(here: Symbol)(using placed: Quotes):
    private val ofDefinition = mutable.Map.empty[Int, LocalMethod]
    private val defined = mutable.ArrayBuffer.empty[DefDef]

    protected final def localMethods: List[DefDef] = defined.toList

    /** `val name = value`, at the start of the method. */
    protected final def constant[A: Type](name: String)(value: Quotes ?=> Expr[A]): ValDef =
      val symbol = Symbol.newVal(here, name, TypeRepr.of[A], Flags.Synthetic, Symbol.noSymbol)
      ValDef(symbol, Some(value.asTerm.changeOwner(symbol)))

    /** The pickler, in a method of it: as a value, and not `this`, so that the methods inside become static. */
    protected final def pickler[A: Type]: ValDef =
      val ofCaseClass = TypeRepr.of[CaseClassPickler[A]]
      // By the class that its class file names anyway.
      val superclass = if here.owner.typeRef <:< ofCaseClass then ofCaseClass else TypeRepr.of[DerivedPickler[A]]
      val symbol = Symbol.newVal(here, "self", superclass, Flags.Synthetic, Symbol.noSymbol)
      ValDef(symbol, Some(This(here.owner)))

    /** The method of a definition, made when first called for: its body may call it. */
    protected final def methodOf(index: Int, name: String, parameters: List[(String, TypeRepr)], result: TypeRepr)(
        body: Quotes ?=> List[Term] => Term
    ): LocalMethod = ofDefinition.getOrElse(
      index, {
        val made = new LocalMethod(here, s"$name$index", parameters, result)
        ofDefinition(index) = made
        define(made)(body)
      }
    )

    protected final def newMethod(name: String, parameters: List[(String, TypeRepr)], result: TypeRepr)(
        body: Quotes ?=> List[Term] => Term
    ): LocalMethod = define(new LocalMethod(here, name, parameters, result))(body)

    private def define(made: LocalMethod)(body: Quotes ?=> List[Term] => Term): LocalMethod =
      defined += made.define(inner => body(using inner))
      made

  /** `scrutinee match case 0 => … case 1 => … case _ => otherwise`: a table switch. */
  protected def switch(scrutinee: Term, cases: Seq[(Int, Term)], otherwise: Term): Term =
    if cases.isEmpty then otherwise
    else
      val arms = cases.toList.map((n, body) => CaseDef(Literal(IntConstant(n)), None, body))
      Match(scrutinee, arms :+ CaseDef(Wildcard(), None, otherwise))

  /** Emits `body` for a definition, by a switch: each in a local method, or inline if they are `short`. In a big
    * family the switch is divided into several methods.
    */
  protected def dispatch(
      definition: Expr[Int],
      name: String,
      parameters: List[(String, TypeRepr)],
      result: TypeRepr,
      arguments: List[Term],
      otherwise: Term,
      areShort: Boolean = false
  )(body: PartialFunction[(Int, TypePlan), Quotes => List[Term] => Term])(using place: Quotes): Expr[Any] =
    val here = owner
    val bodies =
      definitions.zipWithIndex.collect { case (d, index) if body.isDefinedAt((index, d)) => index -> body((index, d)) }
    val methods = mutable.ArrayBuffer.empty[DefDef]
    def method(name: String, parameters: List[(String, TypeRepr)])(body: Quotes => List[Term] => Term): LocalMethod =
      val made = new LocalMethod(here, name, parameters, result)
      methods += made.define(body)
      made
    def arm(index: Int, body: Quotes => List[Term] => Term)(using Quotes): Quotes => List[Term] => Term =
      if areShort || bodies.length == 1 then body
      else
        val made = method(s"$name$index", parameters)(body)
        _ => arguments => made(arguments*)
    def cases(some: Vector[(Int, Quotes => List[Term] => Term)], definition: Term, arguments: List[Term])(using
        inner: Quotes
    ): Term =
      switch(definition, some.map((index, code) => index -> code(inner)(arguments)), otherwise)
    val arms = bodies.map((index, body) => index -> arm(index, body))
    val code =
      if arms.isEmpty then otherwise
      else if arms.length == 1 then
        val (index, code) = arms.head
        If('{ $definition == ${ Expr(index) } }.asTerm, code(place)(arguments), otherwise)
      else if arms.last._1 < Emitter.GroupSize then cases(arms, definition.asTerm, arguments)
      else
        val groups = arms.groupBy(_._1 / Emitter.GroupSize).toVector.sortBy(_._1).map { (number, some) =>
          val group = method(s"${name}g$number", ("definition" -> TypeRepr.of[Int]) :: parameters) { inner => ps =>
            cases(some, ps.head, ps.tail)(using inner)
          }
          number -> group(definition.asTerm :: arguments*)
        }
        switch('{ $definition / ${ Expr(Emitter.GroupSize) } }.asTerm, groups, otherwise)
    Block(methods.toList, code).asExpr

  protected def impossible(index: Expr[Int])(using Quotes): Term =
    '{ throw EmittedFailures.impossible($index) }.asTerm

  /** Returns `C[?]` for a generic class `C[T]`, so that a type test claims no more than it can check. */
  protected def testable(tpe: TypeRepr): TypeRepr = tpe match
    case AppliedType(constructor, arguments) if tpe.typeSymbol != defn.ArrayClass =>
      AppliedType(constructor, arguments.map(_ => TypeBounds.empty))
    case t => t

  protected def cast(value: Term, tpe: TypeRepr): Term =
    TypeApply(Select.unique(value, "asInstanceOf"), List(Inferred(tpe)))

  /** The value as `tpe`, cast where the compiler does not see that: `A | Null` (`-Yexplicit-nulls`), a GADT's leaf. */
  protected def conforming(value: Term, tpe: TypeRepr): Term = if value.tpe <:< tpe then value else cast(value, tpe)

  /** `A` for `A | Null`. */
  protected def withoutNull(tpe: TypeRepr): TypeRepr =
    types.withoutNull(tpe.asInstanceOf[types.quotes.reflect.TypeRepr]).asInstanceOf[TypeRepr]

  protected def nullOf(tpe: TypeRepr): Term = cast(Literal(NullConstant()), tpe)

  protected def boxed(value: Term)(using Quotes): Expr[AnyRef] =
    val any = Typed(value, Inferred(TypeRepr.of[Any])).asExprOf[Any]
    '{ $any.asInstanceOf[AnyRef] }

  protected def isInstance(value: Term, tpe: TypeRepr): Term =
    val tested = if isLocal(tpe.typeSymbol) then unchecked(value) else value
    TypeApply(Select.unique(tested, "isInstanceOf"), List(Inferred(testable(tpe))))

  /** The compiler has one symbol of a class in a method for each call; this test need not distinguish them. */
  protected def isLocal(symbol: Symbol): Boolean =
    !symbol.isNoSymbol && !symbol.flags.is(Flags.Package) && (symbol.owner.isTerm || isLocal(symbol.owner))

  private def unchecked(value: Term): Term =
    Typed(value, Inferred(AnnotatedType(value.tpe.widen, '{ new scala.unchecked }.asTerm)))

  /** The object or enum value of a singleton type. */
  protected def objectOf(tpe: TypeRepr): Term = tpe match
    // An object in a class or trait, seen from within: the compiler makes no path to it.
    case ref: TermRef if isAround(ref.termSymbol.moduleClass) => This(ref.termSymbol.moduleClass)
    case ref: TermRef                                         => Ref.term(ref)
    case other                                                => Ref(other.termSymbol)

  /** Tests if `value` is the leaf `use`. */
  protected def isLeaf(value: Term, key: Int): Term =
    types(key).form match
      case TypeForm.Object =>
        Apply(
          Select.unique(value, "eq"),
          List(cast(objectOf(types.typeOf(key).asInstanceOf[TypeRepr]), TypeRepr.of[AnyRef]))
        )
      case _ => isInstance(value, types.typeOf(key).asInstanceOf[TypeRepr])

  /** The types of a sum's leaves. */
  protected def leafKeys(definition: Int): Vector[Int] = factsOf(definition).form match
    case TypeForm.Sealed(leaves, _) => leaves.map(_.key)
    case other                      => throw new IllegalStateException(other.toString)

  protected def typeOfKey(key: Int): TypeRepr = types.typeOf(key).asInstanceOf[TypeRepr]

  /** The types of a product's fields. */
  protected def fieldKeys(definition: Int): Vector[Int] = factsOf(definition).form match
    case TypeForm.Class(facts) => facts.fields.map(_.key)
    case other                 => throw new IllegalStateException(other.toString)

  protected def field(value: Term, definition: Int, index: Int): Term = factsOf(definition).form match
    case TypeForm.Class(_) if isWideTuple(definition) =>
      cast(
        Apply(Select.unique(cast(value, TypeRepr.of[Product]), "productElement"), List(Literal(IntConstant(index)))),
        typeOfKey(fieldKeys(definition)(index))
      )
    case _ =>
      val selected = selection(value, definition, index)
      val read = if selected.symbol.isDefDef && selected.symbol.paramSymss.nonEmpty then Apply(selected, Nil)
      else selected // a record's accessor
      conforming(read, typeOfKey(fieldKeys(definition)(index)))

  private def selection(value: Term, definition: Int, index: Int): Term = factsOf(definition).form match
    case TypeForm.Class(facts) =>
      val found = member(typeOf(definition).typeSymbol, facts.fields(index).name)
      Select(asOwner(value, definition, found), found)
    case other => throw new IllegalStateException(other.toString)

  /** A superclass's private field is a member of the superclass only. */
  private def asOwner(value: Term, definition: Int, field: Symbol): Term =
    if field.flags.is(Flags.Private) && field.owner != typeOf(definition).typeSymbol then
      cast(value, typeOf(definition).baseType(field.owner))
    else value

  /** `o.field = value` */
  protected def assignment(o: Term, definition: Int, index: Int, value: Term): Term =
    val variable = selection(o, definition, index)
    val assigned = conforming(value, variable.tpe.widenByName)
    setter(variable.symbol) match
      case Some(setter) => Apply(Select(asOwner(o, definition, setter), setter), List(assigned))
      case None         => Assign(variable, assigned)

  /** `new T(arguments…)`, then the `var`s that `isAssigned` are, parameters too: the constructor may change them. */
  protected def construct(definition: Int, values: Vector[Term], isAssigned: Int => Boolean = _ => true)(using
      Quotes
  ): Term =
    val tpe = typeOf(definition)
    factsOf(definition).form match
      case TypeForm.Class(_) if isWideTuple(definition) =>
        val elements = Varargs(values.map(boxed)).asExprOf[Seq[AnyRef]]
        cast('{ scala.runtime.TupleXXL.fromIArray(IArray($elements*)) }.asTerm, tpe)
      case TypeForm.Class(facts) if types.isRecord(tpe.typeSymbol.asInstanceOf[types.quotes.reflect.Symbol]) =>
        tpe.asType match
          case '[t] =>
            EmitRecords[t](facts.fields.map(_.name).toList, values.map(_.asExprOf[Any]).toList)(
              arguments => constructed(definition, facts, arguments.map(_.asTerm).toVector).asExprOf[t],
              (made, i) => field(made.asTerm, definition, i).asExprOf[Any]
            ).asTerm
      case TypeForm.Class(facts) =>
        val built = constructed(definition, facts, values)
        val variables = facts.fields.indices.toList.filter(i => facts.fields(i).isMutable && isAssigned(i))
        if variables.isEmpty then built
        else let(built)(o => Block(variables.map(i => assigned(o, definition, i, values(i))), o))
      case other => throw new IllegalStateException(other.toString)

  /** The box of a value class may be null as yet, for which the compiler looks in a variable only. */
  private def assigned(o: Term, definition: Int, i: Int, value: Term)(using Quotes): Term =
    val isUnboxed = types.isValueClass(value.tpe.asInstanceOf[types.quotes.reflect.TypeRepr])
    if isUnboxed then let(value)(assignment(o, definition, i, _)) else assignment(o, definition, i, value)

  private def constructed(definition: Int, facts: ClassFacts, values: Vector[Term])(using Quotes): Term =
    val tpe = typeOf(definition)
    val constructor = types.constructor(tpe.asInstanceOf[types.quotes.reflect.TypeRepr]).asInstanceOf[Symbol]
    val applied = tpe match
      case AppliedType(generic, arguments) =>
        val proper = arguments.map { case TypeBounds(_, high) => high; case argument => argument }
        Select(New(Inferred(generic.appliedTo(proper))), constructor).appliedToTypes(proper)
      case _ => Select(New(Inferred(tpe)), constructor)
    withArguments(tpe, constructor, facts, values.take(facts.parameterCount)) { arguments =>
      val lists = constructor.paramSymss.filterNot(_.exists(_.isType)).iterator.map(_.length)
      val left = arguments.iterator
      lists.foldLeft(applied: Term)((f, count) => Apply(f, passed(f, List.fill(count)(left.next()))))
    }

  /** Arguments as the parameters of `f` take them; `x*` for one that is repeated. */
  private def passed(f: Term, arguments: List[Term]): List[Term] = f.tpe.widen match
    case MethodType(_, parameters, _) =>
      arguments.zip(parameters).map { (argument, parameter) =>
        parameter.widenByName match
          case AppliedType(repeated, List(element)) if repeated.typeSymbol == defn.RepeatedParamClass =>
            Typed(conforming(argument, TypeRepr.of[Seq].appliedTo(element)), Inferred(parameter))
          case declared => conforming(argument, declared)
      }
    case _ => arguments

  private def isWideTuple(definition: Int): Boolean = typeOf(definition).typeSymbol.fullName == StandardClasses.Cons

  /** All arguments of a constructor, from those that are data: the others get their default. Each is evaluated once,
    * also if a default is computed from it.
    */
  private def withArguments(tpe: TypeRepr, constructor: Symbol, facts: ClassFacts, data: Vector[Term])(
      code: List[Term] => Term
  )(using Quotes): Term =
    val count = facts.parameterCount + facts.transients.length
    val left = data.iterator
    def argument(at: Int, earlier: Int => Term): Term =
      if facts.transients.contains(at) then default(tpe, constructor, at, earlier) else left.next()
    def bound(done: Vector[Term])(using Quotes): Term =
      if done.length == count then code(done.toList)
      else let(argument(done.length, done))(known => bound(done :+ known))
    if facts.transients.exists(isFromEarlier(tpe, _)) then bound(Vector.empty)
    else code(List.tabulate(count)(argument(_, _ => throw new IllegalStateException("no default needs it"))))

  /** A parameter's default argument, else null, 0 or false. */
  private def default(tpe: TypeRepr, constructor: Symbol, at: Int, earlier: Int => Term): Term =
    defaultArgument(tpe, at, earlier).getOrElse {
      val parameter = constructor.paramSymss.filterNot(_.exists(_.isType)).flatten.apply(at)
      val declared = parameterType(tpe.memberType(constructor), parameter.name).getOrElse(TypeRepr.of[Any])
      StandardClasses.scalars.get(declared.typeSymbol.fullName).fold(nullOf(declared))(kind =>
        zero(Use.Scalar(kind), declared)
      )
    }

  private def defaultGetter(tpe: TypeRepr, at: Int): Option[Symbol] =
    val companion = tpe.typeSymbol.companionModule
    if companion.isNoSymbol then None else companion.methodMember(s"$$lessinit$$greater$$default$$${at + 1}").headOption

  /** A default argument may be computed from parameters of earlier lists; it takes them all. */
  private def isFromEarlier(tpe: TypeRepr, at: Int): Boolean =
    defaultGetter(tpe, at).exists(_.paramSymss.exists(_.exists(_.isTerm)))

  /** The default argument of the constructor's parameter `at`. `earlier`: the parameters before it, by their places. */
  private def defaultArgument(tpe: TypeRepr, at: Int, earlier: Int => Term): Option[Term] =
    defaultGetter(tpe, at).map { getter =>
      val selected = Select(Ref(tpe.typeSymbol.companionModule), getter)
      val (types, lists) = getter.paramSymss.partition(_.exists(_.isType))
      val applied = tpe match
        case AppliedType(_, arguments) if types.nonEmpty => selected.appliedToTypes(arguments)
        case _                                           => selected
      val places = Iterator.from(0)
      lists.foldLeft(applied: Term)((f, list) => Apply(f, list.map(_ => earlier(places.next()))))
    }

  protected def hasDefault(definition: Int, field: Int)(using Quotes): Boolean =
    defaultOfField(definition, field, '{ null: Array[AnyRef] }).nonEmpty

  /** Returns the value of a field for data that do not have it. For `earlier` see [[brine.plan.Access.defaultOf]]. */
  protected def defaultOfField(definition: Int, field: Int, earlier: Expr[Array[AnyRef]])(using Quotes): Option[Term] =
    factsOf(definition).form match
      case TypeForm.Class(facts) if !isWideTuple(definition) =>
        saidIfAbsent(typeOf(definition), facts.fields(field).name).map(_.changeOwner(owner)).orElse {
          if field >= facts.parameterCount then Some('{ brine.plan.Access.MustBeThere }.asTerm)
          else parameterDefault(definition, facts, field, earlier)
        }
      case _ => None

  private def parameterDefault(definition: Int, facts: ClassFacts, field: Int, earlier: Expr[Array[AnyRef]])(using
      Quotes
  ): Option[Term] =
    val tpe = typeOf(definition)
    val places = Vector.range(0, facts.parameterCount + facts.transients.length).filterNot(facts.transients.contains)
    def parameter(at: Int): Term = places.indexOf(at) match
      case -1 => default(
          tpe,
          types.constructor(tpe.asInstanceOf[types.quotes.reflect.TypeRepr]).asInstanceOf[Symbol],
          at,
          parameter
        )
      case known => cast('{ $earlier(${ Expr(known) }) }.asTerm, typeOfKey(fieldKeys(definition)(known)))
    val found = defaultArgument(tpe, places(field), parameter)
    if !isFromEarlier(tpe, places(field)) then found
    else
      found.map { value =>
        val any = boxed(value)
        '{ if $earlier == null then brine.plan.Access.FromEarlier else $any }.asTerm
      }

  private def parameterType(method: TypeRepr, name: String): Option[TypeRepr] = method match
    case MethodType(names, types, result) => names.zip(types).toMap.get(name).orElse(parameterType(result, name))
    case PolyType(_, _, result)           => parameterType(result, name)
    case _                                => None

  /** Returns the value of a variable or field before its real value is read. */
  protected def zero(use: Use, tpe: TypeRepr): Term = use match
    case Use.Scalar(ScalarKind.Unit)    => Literal(UnitConstant())
    case Use.Scalar(ScalarKind.Boolean) => Literal(BooleanConstant(false))
    case Use.Scalar(ScalarKind.Byte)    => Literal(ByteConstant(0))
    case Use.Scalar(ScalarKind.Short)   => Literal(ShortConstant(0))
    case Use.Scalar(ScalarKind.Char)    => Literal(CharConstant(0))
    case Use.Scalar(ScalarKind.Int)     => Literal(IntConstant(0))
    case Use.Scalar(ScalarKind.Long)    => Literal(LongConstant(0))
    case Use.Scalar(ScalarKind.Float)   => Literal(FloatConstant(0))
    case Use.Scalar(ScalarKind.Double)  => Literal(DoubleConstant(0))
    case _                              => nullOf(tpe)

  /** An array of definition `definition` may be one of a subtype of its elements. */
  protected def mayBeNarrower(definition: Int): Boolean =
    def hasSubtypes(tpe: TypeRepr): Boolean = tpe.dealias match
      case AppliedType(array, List(element)) if array.typeSymbol == defn.ArrayClass => hasSubtypes(element)
      case TypeBounds(_, high)                                                      => hasSubtypes(high)
      case other => !other.typeSymbol.flags.is(Flags.Final)
    hasSubtypes(typeOfKey(elementKeys(definition).head))

  /** Returns true if the code of all these leaves fits into one method. */
  protected def fitsInline(leaves: Seq[Use]): Boolean = leaves.map(weight).sum <= Emitter.MostInlinedWeight

  /** Returns the approximate number of bytecodes of a leaf inline. */
  private def weight(leaf: Use): Int = leaf match
    case Use.Local(index) => 20 + useOf(index).map(fieldWeight).sum
    case _                => 20

  private def fieldWeight(use: Use): Int = use match
    case Use.Scalar(_)    => 14
    case Use.Given(_)     => 30
    case Use.Local(index) => if analysis.isOption(index) then 80 else 30

  /** The leaves of a big family, in groups that get a method each. */
  protected def groups(leaves: Int): Vector[Range] =
    Range(0, leaves).grouped(Emitter.LeavesInGroup).map(r => Range(r.start, r.last + 1)).toVector

  /** The types of a collection's elements: one for a sequence or array, key and value for a map. */
  protected def elementKeys(definition: Int): Vector[Int] = factsOf(definition).form match
    case TypeForm.Array(element) => Vector(element)
    case _                       => factsOf(definition).arguments

private object Emitter:
  /** Bytes of a method, less the errors of their estimate (ADR 95, size). */
  final val MostInlinedWeight = 3000

  final val GroupSize = 128

  /** Leaves of a big family that share a method. */
  final val LeavesInGroup = 32
