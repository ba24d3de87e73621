package brine.spark

import scala.quoted.*
import scala.reflect.ClassTag
import brine.derive.types.ReadType
import brine.internal
import brine.model.{ClassFacts, LeafModel, OtherType, StandardClasses, TypeForm, TypeModel}

/** Derives columns from the facts that picklers are derived from ([[brine.derive.types.ReadType]]). Called by
  * [[SparkColumn.derived]].
  */
@internal
object DeriveColumn:
  def column[T: Type](using quotes: Quotes): Expr[SparkColumn[T]] =
    import quotes.reflect.*
    val types = new ReadType[quotes.type](quotes)
    new DeriveColumn[quotes.type](types).of(types.key(TypeRepr.of[T]), isRoot = true).asExprOf[SparkColumn[T]]

  /** Those that Spark makes of its arrays by the companion of the declared class. */
  private val collections = Set(
    "List",
    "Vector",
    "Seq",
    "IndexedSeq",
    "LinearSeq",
    "Iterable",
    "Queue",
    "Set",
    "HashSet"
  ).map("scala.collection.immutable." + _) ++
    Set("Seq", "IndexedSeq", "Buffer", "ArrayBuffer", "ListBuffer", "Set", "HashSet").map(
      "scala.collection.mutable." + _
    ) ++
    Set("Seq", "IndexedSeq", "Iterable", "Set").map("scala.collection." + _)

  /** Those of Java. (Build tools may run macros without the module of `javax.lang.model.SourceVersion`.) */
  private val keywords =
    ("abstract assert boolean break byte case catch char class const continue default do double else enum extends " +
      "false final finally float for goto if implements import instanceof int interface long native new null " +
      "package private protected public return short static strictfp super switch synchronized this throw throws " +
      "transient true try void volatile while").split(' ').toSet

  private val maps = Set("scala.collection.immutable.Map", "scala.collection.Map")

