package brine.bytecode

/** A language in which code is made. `V` is a piece of code, which may have a value.
  *
  * A body that uses a variable is a function of it, and the variable ends with the body. Pieces have no types: the
  * language, or the JVM, refuses a wrong one.
  */
private[brine] trait Code[V]:
  // ---- values

  def unit: V
  def int(value: Int): V
  def long(value: Long): V
  def text(value: String): V
  def nul: V

  /** The value of a field of this class to which nothing was assigned. */
  def zero(of: Class[?]): V

  /** The object whose method the code is. */
  def self: V

  /** A constant of the class that is being made: [[CodeConstants]]. */
  def constant(name: String, numbers: Int*): V

  /** The code of another definition. */
  def codeOf(definition: Int): V

  /** An object of Scala's, by its class. */
  def module(c: Class[?]): V

  // ---- variables

  def let(value: V)(body: V => V): V
  def variable(start: V)(body: V => V): V
  def assign(variable: V, value: V): V

  // ---- order

  def block(parts: V*): V
  def when(test: V)(yes: V)(no: V): V

  /** The case of a number, from 0. */
  def switch(number: V, cases: Seq[V])(otherwise: V): V
  def loop(test: V)(body: V): V

  /** Runs state 0. A state ends by a jump to another, which its function makes by the number, or ends all. */
  def states(count: Int)(state: (Int, Int => V) => V): V
  def raise(exception: V): V

  /** `try body catch case e: Exception => throw failure(e)`, which is not an argument of another operation. Variables
    * that `failure` uses begin before it.
    */
  def handled(body: V)(failure: V => V): V

  /** Calls a method of the code's class with the parameters of `like`, which is made once for each name. */
  def method(name: String, like: Call, arguments: Seq[V])(body: Seq[V] => V): V

  // ---- operations

  /** A method of a Scala object, or of the first argument. */
  def call(call: Call, arguments: V*): V

  /** An array of objects. */
  def array(values: Seq[V]): V

  /** An element of an array of objects. */
  def item(array: V, index: V): V
  def length(array: V): V
  def add(value: V, number: Int): V
  def less(a: V, b: V): V
  def equal(a: V, b: V): V
  def same(a: V, b: V): V
  def isNull(value: V): V

  /** True if a long is this number. */
  def is(value: V, number: Long): V

  /** Also boxes and unboxes; nothing if the language sees that the value has this class. */
  def cast(value: V, to: Class[?]): V

  // ---- the classes of a recipe

  /** True if the value is of exactly this class. False for all values if code cannot name the class. */
  def isOf(value: V, definition: Int): V

  /** The value as an object of the root, as far as code can name its class. */
  def typed(value: V): V

  /** A field of a typed object. */
  def field(value: V, index: Int): V

  /** The value as one of a field, as far as code can name its class. */
  def asField(value: V, index: Int): V

  /** An object of the root, of all its fields. Those that are lacking at the end are zero, and assigned later. */
  def construct(fields: Seq[V]): V

  /** Assigns to a field of a typed object. */
  def setField(value: V, index: Int, to: V): V
