package brine.region.derive

import scala.quoted.*
import brine.region.layout.{SlotLayout, StaticType}
import brine.region.verify.InOrderVerifier
import brine.shape.ScalarKind
import brine.wire.layout.RegionLayout.UNIT_BITS

/** Emits the code that checks objects of the classes that the compiler sees, and their parts, for [[InOrderVerifier]].
  *
  * For `enum Tree { case Leaf(value: Int); case Node(left: Tree, right: Tree) }`:
  * {{{
  * def word0(at: Long, limit: Long, levels: Int, word: Int): Long =       // a reference to a Tree
  *   val target = in.target(at, word, 2)
  *   word & 3 match
  *     case 1 => object1(target, limit, levels + 1)
  *     case 2 => object2(target, limit, levels + 1)
  *     case _ => in.nothing(word, limit)
  * def object2(at: Long, limit: Long, levels: Int): Long =     // a Node
  *   if !in.fits(at, 8, limit, levels) then InOrderVerifier.Other
  *   else
  *     val words = in.words(at)
  *     if words == 0x900000009L && in.fitsBefore(at, 8) then at - 8
  *     else
  *       val first = word0(at + 4, at, levels, (words >>> 32).toInt)
  *       val word = words.toInt
  *       if word > 3 && (word & 3) == 2 then object2(in.target(at, word, 2), first, levels)
  *       else word0(at, first, levels, word)
  * }}}
  * One comparison recognizes two leaves directly before a node, the most frequent case. The last word of a record
  * causes no call if its target has the record's own type: the compiler turns that call into a loop. Hence it does not
  * count as a level.
  */
