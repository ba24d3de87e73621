package brine.region.derive

import scala.quoted.*
import brine.region.ViewLoads
import brine.region.layout.{SlotLayout, StaticType}
import brine.region.values.RegionObjects
import brine.shape.ScalarKind

/** Emits the code that copies values out of a region, for types that consist of classes that the compiler sees.
  *
  * For `enum Tree { case Leaf(value: Int); case Node(left: Tree, right: Tree) }`:
  * {{{
  * def value0(ref: Long): Tree =
  *   if in.isNull(ref) then null
  *   else
  *     in.tag(ref) match
  *       case 1 => object1(in.leaf(ref))
  *       case 2 => object2(in.leaf(ref))
  *       case _ => in.other()
  * def object2(at: Long): Node =
  *   in.begin()
  *   val outermost = in.waiting
  *   var here = at
  *   var ref = in.ref(here + 4, 2, 4)
  *   while in.isObject(ref, 2) do           // a node in a node in a node takes no Java stack
  *     in.await(here)
  *     here = in.leaf(ref)
  *     ref = in.ref(here + 4, 2, 4)
  *   var part: Tree = value0(ref)
  *   var made: Node = null
  *   var isDone = false
  *   while !isDone do
  *     made = new Node(value0(in.ref(here, 2, 0)), part)
  *     isDone = in.waiting == outermost
  *     if !isDone then { here = in.next(); part = made }
  *   in.end()
  *   made
  * }}}
  * The last field that can hold an object of its own class makes the loop; other fields are calls.
  */