private final class DeriveColumn[Q <: Quotes](types: ReadType[Q]):
  import types.quotes.reflect.*

  private given types.quotes.type = types.quotes

  /** The types around the one that is being read, and the places that lead to it. */
  private var around = List.empty[(Int, String)]

  /** Returns a `SparkColumn` of the type. */
  def of(key: Int, isRoot: Boolean = false): Expr[SparkColumn[?]] =
    if around.exists(_._1 == key) then
      refuse(
        s"${types(key).shown} contains itself, and a column cannot. Give it `given SparkColumn[${types(key).shown}] " +
          "= SparkColumn.pickled`"
      )
    val tpe = types.typeOf(key)
    (if isRoot then None else found(tpe)).getOrElse(made(types(key), tpe))

  private def found(tpe: TypeRepr): Option[Expr[SparkColumn[?]]] =
    Implicits.search(TypeRepr.of[SparkColumn].appliedTo(tpe)) match
      case success: ImplicitSearchSuccess => Some(success.tree.asExprOf[SparkColumn[?]])
      case failure: AmbiguousImplicits    => refuse(failure.explanation)
      case _                              => None

  private def made(model: TypeModel, tpe: TypeRepr): Expr[SparkColumn[?]] = tpe.asType match
    case '[t] =>
      if StandardClasses.scalars.contains(model.symbol) || isLibrary(model.symbol) then
        found(tpe).getOrElse(madeOf[t](model))
      else madeOf[t](model)

  private def isLibrary(symbol: String): Boolean = symbol.startsWith("java.") || symbol.startsWith("scala.")

  private def madeOf[T: Type](model: TypeModel): Expr[SparkColumn[?]] =
    def part(index: Int, place: String) = inside(model.key, place)(of(model.arguments(index)))
    model.symbol match
      case StandardClasses.Option =>
        if types(model.arguments(0)).symbol == StandardClasses.Option then
          refuse(s"${model.shown} is an option of an option, and a column has one null for both")
        withType(model.arguments(0))([e] =>
          (_: Type[e]) ?=> '{ Columns.option[e](${ part(0, "value") }.asInstanceOf[SparkColumn[e]]) })
      case symbol if DeriveColumn.collections(symbol) => '{ Columns.elements[T](${ tag[T] }, ${ part(0, "element") }) }
      case symbol if DeriveColumn.maps(symbol) =>
        '{ Columns.entries[T](${ tag[T] }, ${ part(0, "key") }, ${ part(1, "value") }) }
      case _ => byForm[T](model)

  private def byForm[T: Type](model: TypeModel): Expr[SparkColumn[?]] = model.form match
    case TypeForm.Array(element) =>
      val column = inside(model.key, "element")(of(element))
      withType(element)([e] => (_: Type[e]) ?=> '{ Columns.array[e]($column.asInstanceOf[SparkColumn[e]]) })
    case TypeForm.Sealed(_, true)       => '{ Columns.javaEnum[T](${ tag[T] }) }
    case TypeForm.Sealed(leaves, false) => family[T](model, leaves)
    case TypeForm.Class(facts)          => product[T](model, facts)
    case TypeForm.Object                => family[T](model, Vector(LeafModel(model.name, model.key)))
    case TypeForm.Other(OtherType.TypeVariable) =>
      refuse(s"${model.shown} is a type parameter without a column. Add `(using SparkColumn[${model.shown}])`")
    case TypeForm.Other(_) => noColumn(model)

  private def noColumn(model: TypeModel): Nothing =
    refuse(s"${model.shown} has no column. Give it one by SparkColumn.by or SparkColumn.pickled")

  private def product[T: Type](model: TypeModel, facts: ClassFacts): Expr[SparkColumn[?]] =
    if isLibrary(model.symbol) && !model.symbol.startsWith("scala.Tuple") && !model.symbol.startsWith("scala.util.")
    then noColumn(model)
    val symbol = TypeRepr.of[T].typeSymbol
    val state = facts.hidden ++ facts.outOfReach ++ facts.contexts ++ facts.clashing ++ facts.fields.drop(
      facts.parameterCount
    ).map(_.name)
    if state.nonEmpty || facts.transients.nonEmpty then
      refuse(s"${model.shown} has more than the public fields of its constructor: ${state.mkString(", ")}")
    if facts.isLocalOnly then refuse(s"the constructor of ${model.shown} is private, and Spark has to call it")
    if !isStatic(symbol) then refuse(s"${model.shown} is no class of a package or an object, and Spark cannot make one")
    if facts.fields.isEmpty then family[T](model, Vector.empty)
    else if symbol.typeRef <:< TypeRepr.of[AnyVal] then valueClass[T](model, facts)
    else
      for field <- facts.fields; name <- field.declared.rename if name != field.name do
        refuse(s"@rename of ${model.shown}.${field.name}: Spark's columns of a class have the names of its fields")
      for field <- facts.fields if DeriveColumn.keywords(field.name) do
        refuse(
          s"${model.shown}.${field.name} is a keyword of Java, in which Spark writes code that calls it. Rename the " +
            "field"
        )
      distinct(model, facts.fields.map(_.name))
      val names = Expr(facts.fields.map(_.name).toArray)
      val columns = facts.fields.map(field => inside(model.key, field.name)(fieldColumn(field.key)))
      '{ Columns.product[T](${ tag[T] }, $names, Array[SparkColumn[?]](${ Varargs(columns) }*)) }

  /** A field of a value class is a field of what it holds. */
  private def fieldColumn(key: Int): Expr[SparkColumn[?]] = (types(key).form, types.typeOf(key)) match
    case (TypeForm.Class(facts), tpe)
        if tpe <:< TypeRepr.of[AnyVal] && facts.fields.length == 1 && found(tpe).isEmpty =>
      inside(key, facts.fields.head.name)(fieldColumn(facts.fields.head.key))
    case _ => of(key)

  private def valueClass[T: Type](model: TypeModel, facts: ClassFacts): Expr[SparkColumn[?]] =
    val field = facts.fields.head
    val column = inside(model.key, field.name)(of(field.key))
    withType(field.key)([u] =>
      (_: Type[u]) ?=> {
        val symbol = TypeRepr.of[T].typeSymbol
        def get(value: Expr[T]) = Select(value.asTerm, types.member(symbol, field.name)).asExprOf[u]
        def made(value: Expr[u]) = make(TypeRepr.of[T], List(value.asTerm)).asExprOf[T]
        '{
          SparkColumn.by[T, u]((x: T) => ${ get('x) })((x: u) => ${ made('x) })(using
            $column.asInstanceOf[SparkColumn[u]],
            ${ tag[T] }
          )
        }
    })

  private def family[T: Type](model: TypeModel, leaves: Vector[LeafModel]): Expr[SparkColumn[?]] =
    if leaves.isEmpty then refuse(s"${model.shown} has no field, and a struct of Spark's needs one")
    val names = leaves.map(leaf => leaf.declared.rename.getOrElse(leaf.name))
    distinct(model, names :+ Leaf.Discriminator)
    val columns =
      for (leaf, name) <- leaves.zip(names)
      yield
        if isValue(leaf) then '{ null }
        else inside(model.key, name)(of(leaf.key))
    val descriptions = for (leaf, name) <- leaves.zip(names) yield description(leaf, name)
    '{
      Columns.family[T](
        ${ tag[T] },
        () => Array[Leaf](${ Varargs(descriptions) }*),
        Array[SparkColumn[?] | Null](${ Varargs(columns) }*)
      )
    }

  /** Returns true for objects, and for classes without fields, of which one value stands for all. */
  private def isValue(leaf: LeafModel): Boolean = types(leaf.key).form match
    case TypeForm.Object       => true
    case TypeForm.Class(facts) => facts.fields.isEmpty && facts.hidden.isEmpty && facts.transients.isEmpty
    case _                     => false

  private def description(leaf: LeafModel, name: String): Expr[Leaf] =
    val tpe = types.typeOf(leaf.key)
    tpe.asType match
      case '[t] =>
        if types(leaf.key).form == TypeForm.Object then
          '{ Leaf(${ Expr(name) }, null, ${ Ref(tpe.termSymbol).asExpr }.asInstanceOf[AnyRef]) }
        else if isValue(leaf) then
          '{ Leaf(${ Expr(name) }, ${ tag[t] }.runtimeClass, ${ make(tpe, Nil) }.asInstanceOf[AnyRef]) }
        else '{ Leaf(${ Expr(name) }, ${ tag[t] }.runtimeClass, null) }

  private def make(tpe: TypeRepr, arguments: List[Term]): Expr[Any] =
    val constructor = Select(New(Inferred(tpe)), types.constructor(tpe))
    val typed = if tpe.typeArgs.isEmpty then constructor else TypeApply(constructor, tpe.typeArgs.map(Inferred(_)))
    Apply(typed, arguments).asExpr

  private def distinct(model: TypeModel, names: Seq[String]): Unit =
    for same <- names.groupBy(_.toLowerCase).values if same.length > 1 do
      refuse(s"${model.shown} has ${same.mkString(" and ")}, and Spark's names of columns have no case")

  private def isStatic(symbol: Symbol): Boolean =
    val owner = symbol.owner
    owner.isPackageDef || owner.flags.is(Flags.Module) && isStatic(owner) || symbol.flags.is(Flags.JavaDefined) ||
    owner.name.endsWith("$package$")

  private def inside[R](key: Int, place: String)(read: => R): R =
    around = (key, place) :: around
    try read
    finally around = around.tail

  private def withType[R](key: Int)(make: [e] => Type[e] ?=> R): R = types.typeOf(key).asType match
    case '[e] => make[e]

  private def tag[T: Type]: Expr[ClassTag[T]] =
    Expr.summon[ClassTag[T]].getOrElse(refuse(s"${Type.show[T]} has no class of its own"))

  private def refuse(text: String): Nothing =
    val root =
      around.lastOption.map((key, _) => types(key).shown + around.reverse.map("." + _._2).mkString + ": ").getOrElse("")
    report.errorAndAbort(s"no columns: $root$text")
