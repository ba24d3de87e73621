package brine.region

import scala.quoted.*
import brine.shape.ScalarKind

/** Emits the code that goes down from objects of the classes that the compiler sees to what they hold, for [[InOrder]].
  *
  * For `enum Tree { case Leaf(value: Int); case Node(left: Tree, right: Tree) }`:
  * {{{
  * def word0(at: Long, limit: Long, levels: Int): Long =       // a reference to a Tree
  *   val word = in.word(at)
  *   val target = in.target(at, word, 2)
  *   word & 3 match
  *     case 1 => object1(target, limit, levels)
  *     case 2 => object2(target, limit, levels)
  *     case _ => in.nothing(word, limit)
  * def object2(at: Long, limit: Long, levels: Int): Long =     // a Node
  *   if !in.fits(at, 8, limit, levels) then InOrder.Other
  *   else
  *     val first = word0(at + 4, at, levels + 1)
  *     word0(at, first, levels + 1)
  * }}}
  */
private[region] final class EmitInOrder[Q <: Quotes](val quotes: Q, all: Vector[StaticType], in: Expr[InOrder]):
  import quotes.reflect.*
  private given Quotes = quotes
  private val owner = Symbol.spliceOwner
  private val methods = scala.collection.mutable.Map.empty[String, Symbol]
  private val definitions = scala.collection.mutable.ArrayBuffer.empty[DefDef]

  /** Where an object stands or a word that refers to it; where what was met before begins; how deep it is. */
  private final case class Here(at: Expr[Long], limit: Expr[Long], levels: Expr[Int])

  /** The object of the type of this number. */
  def code(number: Expr[Int], at: Expr[Long], limit: Expr[Long], levels: Expr[Int]): Expr[Long] =
    val cases = all.indices.toList.filter(StaticType.isInOrder(all, _)).map { i =>
      CaseDef(Literal(IntConstant(i)), None, objectAt(i, Here(at, limit, levels)).asTerm)
    }
    val body = Match(number.asTerm, cases :+ CaseDef(Wildcard(), None, '{ InOrder.Other }.asTerm))
    Block(definitions.toList, body).asExprOf[Long]

  private def called(name: String, here: Here)(body: Quotes ?=> Here => Expr[Long]): Expr[Long] =
    val method = methods.getOrElse(name, {
      val long = TypeRepr.of[Long]
      val tpe = MethodType(List("at", "limit", "levels"))(_ => List(long, long, TypeRepr.of[Int]), _ => long)
      val symbol = Symbol.newMethod(owner, name, tpe)
      methods(name) = symbol
      definitions += DefDef(symbol, {
        case List(List(at: Term, limit: Term, levels: Term)) =>
          val parameters = Here(at.asExprOf[Long], limit.asExprOf[Long], levels.asExprOf[Int])
          Some(body(using symbol.asQuotes)(parameters).asTerm.changeOwner(symbol))
        case other => throw new IllegalStateException(other.toString)
      })
      symbol
    })
    Apply(Ref(method), List(here.at.asTerm, here.limit.asTerm, here.levels.asTerm)).asExprOf[Long]

  /** The object of a type, which begins here. */
  private def objectAt(i: Int, here: Here): Expr[Long] = called(s"object$i", here) { here =>
    all(i) match
      case StaticType.Record(fields) => record(fields, here)
      case StaticType.Items(element) => items(element, here)
      case other                     => throw new IllegalStateException(other.toString)
  }

  private def record(fields: Vector[Int], here: Here)(using Quotes): Expr[Long] =
    val types = fields.map(all)
    val (offsets, size) = ReadStatic.offsets(types)
    def place(n: Int)(using Quotes): Expr[Long] = '{ ${ here.at } + ${ Expr(offsets(n).toLong) } }
    val references = fields.indices.toList.reverse.filterNot(n => types(n).isInstanceOf[StaticType.Scalar])
    def down(left: List[Int], first: Expr[Long])(using Quotes): Expr[Long] = left match
      case Nil          => first
      case List(n)      => word(fields(n), Here(place(n), first, '{ ${ here.levels } + 1 }))
      case n :: further =>
        '{
          val before = ${ word(fields(n), Here(place(n), first, '{ ${ here.levels } + 1 })) }
          ${ down(further, 'before) }
        }
    val booleans =
      for n <- fields.indices.toList if types(n) == StaticType.Scalar(ScalarKind.Boolean) yield '{ $in.checkBoolean(${ place(n) }) }
    '{
      if !$in.fits(${ here.at }, ${ Expr(size) }, ${ here.limit }, ${ here.levels }) then InOrder.Other
      else ${ Expr.block(booleans, down(references, here.at)) }
    }

  private def items(element: Int, here: Here)(using Quotes): Expr[Long] = all(element) match
    case StaticType.Scalar(kind) => '{ $in.numbers(${ here.at }, ${ Expr(Place.ofScalar(kind).width) }, ${ here.limit }) }
    case _ =>
      '{
        val size = $in.rows(${ here.at }, ${ here.limit }, ${ here.levels })
        if size < 0 then InOrder.Other
        else
          var first = ${ here.at }
          var place = first + 4L * size
          while place > ${ here.at } do
            first = ${ word(element, Here('place, 'first, '{ ${ here.levels } + 1 })) }
            place -= 4
          first
      }

  /** What a word refers to. */
  private def word(i: Int, here: Here)(using Quotes): Expr[Long] = all(i) match
    case StaticType.Text                   => '{ $in.text(${ here.at }, ${ here.limit }) }
    case StaticType.Tagged(leaves)         => called(s"word$i", here)(tagged(i, leaves, _))
    case StaticType.Maybe(element)         => called(s"word$i", here)(maybe(i, element, _))
    case _ if StaticType.isInOrder(all, i) => called(s"word$i", here) { here =>
        '{
          val word = $in.word(${ here.at })
          if word == 0 then ${ here.limit }
          else ${ objectAt(i, here.copy(at = '{ $in.target(${ here.at }, word, 0) })) }
        }
      }
    case _ => other(i, here)

  /** By the tables: what stands otherwise, or as only its pickler knows. */
  private def other(i: Int, here: Here)(using Quotes): Expr[Long] =
    '{ $in.other(${ Expr(i) }, ${ here.at }, ${ here.limit }, ${ here.levels }) }

  private def tagged(i: Int, leaves: Vector[Int], here: Here)(using Quotes): Expr[Long] =
    choice(StaticType.bits(all(i)), here) { (word, target) =>
      for (leaf, number) <- leaves.zipWithIndex.toList yield
        val arm = all(leaf) match
          case StaticType.Record(_) => objectAt(leaf, here.copy(at = target))
          case StaticType.Constant  => '{ $in.alone($word, ${ Expr(number + 1) }, ${ here.limit }) }
          case _                    => other(i, here)
        number + 1 -> arm
    }

  private def maybe(i: Int, element: Int, here: Here)(using Quotes): Expr[Long] =
    choice(Place.OptionBits, here) { (word, target) =>
      val content = all(element) match
        case _ if StaticType.isInOrder(all, element)               => objectAt(element, here.copy(at = target))
        case StaticType.Text                                       => '{ $in.textAt($target, ${ here.limit }) }
        case StaticType.Scalar(kind) if kind != ScalarKind.Boolean =>
          '{ $in.numberAt($target, ${ Expr(Place.ofScalar(kind).width) }, ${ here.limit }) }
        case _                                                     => other(i, here)
      List(
        Place.None -> '{ $in.alone($word, ${ Expr(Place.None) }, ${ here.limit }) },
        Place.Some -> '{ if $word == ${ Expr(Place.Some) } then ${ here.limit } else $content }
      )
    }

  /** By the tag of the word that is here. */
  private def choice(bits: Int, here: Here)(arms: (Expr[Int], Expr[Long]) => List[(Int, Expr[Long])])(using Quotes): Expr[Long] =
    '{
      val word = $in.word(${ here.at })
      val target = $in.target(${ here.at }, word, ${ Expr(bits) })
      ${
        val cases = arms('word, 'target).map((tag, arm) => CaseDef(Literal(IntConstant(tag)), None, arm.asTerm))
        val otherwise = CaseDef(Wildcard(), None, '{ $in.nothing(word, ${ here.limit }) }.asTerm)
        Match('{ word & ${ Expr((1 << bits) - 1) } }.asTerm, cases :+ otherwise).asExprOf[Long]
      }
    }
