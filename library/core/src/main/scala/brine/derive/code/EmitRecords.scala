package brine.derive.code

import scala.quoted.*
import brine.emitted.{EmittedFailures, RecordComponents}

/** Emits the comparison of a new Java record with the components that its constructor was given.
  *
  * For `record Point(int x, int y)`:
  *
  * {{{
  * val made = new Point(a, b)
  * if !RecordComponents.isKept(made.x(), a) then throw EmittedFailures.changedComponent(made, "x")
  * if !RecordComponents.isKept(made.y(), b) then throw EmittedFailures.changedComponent(made, "y")
  * made
  * }}}
  *
  * After a constructor that only stores its arguments, each is a comparison of one number or reference with itself.
  */
private[brine] object EmitRecords:
  /** @param names     of the components
    * @param arguments of the constructor, each of which is evaluated once
    * @param make      calls the constructor
    * @param found     reads the component with this index
    */
  def apply[R: Type](names: List[String], arguments: List[Expr[Any]])(
      make: Quotes ?=> List[Expr[Any]] => Expr[R],
      found: Quotes ?=> (Expr[R], Int) => Expr[Any]
  )(using Quotes): Expr[R] =
    def verified(values: List[Expr[Any]])(using Quotes): Expr[R] = '{
      val made: R = ${ make(values) }
      ${ Expr.block(names.indices.toList.map(i => verify('made, names(i), found('made, i), values(i))), '{ () }) }
      made
    }
    def bound(left: List[Expr[Any]], done: List[Expr[Any]])(using Quotes): Expr[R] = left match
      case Nil => verified(done.reverse)
      case argument :: others =>
        argument match
          case '{ $known: t } => '{
              val part: t = $known
              ${ bound(others, 'part :: done) }
            }
    bound(arguments, Nil)

  private def verify(made: Expr[Any], name: String, found: Expr[Any], given_ : Expr[Any])(using Quotes): Expr[Unit] = '{
    if !${ isKept(found, given_) } then throw EmittedFailures.changedComponent($made, ${ Expr(name) })
  }

  private def isKept(found: Expr[Any], given_ : Expr[Any])(using Quotes): Expr[Boolean] = (found, given_) match
    case ('{ $a: Int }, '{ $b: Int })         => '{ RecordComponents.isKept($a, $b) }
    case ('{ $a: Long }, '{ $b: Long })       => '{ RecordComponents.isKept($a, $b) }
    case ('{ $a: Double }, '{ $b: Double })   => '{ RecordComponents.isKept($a, $b) }
    case ('{ $a: Float }, '{ $b: Float })     => '{ RecordComponents.isKept($a, $b) }
    case ('{ $a: Boolean }, '{ $b: Boolean }) => '{ RecordComponents.isKept($a, $b) }
    case ('{ $a: Byte }, '{ $b: Byte })       => '{ RecordComponents.isKept($a.toInt, $b.toInt) }
    case ('{ $a: Short }, '{ $b: Short })     => '{ RecordComponents.isKept($a.toInt, $b.toInt) }
    case ('{ $a: Char }, '{ $b: Char })       => '{ RecordComponents.isKept($a.toInt, $b.toInt) }
    case _                                    => '{ RecordComponents.isKeptObject($found, $given_) }
