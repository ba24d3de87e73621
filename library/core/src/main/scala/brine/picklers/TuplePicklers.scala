package brine.picklers

import scala.compiletime.ops.int.>
import brine.Pickler
import brine.derive.Derive

/** Tuples, and `Either`: derived like anybody's classes. */
trait TuplePicklers extends WideTuplePicklers:
  given either[A, B](using Pickler[A], Pickler[B]): Pickler[Either[A, B]] = Pickler.derived
  given tuple1[A](using Pickler[A]): Pickler[Tuple1[A]] = Pickler.derived
  given tuple2[A, B](using Pickler[A], Pickler[B]): Pickler[(A, B)] = Pickler.derived
  given tuple3[A, B, C](using Pickler[A], Pickler[B], Pickler[C]): Pickler[(A, B, C)] = Pickler.derived
  given tuple4[A, B, C, D](using Pickler[A], Pickler[B], Pickler[C], Pickler[D]): Pickler[(A, B, C, D)] =
    Pickler.derived
  given tuple5[A, B, C, D, E](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E]
  ): Pickler[(A, B, C, D, E)] = Pickler.derived
  given tuple6[A, B, C, D, E, F](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F]
  ): Pickler[(A, B, C, D, E, F)] = Pickler.derived
  given tuple7[A, B, C, D, E, F, G](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G]
  ): Pickler[(A, B, C, D, E, F, G)] = Pickler.derived
  given tuple8[A, B, C, D, E, F, G, H](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H]
  ): Pickler[(A, B, C, D, E, F, G, H)] = Pickler.derived
  given tuple9[A, B, C, D, E, F, G, H, I](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I]
  ): Pickler[(A, B, C, D, E, F, G, H, I)] = Pickler.derived
  given tuple10[A, B, C, D, E, F, G, H, I, J](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J)] = Pickler.derived
  given tuple11[A, B, C, D, E, F, G, H, I, J, K](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K)] = Pickler.derived
  given tuple12[A, B, C, D, E, F, G, H, I, J, K, L](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K],
      Pickler[L]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K, L)] = Pickler.derived
  given tuple13[A, B, C, D, E, F, G, H, I, J, K, L, M](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K],
      Pickler[L],
      Pickler[M]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K, L, M)] = Pickler.derived
  given tuple14[A, B, C, D, E, F, G, H, I, J, K, L, M, N](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K],
      Pickler[L],
      Pickler[M],
      Pickler[N]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K, L, M, N)] = Pickler.derived
  given tuple15[A, B, C, D, E, F, G, H, I, J, K, L, M, N, O](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K],
      Pickler[L],
      Pickler[M],
      Pickler[N],
      Pickler[O]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O)] = Pickler.derived
  given tuple16[A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K],
      Pickler[L],
      Pickler[M],
      Pickler[N],
      Pickler[O],
      Pickler[P]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P)] = Pickler.derived
  given tuple17[A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K],
      Pickler[L],
      Pickler[M],
      Pickler[N],
      Pickler[O],
      Pickler[P],
      Pickler[Q]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q)] = Pickler.derived
  given tuple18[A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K],
      Pickler[L],
      Pickler[M],
      Pickler[N],
      Pickler[O],
      Pickler[P],
      Pickler[Q],
      Pickler[R]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R)] = Pickler.derived
  given tuple19[A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K],
      Pickler[L],
      Pickler[M],
      Pickler[N],
      Pickler[O],
      Pickler[P],
      Pickler[Q],
      Pickler[R],
      Pickler[S]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S)] = Pickler.derived
  given tuple20[A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K],
      Pickler[L],
      Pickler[M],
      Pickler[N],
      Pickler[O],
      Pickler[P],
      Pickler[Q],
      Pickler[R],
      Pickler[S],
      Pickler[T]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T)] = Pickler.derived
  given tuple21[A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K],
      Pickler[L],
      Pickler[M],
      Pickler[N],
      Pickler[O],
      Pickler[P],
      Pickler[Q],
      Pickler[R],
      Pickler[S],
      Pickler[T],
      Pickler[U]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U)] = Pickler.derived
  given tuple22[A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V](using
      Pickler[A],
      Pickler[B],
      Pickler[C],
      Pickler[D],
      Pickler[E],
      Pickler[F],
      Pickler[G],
      Pickler[H],
      Pickler[I],
      Pickler[J],
      Pickler[K],
      Pickler[L],
      Pickler[M],
      Pickler[N],
      Pickler[O],
      Pickler[P],
      Pickler[Q],
      Pickler[R],
      Pickler[S],
      Pickler[T],
      Pickler[U],
      Pickler[V]
  ): Pickler[(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V)] = Pickler.derived

sealed trait WideTuplePicklers:
  /** A tuple of more than 22. */
  inline given wideTuple[Head, Tail <: Tuple](using (Tuple.Size[Tail] > 21) =:= true): Pickler[Head *: Tail] =
    ${ Derive.pickler[Head *: Tail] }
