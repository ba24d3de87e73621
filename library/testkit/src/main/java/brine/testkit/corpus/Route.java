package brine.testkit.corpus;

import java.util.List;

/** A sealed family of records, of an enum, and of another sealed interface. */
public sealed interface Route permits Route.Stop, Route.Trip, Route.Signal, Route.Detour {
  record Stop(String name, int zone) implements Route {}

  record Trip(Stop from, Stop to, List<Route> parts) implements Route {}

  enum Signal implements Route {
    RED,
    GREEN
  }

  sealed interface Detour extends Route {
    record Around(Route what, long metres) implements Detour {}

    record Back() implements Detour {}
  }

  /** A generic family. */
  sealed interface Tree<A> {
    record Leaf<A>(A value) implements Tree<A> {}

    record Fork<A>(Tree<A> left, Tree<A> right) implements Tree<A> {}
  }

  /** A family with a class that shows no fields. */
  sealed interface Closed {
    record Shown(int n) implements Closed {}

    final class Hidden implements Closed {
      private int n;
    }
  }
}
