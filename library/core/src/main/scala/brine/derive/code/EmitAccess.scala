package brine.derive.code

import scala.quoted.*
import brine.{Migrations, Pickler}
import brine.collections.EnumCollections
import brine.derive.types.ReadType
import brine.model.{ForeignClass, FoundPickler, OtherType, Rules, TypeForm, TypePlan, Use}
import brine.plan.Access

/** Emits the code that the interpreter needs of a family's classes ([[brine.plan.Access]]), by a switch over the
  * family's definitions. [[EmitEvents]] emits the rest.
  */
private[brine] final class EmitAccess[Q <: Quotes](q: Q, read: ReadType[Q], planned: Rules.Result.Planned)
    extends Emitter[Q](q, read, planned):
  import quotes.reflect.*

  /** The definitions of generic classes that other modules derive picklers for. Code of this run is never older than
    * its classes.
    */
  lazy val copies: Vector[Int] = definitions.indices.toVector.filter { i =>
    val ofClass = typeOf(i).typeSymbol
    typeOf(i).typeArgs.nonEmpty && !ofClass.isDefinedInCurrentRun && factsOf(i).pickler == FoundPickler.DerivedGeneric
  }

  /** The other classes of other modules, with the fields that are no constants in their class files. */
  lazy val foreign: Vector[ForeignClass] = definitions.indices.toVector.collect {
    case i if !copies.contains(i) && definitions(i).isClass && isForeign(typeOf(i).typeSymbol) =>
      ForeignClass(i, typeOf(i).baseClasses.filter(isForeign).flatMap(variablesOf).distinct.toVector)
  }

  /** In a class file of Scala 2, values of traits are variables, too, and the compiler knows their methods only. */
  private def variablesOf(c: Symbol): List[String] =
    def mayVary(f: Symbol) = List(Flags.Mutable, Flags.Lazy, Flags.JavaDefined, Flags.Scala2x).exists(f.flags.is)
    val methods = if c.flags.is(Flags.Scala2x) then c.declaredMethods.filter(_.paramSymss.isEmpty) else Nil
    (c.declaredFields.filter(mayVary) ++ methods).map(_.name.trim)

  private def isForeign(c: Symbol): Boolean = !c.isDefinedInCurrentRun &&
    !c.fullName.startsWith("scala.") && !c.fullName.startsWith("java.")

  /** `index match case 0 => Other.derived$Pickler …`, with the picklers of the copies last. */
  def findSlot(index: Expr[Int])(using Quotes): Expr[Pickler[?]] =
    val cases =
      (slotKeys ++ copies.map(planned.keys)).zipWithIndex.map((key, i) => i -> picklerOf(key).changeOwner(owner))
    val code = if cases.isEmpty then impossible(index) else switch(index.asTerm, cases.init, cases.last._2)
    val touched = localClass.map(This(_)).toList ++ unusedEvidence.map(_.changeOwner(owner))
    touched.foldRight(code)((value, rest) => let(value)(_ => rest)).asExprOf[Pickler[?]]

  /** The picklers that a `derives` clause takes for type parameters of which the class has no value: `-Wunused` would
    * report them.
    */
  private def unusedEvidence: Vector[Term] =
    factsOf(0).arguments.filterNot(slotKeys.contains).filter { key =>
      types(key).form == TypeForm.Other(OtherType.TypeVariable) && types(key).pickler == FoundPickler.Own
    }.map(picklerOf)

  /** The class around the pickler, if that class is inside a method. Variables that the method's classes capture are
    * reached through it, which the compiler notices too late: it crashes unless the pickler refers to that class
    * anyway.
    */
  private def localClass: Option[Symbol] =
    val outside = Iterator.iterate(Symbol.spliceOwner)(_.maybeOwner).takeWhile(!_.isNoSymbol)
    outside.find(_.isClassDef).filter(isLocal)

  /** Returns true for a sum of which each leaf is an object or a constant of an enum, of which [[ConstantsPickler]]
    * knows all.
    */
  def isOfConstants: Boolean = definitions.headOption.exists(_.isInstanceOf[TypePlan.Sum]) &&
    definitions.tail.forall(_.isInstanceOf[TypePlan.Singleton]) &&
    useOf(0) == definitions.indices.tail.map(Use.Local(_)) &&
    definitions.indices.forall(migrationsTerm(_).isEmpty) && localClass.isEmpty

  /** The objects of a family of constants. */
  def constants: Vector[Expr[AnyRef]] =
    definitions.indices.tail.toVector.map(i => cast(objectOf(typeOf(i)), TypeRepr.of[AnyRef]).asExprOf[AnyRef])

  /** The companion, if the family is one plain case class, of which [[CaseClassPickler]] knows the rest. */
  def plainCaseClass: Option[Term] =
    val isAlone = definitions.indices.forall {
      case 0 => definitions(0).isInstanceOf[TypePlan.Product]
      case i => isPlainPart(i)
    }
    if isAlone && isPlain(0) then companion(0) else None

  /** Returns true for parts that the interpreter does not access. */
  private def isPlainPart(index: Int): Boolean = definitions(index) match
    case _: TypePlan.Optional | _: TypePlan.ScalarArray => true
    case s: TypePlan.Sequence => s.kind != "Array" && s.kind != EnumCollections.SetKind && !isSorted(index)
    case m: TypePlan.Mapping  => m.kind != EnumCollections.MapKind && !isSorted(index)
    case _                    => false

  /** A case class that is its constructor's parameters, none of which can change or be left out. */
  private def isPlain(index: Int): Boolean = tellsItsFields(index) && (factsOf(index).form match
    case TypeForm.Class(facts) =>
      !facts.isLocalOnly && facts.transients.isEmpty && !facts.fields.exists(_.isMutable) &&
      migrationsTerm(index).isEmpty && !facts.fields.indices.exists(hasDefault(index, _)) && !hasArraysOfAny(index)
    case _ => false
  )

  /** A class with a parameter of type `Array[A]`, where `A` is its own type parameter. `fromProduct` knows no type
    * arguments, and takes arrays of references only.
    */
  private def hasArraysOfAny(index: Int): Boolean =
    def isOfAny(tpe: TypeRepr): Boolean = tpe.dealias match
      case AppliedType(array, List(element)) if array.typeSymbol == defn.ArrayClass =>
        element.typeSymbol.isTypeParam || isOfAny(element)
      case _ => false
    val ofClass = typeOf(index).typeSymbol
    ofClass.caseFields.exists(field => isOfAny(ofClass.typeRef.memberType(field).widen))

  /** Returns true if `productElement` returns the fields of the class. */
  private def tellsItsFields(index: Int): Boolean = factsOf(index).form match
    case TypeForm.Class(facts) =>
      val ofClass = typeOf(index).typeSymbol
      ofClass.flags.is(Flags.Case) && ofClass.caseFields.map(_.name) == facts.fields.map(_.name) && isOfCompiler(
        ofClass,
        "productElement"
      )
    case _ => false

  private def isOfCompiler(symbol: Symbol, method: String): Boolean =
    symbol.methodMember(method).forall(_.flags.is(Flags.Synthetic))

  /** Returns the companion if it makes objects, and can be named at any place of the pickler. */
  private def companion(index: Int): Option[Term] =
    val found = typeOf(index).typeSymbol.companionModule
    def isStatic(symbol: Symbol): Boolean =
      symbol.isPackageDef || symbol.flags.is(Flags.Module) && isStatic(symbol.owner)
    Option.when(!found.isNoSymbol && isStatic(found))(Ref(found))
      .filter(module =>
        module.tpe <:< TypeRepr.of[scala.deriving.Mirror.Product] && isOfCompiler(found.moduleClass, "fromProduct")
      )

  def rootClass: Term = classLiteral(typeOf(0))

  /** Case classes need no code. For `class P(val a: Int)` the code is `value.asInstanceOf[P]` and a switch over its
    * fields.
    */
  def fieldOf(definition: Expr[Int], value: Expr[AnyRef], field: Expr[Int])(using Quotes): Expr[Any] =
    val ofCaseClass = '{ $value.asInstanceOf[Product].productElement($field) }.asTerm
    dispatch(
      definition,
      "field",
      List("value" -> TypeRepr.of[AnyRef], "field" -> TypeRepr.of[Int]),
      TypeRepr.of[Any],
      List(value.asTerm, field.asTerm),
      ofCaseClass
    ) {
      case (index, plan) if plan.isClass && fieldKeys(index).nonEmpty && !tellsItsFields(index) =>
        inner =>
          parameters =>
            given Quotes = inner
            val typed = cast(parameters(0), typeOf(index))
            val cases = fieldKeys(index).indices.map(i => i -> boxed(this.field(typed, index, i)))
            switch(parameters(1), cases, impossible(parameters(1).asExprOf[Int]))
    }.asExprOf[Any]

  /** `new P(fields(0).asInstanceOf[Int])` */
  def make(definition: Expr[Int], fields: Expr[Array[AnyRef]])(using Quotes): Expr[AnyRef] =
    dispatch(
      definition,
      "make",
      List("fields" -> TypeRepr.of[Array[AnyRef]]),
      TypeRepr.of[AnyRef],
      List(fields.asTerm),
      impossible(definition),
      areShort = true
    ) {
      case (index, plan) if plan.isClass =>
        inner =>
          parameters =>
            given Quotes = inner
            val all = parameters(0).asExprOf[Array[AnyRef]]
            val values = fieldKeys(index).indices.toVector.map { i =>
              cast('{ ${ all }(${ Expr(i) }) }.asTerm, typeOfKey(fieldKeys(index)(i)))
            }
            cast(construct(index, values), TypeRepr.of[AnyRef])
      case (index, _: TypePlan.Singleton) => _ => _ => cast(objectOf(typeOf(index)), TypeRepr.of[AnyRef])
    }.asExprOf[AnyRef]

  /** `target.asInstanceOf[P].a = value.asInstanceOf[Int]` */
  def assign(definition: Expr[Int], target: Expr[AnyRef], field: Expr[Int], value: Expr[AnyRef])(using
      Quotes
  ): Expr[Unit] =
    dispatch(
      definition,
      "assign",
      List("target" -> TypeRepr.of[AnyRef], "field" -> TypeRepr.of[Int], "value" -> TypeRepr.of[AnyRef]),
      TypeRepr.of[Unit],
      List(target.asTerm, field.asTerm, value.asTerm),
      impossible(definition)
    ) {
      case (index, p: TypePlan.Product) if p.fields.exists(_.isMutable) =>
        inner =>
          parameters =>
            given Quotes = inner
            val typed = cast(parameters(0), typeOf(index))
            val cases = p.fields.indices.filter(i => p.fields(i).isMutable).map { i =>
              i -> assignment(typed, index, i, cast(parameters(2), typeOfKey(fieldKeys(index)(i))))
            }
            switch(parameters(1), cases, impossible(parameters(1).asExprOf[Int]))
    }.asExprOf[Unit]

  /** `case class P(a: Int = 1)`: a switch over the fields that have a default argument. */
  def defaultOf(definition: Expr[Int], field: Expr[Int], earlier: Expr[Array[AnyRef]])(using Quotes): Expr[Any] =
    val none = '{ Access.NoDefault }.asTerm
    val parameters = List("field" -> TypeRepr.of[Int], "earlier" -> TypeRepr.of[Array[AnyRef]])
    dispatch(definition, "default", parameters, TypeRepr.of[Any], List(field.asTerm, earlier.asTerm), none) {
      case (index, _: TypePlan.Product) if fieldKeys(index).indices.exists(hasDefault(index, _)) =>
        inner =>
          parameters =>
            given Quotes = inner
            val known = parameters(1).asExprOf[Array[AnyRef] | Null]
            val cases =
              fieldKeys(index).indices.flatMap(i => defaultOfField(index, i, known).map(value => i -> boxed(value)))
            switch(parameters(0), cases, '{ Access.NoDefault }.asTerm)
    }

  /** `definition match case 0 => Person.given_Migrations_Person …` */
  def migrationsOf(definition: Expr[Int])(using Quotes): Expr[Migrations[?] | Null] =
    val cases = definitions.indices.flatMap(i => migrationsTerm(i).map(found => i -> found.changeOwner(owner)))
    switch(definition.asTerm, cases, nullOf(TypeRepr.of[Migrations[?]])).asExprOf[Migrations[?] | Null]

  /** `if value.isInstanceOf[Circle] then 0 else if …` */
  def leafOf(definition: Expr[Int], value: Expr[AnyRef])(using Quotes): Expr[Int] =
    dispatch(
      definition,
      "leaf",
      List("value" -> TypeRepr.of[AnyRef]),
      TypeRepr.of[Int],
      List(value.asTerm),
      impossible(definition)
    ) {
      case (index, _: TypePlan.Sum) =>
        inner => parameters => leafNumber(index, parameters(0))
    }.asExprOf[Int]

  private def leafNumber(index: Int, value: Term): Term =
    leafKeys(index).zipWithIndex.foldRight(Literal(IntConstant(-1)): Term) { case ((key, number), otherwise) =>
      If(isLeaf(value, key), Literal(IntConstant(number)), otherwise)
    }

  def classOf(definition: Expr[Int])(using Quotes): Expr[Class[?]] =
    val cases = definitions.zipWithIndex.collect {
      case (plan, i) if plan.isClass                                => i -> classLiteral(typeOf(i))
      case (TypePlan.Sequence("Array", _, _, _), i)                 => i -> classLiteral(elementOf(typeOf(i)))
      case (TypePlan.Sequence(EnumCollections.SetKind, _, _, _), i) => i -> classLiteral(typeOfKey(elementKeys(i).head))
      case (TypePlan.Mapping(EnumCollections.MapKind, _, _, _, _), i) =>
        i -> classLiteral(typeOfKey(elementKeys(i).head))
    }
    switch(definition.asTerm, cases, impossible(definition)).asExprOf[Class[?]]

  /** `definition match case 3 => Ordering.Int …` */
  def orderOf(definition: Expr[Int])(using Quotes): Expr[java.util.Comparator[?] | Null] =
    val natural = nullOf(TypeRepr.of[java.util.Comparator[?]])
    val cases = definitions.indices.filter(isSorted).map(i => i -> orderTerm(i).fold(natural)(_.changeOwner(owner)))
    switch(definition.asTerm, cases, impossible(definition)).asExprOf[java.util.Comparator[?] | Null]

  private def elementOf(array: TypeRepr): TypeRepr = array match
    case AppliedType(_, List(TypeBounds(_, high))) => high
    case AppliedType(_, List(element))             => element
    case other                                     => other

  private def classLiteral(tpe: TypeRepr): Term = Literal(ClassOfConstant(tpe))

  private def boxed(term: Term): Term = Typed(term, Inferred(TypeRepr.of[Any]))
