package brine.bytecode

import org.objectweb.asm.{Label, Type}
import org.objectweb.asm.Opcodes.*

/** A piece of a method, which leaves a value of this type on the stack. */
private[brine] abstract class Piece(val of: Type):
  def put(m: MethodCode): Unit

  /** True if the method never goes on behind it. */
  def leaves: Boolean = false

  /** Jumps if the value, a boolean, is false. */
  def jumpUnless(m: MethodCode, to: Label): Unit =
    put(m)
    m.jump(IFEQ, to)

/** Code as bytecode of a class. Labels and slots exist only while a piece is put.
  *
  * @param runtimeClass the class of a definition of the recipe
  */
private[brine] final class BytecodeCode(runtimeClass: Int => Class[?], members: => Members, host: Host, made: MadeClass)
    extends Code[Piece]:
  import BytecodeCode.*

  /** Overrides a method of the superclass. `body` gets its parameters. */
  def overrides(method: Call)(body: Seq[Piece] => Piece): Unit = made.overrides(method)(define(_, method, 1)(body))

  def method(name: String, like: Call, arguments: Seq[Piece])(body: Seq[Piece] => Piece): Piece =
    piece(like.result) { m =>
      if !made.hasConstants then self.put(m)
      arguments.foreach(_.put(m))
      made.callHelper(m, name, like.descriptor)(define(_, like, if made.hasConstants then 0 else 1)(body))
    }

  private def define(m: MethodCode, method: Call, first: Int)(body: Seq[Piece] => Piece): Unit =
    val types = Type.getArgumentTypes(method.descriptor).toSeq
    val code = body(types.zip(types.scanLeft(first)(_ + _.getSize)).map((of, at) => parameter(at, of)))
    (if method.result == Type.VOID_TYPE then statement(code) else code).put(m)
    m.instruction(method.result.getOpcode(IRETURN))

  private def parameter(at: Int, of: Type): Piece = piece(of)(_.load(new Variable(at, of)))

  // ---- values

  val unit: Piece = piece(Type.VOID_TYPE)(_ => ())
  val self: Piece = if made.hasConstants then constant("self") else parameter(0, MethodCode.Any)
  def int(value: Int): Piece = piece(Type.INT_TYPE)(_.push(value))
  def long(value: Long): Piece = piece(Type.LONG_TYPE)(_.pushLong(value))
  def text(value: String): Piece = piece(Type.getType(classOf[String]))(_.pushText(value))
  val nul: Piece = piece(MethodCode.Any)(_.pushNull())
  def zero(of: Class[?]): Piece =
    val t = Type.getType(of)
    piece(t)(_.pushZero(t))
  def constant(name: String, numbers: Int*): Piece =
    piece(made.constantType(name))(_.push(new Constant(name, numbers*)))
  def codeOf(definition: Int): Piece = piece(made.constantType("code"))(_.pushCode(definition))
  def module(c: Class[?]): Piece = piece(Type.getType(c))(_.pushModule(c))

  // ---- variables

  def let(value: Piece)(body: Piece => Piece): Piece = value match
    case known: Local if !known.isAssigned => body(known)
    case _                                 => bound(new Local(value.of, isAssigned = false), value)(body)

  def variable(start: Piece)(body: Piece => Piece): Piece = bound(new Local(start.of, isAssigned = true), start)(body)

  private def bound(v: Local, value: Piece)(body: Piece => Piece): Piece =
    val inside = body(v)
    piece(inside.of)(m =>
      m.scope {
        value.put(m)
        v.within(m.stored(v.of))(inside.put(m))
      }
    )

  def assign(variable: Piece, value: Piece): Piece = variable match
    case _ if value.leaves => value
    case v: Local =>
      piece(Type.VOID_TYPE) { m =>
        value.put(m)
        m.store(v.slot)
      }
    case other => throw new IllegalStateException(s"$other is not a variable")

  // ---- order

  def block(parts: Piece*): Piece =
    if parts.isEmpty then unit
    else
      piece(parts.last.of, parts.last.leaves) { m =>
        for part <- parts.init do statement(part).put(m)
        parts.last.put(m)
      }

  private def statement(part: Piece): Piece =
    if part.of == Type.VOID_TYPE then part
    else
      piece(Type.VOID_TYPE) { m =>
        part.put(m)
        m.instruction(if part.of.getSize == 2 then POP2 else POP)
      }

  /** Without a value unless both branches, or the one that does not leave, have one: of the same type, or objects. */
  def when(test: Piece)(yes: Piece)(no: Piece): Piece =
    if test eq never then no
    else
      val of =
        if yes.leaves || yes.of == no.of then no.of
        else if no.leaves then yes.of
        else if yes.of.getSort >= Type.ARRAY && no.of.getSort >= Type.ARRAY then MethodCode.Any
        else if isInt(yes.of) && isInt(no.of) then Type.INT_TYPE
        else Type.VOID_TYPE
      def branch(code: Piece, m: MethodCode): Unit =
        m.scope((if of == Type.VOID_TYPE then statement(code) else code).put(m))
      piece(of, yes.leaves && no.leaves) { m =>
        val (other, end) = (m.label(), m.label())
        test.jumpUnless(m, other)
        branch(yes, m)
        if (no ne unit) && !yes.leaves then m.jump(GOTO, end)
        m.mark(other)
        branch(no, m)
        m.mark(end)
      }

  def switch(number: Piece, cases: Seq[Piece])(otherwise: Piece): Piece = piece(Type.VOID_TYPE) { m =>
    val (default, end) = (m.label(), m.label())
    val labels = cases.map {
      case jump: Jump => jump.to
      case _          => m.label()
    }
    number.put(m)
    m.visitor.visitTableSwitchInsn(0, cases.length - 1, default, labels*)
    for (code, label) <- cases.zip(labels) if !code.isInstanceOf[Jump] do
      m.mark(label)
      m.scope(statement(code).put(m))
      if !code.leaves then m.jump(GOTO, end)
    m.mark(default)
    m.scope(statement(otherwise).put(m))
    m.mark(end)
  }

  def states(count: Int)(state: (Int, Int => Piece) => Piece): Piece =
    val jumps = Vector.fill(count)(new Jump)
    val bodies = Vector.tabulate(count)(i => statement(state(i, jumps)))
    piece(Type.VOID_TYPE) { m =>
      val end = m.label()
      for jump <- jumps do jump.to = m.label()
      for (body, jump) <- bodies.zip(jumps) do
        m.mark(jump.to)
        m.scope(body.put(m))
        if !body.leaves then m.jump(GOTO, end)
      m.mark(end)
    }

  def loop(test: Piece)(body: Piece): Piece = piece(Type.VOID_TYPE) { m =>
    val (head, end) = (m.label(), m.label())
    m.mark(head)
    test.jumpUnless(m, end)
    m.scope(statement(body).put(m))
    m.jump(GOTO, head)
    m.mark(end)
  }

  def raise(exception: Piece): Piece = piece(Type.VOID_TYPE, leaves = true) { m =>
    exception.put(m)
    m.instruction(ATHROW)
  }

  def handled(body: Piece)(failure: Piece => Piece): Piece =
    val e = new Local(MethodCode.Exception, isAssigned = false)
    val thrown = failure(e)
    piece(body.of)(m => m.scope(m.handled(e.within(_)(thrown.put(m)))(m.scope(body.put(m)))))

  // ---- operations

  def call(call: Call, arguments: Piece*): Piece = piece(call.result) { m =>
    arguments.foreach(_.put(m))
    m.call(call)
  }

  def array(values: Seq[Piece]): Piece = piece(objects) { m =>
    m.pushArray(values.length)(i => cast(values(i), classOf[Object]).put(m))
  }

  def item(array: Piece, index: Piece): Piece = piece(Type.getType(array.of.getDescriptor.substring(1))) { m =>
    array.put(m)
    index.put(m)
    m.instruction(AALOAD)
  }

  def length(array: Piece): Piece = piece(Type.INT_TYPE) { m =>
    array.put(m)
    m.instruction(ARRAYLENGTH)
  }

  def add(value: Piece, number: Int): Piece = piece(Type.INT_TYPE) { m =>
    value.put(m)
    m.push(number.abs)
    m.instruction(if number < 0 then ISUB else IADD)
  }

  def less(a: Piece, b: Piece): Piece = compared(a, b, IF_ICMPGE)
  def equal(a: Piece, b: Piece): Piece = compared(a, b, IF_ICMPNE)
  def same(a: Piece, b: Piece): Piece = compared(a, b, IF_ACMPNE)

  private def compared(a: Piece, b: Piece, jumps: Int): Piece = test { (m, to) =>
    a.put(m)
    b.put(m)
    m.jump(jumps, to)
  }

  def isNull(value: Piece): Piece = test { (m, to) =>
    value.put(m)
    m.jump(IFNONNULL, to)
  }

  def is(value: Piece, number: Long): Piece = test { (m, to) =>
    value.put(m)
    m.pushLong(number)
    m.instruction(LCMP)
    m.jump(IFNE, to)
  }

  private def test(jump: (MethodCode, Label) => Unit): Piece = new Piece(Type.BOOLEAN_TYPE):
    def put(m: MethodCode): Unit = when(this)(int(1))(int(0)).put(m)
    override def jumpUnless(m: MethodCode, to: Label): Unit = jump(m, to)

  def cast(value: Piece, to: Class[?]): Piece = castTo(value, Type.getType(to))

  private def castTo(value: Piece, of: Type): Piece =
    if value.of == of then value
    else
      piece(of) { m =>
        value.put(m)
        m.convert(value.of, of)
      }

  // ---- the classes of a recipe

  /** A test that no value passes. */
  private val never: Piece = test((m, to) => m.jump(GOTO, to))

  def isOf(value: Piece, definition: Int): Piece =
    val c = runtimeClass(definition)
    def compares(other: Piece) = same(call(getClassCall, value), other)
    if host.canName(c) then compares(piece(classType)(_.visitor.visitLdcInsn(Type.getType(c))))
    else if made.hasConstants then compares(constant("objectClass", definition))
    else never

  def typed(value: Piece): Piece = castTo(value, members.objectType)
  def field(value: Piece, index: Int): Piece =
    piece(members.typeOf(index))(m => members.getField(m, index)(value.put(m)))

  def asField(value: Piece, index: Int): Piece =
    if value.of.getSort >= Type.ARRAY then castTo(value, members.typeOf(index)) else value

  def construct(fields: Seq[Piece]): Piece =
    piece(members.objectType)(m => members.make(m, fields.map(_.of))(fields(_).put(m)))

  def setField(value: Piece, index: Int, to: Piece): Piece =
    piece(Type.VOID_TYPE)(m => members.setField(m, index)(value.put(m))(to.put(m)))

private object BytecodeCode:
  private val getClassCall = new Methods(classOf[Object])("getClass")
  private val classType = Type.getType(classOf[Class[?]])
  private def isInt(t: Type): Boolean = t.getSort >= Type.BOOLEAN && t.getSort <= Type.INT

  private val objects = Type.getType(classOf[Array[Object]])

  private def piece(of: Type, leaves: Boolean = false)(code: MethodCode => Unit): Piece =
    val ends = leaves
    new Piece(of):
      override def leaves: Boolean = ends
      def put(m: MethodCode): Unit = code(m)

  /** A jump to a state, whose label is known while the states are put. */
  private final class Jump extends Piece(Type.VOID_TYPE):
    var to: Label = new Label
    override def leaves: Boolean = true
    def put(m: MethodCode): Unit = m.jump(GOTO, to)

  /** A variable; it has a slot while its body is put. */
  private final class Local(of: Type, val isAssigned: Boolean) extends Piece(of):
    private var known: Variable | Null = null

    def slot: Variable =
      if known != null then known else throw new IllegalStateException("a variable outside of its body")
    def put(m: MethodCode): Unit = m.load(slot)

    def within(slot: Variable)(body: => Unit): Unit =
      known = slot
      body
      known = null