private[region] final class EmitInOrder[Q <: Quotes](val quotes: Q, all: Vector[StaticType], in: Expr[InOrderVerifier]):
  import quotes.reflect.*
  private given Quotes = quotes
  private val owner = Symbol.spliceOwner
  private val methods = scala.collection.mutable.Map.empty[String, Symbol]
  private val definitions = scala.collection.mutable.ArrayBuffer.empty[DefDef]

  /** A position: of an object or of a word that refers to it; the beginning of the objects met before; the depth of the
    * object here.
    */
  private final case class Here(at: Expr[Long], limit: Expr[Long], levels: Expr[Int])

  /** Checks an object of the type with this number. */
  def code(number: Expr[Int], at: Expr[Long], limit: Expr[Long], levels: Expr[Int]): Expr[Long] =
    val cases = all.indices.toList.filter(StaticType.isInOrder(all, _)).map { i =>
      CaseDef(Literal(IntConstant(i)), None, objectAt(i, Here(at, limit, levels)).asTerm)
    }
    val body = Match(number.asTerm, cases :+ CaseDef(Wildcard(), None, '{ InOrderVerifier.Other }.asTerm))
    Block(definitions.toList, body).asExprOf[Long]

  /** Calls a method, which is defined at its first call. */
  private def called(
      name: String,
      parameters: (String, Expr[Any])*
  )(body: Quotes ?=> List[Term] => Expr[Long]): Expr[Long] =
    val method = methods.getOrElse(
      name, {
        val tpe = MethodType(parameters.toList.map(_._1))(
          _ => parameters.toList.map(_._2.asTerm.tpe.widen),
          _ => TypeRepr.of[Long]
        )
        val symbol = Symbol.newMethod(owner, name, tpe)
        methods(name) = symbol
        definitions += DefDef(
          symbol,
          {
            case List(arguments) =>
              Some(body(using symbol.asQuotes)(arguments.collect { case t: Term => t }).asTerm.changeOwner(symbol))
            case other => throw new IllegalStateException(other.toString)
          }
        )
        symbol
      }
    )
    Apply(Ref(method), parameters.toList.map(_._2.asTerm)).asExprOf[Long]

  private def hereOf(terms: List[Term]): Here =
    Here(terms(0).asExprOf[Long], terms(1).asExprOf[Long], terms(2).asExprOf[Int])

  /** Checks an object of a type, which begins here. */
  private def objectAt(i: Int, here: Here): Expr[Long] =
    called(s"object$i", "at" -> here.at, "limit" -> here.limit, "levels" -> here.levels) { arguments =>
      val here = hereOf(arguments)
      all(i) match
        case StaticType.Record(fields) => record(i, fields, here)
        case StaticType.Items(element) => items(element, here)
        case other                     => throw new IllegalStateException(other.toString)
    }

  private def record(i: Int, fields: Vector[Int], here: Here)(using Quotes): Expr[Long] =
    val types = fields.map(all)
    val (offsets, size) = StaticTypeReader.offsets(types)
    def place(n: Int)(using Quotes): Expr[Long] = '{ ${ here.at } + ${ Expr(offsets(n).toLong) } }
    def down(left: List[(Int, Expr[Int])], first: Expr[Long])(using Quotes): Expr[Long] = left match
      case Nil             => first
      case List((n, word)) => last(i, Reference(fields(n), word, here.copy(at = place(n), limit = first)))
      case (n, word) :: further =>
        '{
          val before = ${ held(Reference(fields(n), word, here.copy(at = place(n), limit = first))) }
          ${ down(further, 'before) }
        }
    val content = fields.indices.toList.filterNot(n => types(n).isInstanceOf[StaticType.Scalar]) match
      case List(n, m) if offsets(m) == offsets(n) + 4 =>
        '{
          val words = $in.words(${ place(n) })
          ${
            val ends =
              for one <- endsOf(fields(n)); other <- endsOf(fields(m)) yield Ends(one, other, offsets(n), offsets(m))
            told(ends, 'words, here)(down(List(m -> '{ (words >>> 32).toInt }, n -> '{ words.toInt }), here.at))
          }
        }
      case references => down(references.reverse.map(n => n -> '{ $in.word(${ place(n) }) }), here.at)
    val booleans =
      for n <- fields.indices.toList if types(n) == StaticType.Scalar(ScalarKind.Boolean) yield '{
        $in.checkBoolean(${ place(n) })
      }
    '{
      if ! $in.fits(${ here.at }, ${ Expr(size) }, ${ here.limit }, ${ here.levels }) then InOrderVerifier.Other
      else ${ Expr.block(booleans, content) }
    }

  /** An object without references, as the target of a word: its bytes, and the word's tag with its number of bits. */
  private final case class End(bytes: Int, tag: Int, bits: Int):
    def word(distance: Int): Int = distance >> UNIT_BITS << bits | tag

  /** Two such objects directly before the object whose words at these offsets lead to them. */
  private final case class Ends(one: End, other: End, offset: Int, otherOffset: Int):
    val bytes: Int = one.bytes + other.bytes
    def words: Long = one.word(offset + bytes) & 0xffffffffL | other.word(otherOffset + other.bytes).toLong << 32

  private def endsOf(i: Int): List[End] =
    val tags = all(i) match
      case StaticType.Tagged(leaves) => leaves.toList.zipWithIndex.map((leaf, number) => leaf -> (number + 1))
      case _                         => List(i -> 0)
    for (tpe, tag) <- tags; bytes <- endBytes(all(tpe)) yield End(bytes, tag, StaticType.bits(all(i)))

  private def endBytes(tpe: StaticType): Option[Int] = tpe match
    case StaticType.Record(fields) =>
      val types = fields.map(all)
      val isEnd = types.forall { case StaticType.Scalar(kind) => kind != ScalarKind.Boolean; case _ => false }
      Option.when(isEnd)(StaticTypeReader.offsets(types)._2)
    case _ => None

  /** Emits a comparison for each pair of ends, up to a limit: objects whose words equal these lead to such ends. All
    * other objects take the general way.
    */
  private def told(ends: List[Ends], words: Expr[Long], here: Here)(otherwise: Expr[Long])(using Quotes): Expr[Long] =
    ends.take(EmitInOrder.MostEnds).foldRight(otherwise) { (both, rest) =>
      '{
        if $words == ${ Expr(both.words) } && $in.fitsBefore(${ here.at }, ${ Expr(both.bytes) })
        then ${ here.at } - ${ Expr(both.bytes.toLong) }
        else $rest
      }
    }

  private def items(element: Int, here: Here)(using Quotes): Expr[Long] = all(element) match
    case StaticType.Scalar(kind) =>
      '{ $in.numbers(${ here.at }, ${ Expr(SlotLayout.ofScalar(kind).width) }, ${ here.limit }) }
    case _ =>
      '{
        val size = $in.rows(${ here.at }, ${ here.limit }, ${ here.levels })
        if size < 0 then InOrderVerifier.Other
        else
          var first = ${ here.at }
          var place = first + 4L * size
          while place > ${ here.at } do
            first = ${ held(Reference(element, '{ $in.word(place) }, here.copy(at = 'place, limit = 'first))) }
            place -= 4
          first
      }

  /** A word, and its position. */
  private final case class Reference(tpe: Int, word: Expr[Int], here: Here)

  /** Checks the target of a word. */
  private def held(ref: Reference)(using Quotes): Expr[Long] =
    val here = ref.here
    all(ref.tpe) match
      case StaticType.Text => '{ $in.text(${ here.at }, ${ ref.word }, ${ here.limit }) }
      case t
          if t.isInstanceOf[StaticType.Tagged] || t.isInstanceOf[StaticType.Maybe] || StaticType.isInOrder(
            all,
            ref.tpe
          ) =>
        called(s"word${ref.tpe}", "at" -> here.at, "limit" -> here.limit, "levels" -> here.levels, "word" -> ref.word) {
          arguments =>
            content(Reference(ref.tpe, arguments(3).asExprOf[Int], hereOf(arguments)))
        }
      case _ => other(ref)

  /** Checks the target of the last word of a record. */
  private def last(record: Int, ref: Reference)(using Quotes): Expr[Long] =
    val bits = StaticType.bits(all(ref.tpe))
    val ownTag = all(ref.tpe) match
      case StaticType.Tagged(leaves)                      => leaves.indexOf(record) + 1
      case StaticType.Maybe(element) if element == record => SlotLayout.Some
      case _                                              => 0
    if ownTag == 0 && ref.tpe != record then held(ref)
    else
      '{
        val word = ${ ref.word }
        if word > ${ Expr((1 << bits) - 1) } && (word & ${ Expr((1 << bits) - 1) }) == ${ Expr(ownTag) }
        then ${ objectAt(record, ref.here.copy(at = targetOf(ref.copy(word = 'word), bits))) }
        else ${ held(ref.copy(word = 'word)) }
      }

  /** Checks the target of a word, inside the method for words of that type. */
  private def content(ref: Reference)(using Quotes): Expr[Long] = all(ref.tpe) match
    case StaticType.Tagged(leaves) => tagged(leaves, ref)
    case StaticType.Maybe(element) => maybe(element, ref)
    case _ => '{
        if ${ ref.word } == 0 then ${ ref.here.limit }
        else ${ deeper(ref.tpe, ref, targetOf(ref, 0)) }
      }

  /** Checks the object of this type that a word refers to. */
  private def deeper(i: Int, ref: Reference, target: Expr[Long])(using Quotes): Expr[Long] =
    objectAt(i, ref.here.copy(at = target, levels = '{ ${ ref.here.levels } + 1 }))

  private def targetOf(ref: Reference, bits: Int)(using Quotes): Expr[Long] =
    '{ $in.target(${ ref.here.at }, ${ ref.word }, ${ Expr(bits) }) }

  /** Checks by the tables: other layouts, and types that only their picklers know. */
  private def other(ref: Reference)(using Quotes): Expr[Long] =
    '{ $in.other(${ Expr(ref.tpe) }, ${ ref.here.at }, ${ ref.here.limit }, ${ ref.here.levels } + 1) }

  private def tagged(leaves: Vector[Int], ref: Reference)(using Quotes): Expr[Long] =
    choice(StaticType.bits(all(ref.tpe)), ref) { target =>
      for (leaf, number) <- leaves.zipWithIndex.toList yield
        val arm = all(leaf) match
          case StaticType.Record(_) => deeper(leaf, ref, target)
          case StaticType.Constant  => '{ $in.alone(${ ref.word }, ${ Expr(number + 1) }, ${ ref.here.limit }) }
          case _                    => other(ref)
        number + 1 -> arm
    }

  private def maybe(element: Int, ref: Reference)(using Quotes): Expr[Long] =
    choice(SlotLayout.OptionBits, ref) { target =>
      val limit = ref.here.limit
      val some = all(element) match
        case _ if StaticType.isInOrder(all, element) => deeper(element, ref, target)
        case StaticType.Text                         => '{ $in.textAt($target, $limit) }
        case StaticType.Scalar(kind) if kind != ScalarKind.Boolean =>
          '{ $in.numberAt($target, ${ Expr(SlotLayout.ofScalar(kind).width) }, $limit) }
        case _ => other(ref)
      List(
        SlotLayout.None -> '{ $in.alone(${ ref.word }, ${ Expr(SlotLayout.None) }, $limit) },
        SlotLayout.Some -> '{ if ${ ref.word } == ${ Expr(SlotLayout.Some) } then $limit else $some }
      )
    }

  /** Selects the check by the word's tag. */
  private def choice(bits: Int, ref: Reference)(arms: Expr[Long] => List[(Int, Expr[Long])])(using Quotes): Expr[Long] =
    '{
      val target = ${ targetOf(ref, bits) }
      ${
        val cases = arms('target).map((tag, arm) => CaseDef(Literal(IntConstant(tag)), None, arm.asTerm))
        val otherwise = CaseDef(Wildcard(), None, '{ $in.nothing(${ ref.word }, ${ ref.here.limit }) }.asTerm)
        Match('{ ${ ref.word } & ${ Expr((1 << bits) - 1) } }.asTerm, cases :+ otherwise).asExprOf[Long]
      }
    }

private object EmitInOrder:
  /** The most comparisons for one record. */
  private final val MostEnds = 4