private[region] final class EmitObjects[Q <: Quotes](
    val quotes: Q,
    read: StaticTypeReader[?],
    all: Vector[StaticType],
    in: Expr[RegionObjects]
):
  import quotes.reflect.*
  private given Quotes = quotes
  private val owner = Symbol.spliceOwner
  private val methods = scala.collection.mutable.Map.empty[String, Symbol]
  private val definitions = scala.collection.mutable.ArrayBuffer.empty[DefDef]

  /** Copies out the value that a root refers to. */
  def code(ref: Expr[Long]): Expr[Any] =
    val isWhole = all.indices.forall(isSeen)
    if !isWhole then '{ $in.other() }
    else
      val root = all(0) match
        case StaticType.Scalar(kind) => scalar(kind, ref)
        case _                       => value(0, ref)
      Block(definitions.toList, root).asExprOf[Any]

  private def typeOf(i: Int): TypeRepr = read.types.typeOf(read.keyOf(i)).asInstanceOf[TypeRepr]

  /** True if code can make values of a type from values of its parts. */
  private def isSeen(i: Int): Boolean = all(i) match
    case StaticType.Scalar(kind) => kind != ScalarKind.Unit
    case StaticType.Record(_)    => read.isConstructed(read.keyOf(i))
    case StaticType.Tagged(leaves) =>
      leaves.forall(leaf => all(leaf) == StaticType.Constant || all(leaf).isInstanceOf[StaticType.Record])
    case StaticType.Items(_)                          => EmitCompactable.isWalked(read.types(read.keyOf(i)).symbol)
    case StaticType.Entries(_, _) | StaticType.Opaque => false
    case _                                            => true

  private def called(name: String, of: TypeRepr, argument: Expr[Long])(body: Quotes ?=> Expr[Long] => Term): Term =
    val method = methods.getOrElse(
      name, {
        val symbol = Symbol.newMethod(owner, name, MethodType(List("ref"))(_ => List(TypeRepr.of[Long]), _ => of))
        methods(name) = symbol
        definitions += DefDef(
          symbol,
          {
            case List(List(ref: Term)) => Some(body(using symbol.asQuotes)(ref.asExprOf[Long]).changeOwner(symbol))
            case other                 => throw new IllegalStateException(other.toString)
          }
        )
        symbol
      }
    )
    Apply(Ref(method), List(argument.asTerm))

  private def cast(term: Term, to: TypeRepr)(using Quotes): Term = to.asType match
    case '[t] => '{ ${ term.asExprOf[Any] }.asInstanceOf[t] }.asTerm

  /** Copies out the target of a reference. */
  private def value(i: Int, ref: Expr[Long])(using Quotes): Term = all(i) match
    case StaticType.Text => '{ $in.text($ref) }.asTerm
    case tpe =>
      called(s"value$i", typeOf(i), ref) { ref =>
        val there = tpe match
          case StaticType.Record(fields) => made(i, fields, '{ $in.leaf($ref) })
          case StaticType.Tagged(leaves) => tagged(leaves, ref)
          case StaticType.Maybe(element) => maybe(element, ref)
          case StaticType.Items(element) => items(i, element, ref)
          case StaticType.Constant       => constant(i, ref)
          case other                     => throw new IllegalStateException(other.toString)
        cast('{ if $in.isNull($ref) then null else ${ there.asExprOf[Any] } }.asTerm, typeOf(i))
      }

  /** Copies out the slot in the object at `start`, `before` bytes after its beginning. */
  private def slot(i: Int, start: Expr[Long], before: Expr[Long])(using Quotes): Term = all(i) match
    case StaticType.Scalar(kind) => scalar(kind, '{ $start + $before })
    case tpe                     => value(i, '{ $in.ref($start + $before, ${ Expr(StaticType.bits(tpe)) }, $before) })

  private def scalar(kind: ScalarKind, at: Expr[Long])(using Quotes): Term = (kind match
    case ScalarKind.Boolean => '{ $in.boolean($at) }
    case ScalarKind.Byte    => '{ $in.blocks.getByte($at) }
    case ScalarKind.Short   => '{ $in.blocks.getShort($at) }
    case ScalarKind.Char    => '{ $in.blocks.getChar($at) }
    case ScalarKind.Int     => '{ $in.blocks.getInt($at) }
    case ScalarKind.Long    => '{ $in.blocks.getLong($at) }
    case ScalarKind.Float   => '{ ViewLoads.float($in.blocks, $at) }
    case ScalarKind.Double  => '{ ViewLoads.double($in.blocks, $at) }
    case other              => throw new IllegalStateException(other.toString)
  ).asTerm

  private def made(i: Int, fields: Vector[Int], at: Expr[Long])(using Quotes): Term =
    called(s"object$i", typeOf(i), at) { at =>
      val code = ownField(i, fields) match
        case Some((field, tag)) => nested(i, fields, field, tag, at)
        case None => '{
            $in.begin()
            val made: Any = ${ constructed(i, arguments(fields, at)).asExprOf[Any] }
            $in.end()
            made
          }
      cast(code.asTerm, typeOf(i))
    }

  private def arguments(fields: Vector[Int], at: Expr[Long])(using Quotes): List[Term] =
    fields.indices.toList.map(n => argument(fields, n, at))

  private def argument(fields: Vector[Int], n: Int, at: Expr[Long])(using Quotes): Term =
    cast(slot(fields(n), at, offset(fields, n)), typeOf(fields(n)))

  private def offset(fields: Vector[Int], n: Int)(using Quotes): Expr[Long] =
    Expr(StaticTypeReader.offsets(fields.map(all))._1(n).toLong)

  /** The last field whose type includes the class of the object, and the tag of that class. */
  private def ownField(i: Int, fields: Vector[Int]): Option[(Int, Int)] =
    fields.indices.reverse.flatMap { n =>
      all(fields(n)) match
        case StaticType.Tagged(leaves) if leaves.contains(i) => Some(n -> (leaves.indexOf(i) + 1))
        case StaticType.Maybe(element) if element == i       => Some(n -> SlotLayout.Some)
        case _ if fields(n) == i                             => Some(n -> 0)
        case _                                               => None
    }.headOption

  /** Descends along one field while it holds objects of the same class, and makes them on the way back. */
  private def nested(i: Int, fields: Vector[Int], field: Int, tag: Int, at: Expr[Long])(using Quotes): Expr[Any] =
    val bits = Expr(StaticType.bits(all(fields(field))))
    def refOf(at: Expr[Long])(using Quotes): Expr[Long] =
      '{ $in.ref($at + ${ offset(fields, field) }, $bits, ${ offset(fields, field) }) }
    def constructedOf(at: Expr[Long], part: Expr[Any])(using Quotes): Expr[Any] =
      val arguments = fields.indices.toList.map(n =>
        if n == field then cast(part.asTerm, typeOf(fields(n))) else argument(fields, n, at)
      )
      constructed(i, arguments).asExprOf[Any]
    val isOption = Expr(all(fields(field)).isInstanceOf[StaticType.Maybe])
    '{
      $in.begin()
      val outermost = $in.waiting
      var here = $at
      var ref = ${ refOf('here) }
      while $in.isObject(ref, ${ Expr(tag) }) do
        $in.await(here)
        here = $in.leaf(ref)
        ref = ${ refOf('here) }
      var part: Any = ${ value(fields(field), 'ref).asExprOf[Any] }
      var made: Any = null
      var isDone = false
      while !isDone do
        made = ${ constructedOf('here, 'part) }
        isDone = $in.waiting == outermost
        if !isDone then
          here = $in.next()
          part = if $isOption then Some(made) else made
      $in.end()
      made
    }

  private def constructed(i: Int, arguments: List[Term]): Term =
    val tpe = typeOf(i)
    val constructor = read.constructor(read.keyOf(i)).asInstanceOf[Symbol]
    val created = Select(New(Inferred(tpe)), constructor)
    val applied = tpe match
      case AppliedType(_, types) => created.appliedToTypes(types)
      case _                     => created
    Apply(applied, arguments)

  private def constant(i: Int, ref: Expr[Long])(using Quotes): Term =
    '{
      $in.alone($ref)
      ${ Ref(typeOf(i).termSymbol).asExprOf[Any] }
    }.asTerm

  private def tagged(leaves: Vector[Int], ref: Expr[Long])(using Quotes): Term =
    val cases = leaves.zipWithIndex.toList.map { (leaf, number) =>
      val arm = all(leaf) match
        case StaticType.Record(fields) => made(leaf, fields, '{ $in.leaf($ref) })
        case _                         => constant(leaf, ref)
      CaseDef(Literal(IntConstant(number + 1)), None, arm)
    }
    Match('{ $in.tag($ref) }.asTerm, cases :+ CaseDef(Wildcard(), None, '{ $in.other() }.asTerm))

  private def maybe(element: Int, ref: Expr[Long])(using Quotes): Term =
    val isReference = !all(element).isInstanceOf[StaticType.Scalar]
    val content =
      // A number, or a value that needs another tag, is in a cell.
      if isReference && StaticType.bits(all(element)) == 0 then value(element, '{ $in.leaf($ref) })
      else slot(element, '{ $in.leaf($ref) }, '{ 0L })
    '{
      if $in.isNone($ref) then None
      else if ${ Expr(isReference) } && $in.isSomeNull($ref) then Some(null)
      else Some(${ content.asExprOf[Any] })
    }.asTerm

  private def items(i: Int, element: Int, ref: Expr[Long])(using Quotes): Term =
    val width = StaticType.width(all(element))
    def at(n: Expr[Int])(using Quotes): Expr[Any] =
      slot(element, ref, '{ 4 + $n * ${ Expr(width.toLong) } }).asExprOf[Any]
    val isList = read.types(read.keyOf(i)).symbol == "scala.collection.immutable.List"
    if isList then
      '{
        var n = $in.beginRows($ref, ${ Expr(width) })
        var list: List[Any] = Nil
        while n > 0 do
          n -= 1
          list = ${ at('n) } :: list
        $in.end()
        list
      }.asTerm
    else
      '{
        val size = $in.beginRows($ref, ${ Expr(width) })
        val builder = Vector.newBuilder[Any]
        var n = 0
        while n < size do
          builder += ${ at('n) }
          n += 1
        $in.end()
        builder.result()
      }.asTerm
