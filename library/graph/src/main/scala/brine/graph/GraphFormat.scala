package brine.graph

import java.nio.channels.FileChannel
import java.nio.file.Path
import java.util.concurrent.Executor
import scala.reflect.ClassTag
import brine.{
  FailureBoundary,
  NotNull,
  Pickle,
  PickleException,
  PickleFormat,
  PickleOptions,
  Pickler,
  Sharing,
  Unpickler
}
import brine.graph.clustered.{Actions, External, GraphSettings, Hook}
import brine.graph.clustered.file.{GraphFile, GraphFiles}
import brine.graph.clustered.index.ExternalObjects
import brine.graph.clustered.reading.Materialization
import brine.graph.clustered.writing.Serialization
import brine.wire.{ByteSink, ByteSource}

/** The graph format in place of the binary one: `import brine.graph.given`. */
given graphFormat: GraphFormat = GraphFormat

/** Whole graphs as columns: docs/spec/clustered.md. Every object keeps its identity, immutable objects included. Equal
  * strings may become one string.
  *
  * {{{
  * import brine.graph.given
  * library.pickleTo(path)
  * Pickle.read[Library](path)
  * }}}
  * Use it for values of many objects: similar objects take little space, and a program can inspect them without their
  * classes ([[Graph.inspect]]). The binary format is smaller and faster for a single small record.
  *
  * Settings make a new format, and apply to that format alone:
  * {{{
  * val format = GraphFormat.withHeader("written by" -> "me").withExternal("console", console).withTransient[Cache]
  * x.pickleIn(format)
  * }}}
  * The features are those of "Clustered Serialization with Fuel", sections 4 and 7.
  */
sealed class GraphFormat private[graph] (settings: GraphSettings, rules: Vector[GraphInspection => Option[String]])
    extends PickleFormat:
  type Pickled = GraphPickle

  def pickled(bytes: Array[Byte]): GraphPickle = new GraphPickle(bytes, this)

  /** Writes one value, or throws a [[PickleException]]. */
  inline def write[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Array[Byte] = writeBytes(value)

  def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
    FailureBoundary.writing {
      if options.sharing == Sharing.Off then throw GraphFormat.noSharing
      new Serialization(sink, settings, sharing(options)).run(value, pickler)
    }

  def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    FailureBoundary.reading(source)(readGraph(GraphFile.read(source, options), unpickler, options))

  /** Reads segment by segment, so that memory holds one segment beside the objects read. */
  private[brine] override def readFile[A](channel: FileChannel, unpickler: Unpickler[A], options: PickleOptions): A =
    val source = ByteSource.of(channel)
    FailureBoundary.reading(source) {
      val file = GraphFiles.openToRead(channel, settings.threads, options)
      val more = channel.size - file.bytes
      if more > 0 then throw new PickleException.TrailingBytes(more).atOffset(file.bytes)
      readGraph(file, unpickler, options)
    }

  private[graph] def readGraph[A](file: GraphFile, unpickler: Unpickler[A], options: PickleOptions): A =
    checkRules(file, options)
    val all = sharing(options)
    new Materialization(file, settings, all, ExternalObjects.of(file, settings, _, all)).run(unpickler)

  /** Opens the first graph of a file, to read parts of it with this format's settings. Reads only the footer. Compares
    * a segment with its checksum before it reads the segment's first value.
    *
    * @throws UnsupportedOperationException if this format has [[withDepth]] or [[withFirstObjects]]
    */
  def open(path: Path)(using options: PickleOptions): OpenGraph = open(path, None, isChecked = true, options)

  /** Opens a file like [[open]], and keeps the index of its objects in another file. The first question about single
    * objects writes it. Later programs read it, and need no pass over the graph. A file that is damaged, or that is
    * the index of another graph, is replaced. A graph with values of picklers by hand, or with scalars at places of
    * open types, gets no such file.
    *
    * Write it where only your programs write: its numbers must be in range, and are not compared with the graph.
    * Questions throw what [[open]]'s do, and [[PickleException.InputOutput]] if the file cannot be written,
    * [[PickleException.Malformed]] if it is not an index.
    *
    * {{{ Graph.open(path, index = Path.of(s"$path.index")) }}}
    */
  def open(path: Path, index: Path)(using options: PickleOptions): OpenGraph =
    open(path, Some(NotNull(index, "a path of an index")), isChecked = true, options)

  /** Opens a file like [[open]], but compares only the checksums of header and footer: the caller trusts the bytes. A
    * damaged file may lead to wrong values.
    */
  def openUnchecked(path: Path)(using options: PickleOptions): OpenGraph = open(path, None, isChecked = false, options)

  private def open(path: Path, index: Option[Path], isChecked: Boolean, options: PickleOptions): OpenGraph =
    if !settings.part.isAll then
      throw new UnsupportedOperationException(
        "an open graph is read by its vertices: open it without withDepth and withFirstObjects"
      )
    val channel = Graph.channelOf(path)
    try
      val file = GraphFiles.open(channel, isChecked, options)
      checkRules(file, options)
      new OpenGraph(file, channel, settings, sharing(options), index)
    catch
      case e: Throwable =>
        channel.close()
        throw e

  private def checkRules(file: GraphFile, options: PickleOptions): Unit =
    if rules.nonEmpty then
      val graph = new GraphInspection(file, options)
      for rule <- rules; reason <- rule(graph) do throw new PickleException.RefusedByRule(reason)

  /** The graph format has one kind of sharing: every object keeps its identity. */
  private[graph] def sharing(options: PickleOptions): PickleOptions = options.copy(sharing = Sharing.All)

  private def copyWith(change: GraphSettings => GraphSettings): GraphFormat = new GraphFormat(change(settings), rules)

  /** Writes these pairs before the objects; [[GraphInspection.header]] reads them without the objects. A later call
    * replaces the value of a key. A null key, a null value, or a key that occurs twice in one call makes a write fail.
    */
  def withHeader(values: (String, String)*): GraphFormat =
    copyWith(s => s.copy(header = s.header.filterNot((key, _) => values.exists(_._1 == key)) ++ values))

  /** Writes a name in place of this object; a reader uses the object that it has under that name. The object is
    * recognized by its identity, at every place that can refer to an object. A write is refused
    * ([[PickleException.RuleNotObeyed]]) if the object is at another place: a place of a string, a date, or a type with
    * a pickler by hand. If an object has two names, the last one is written.
    *
    * @throws IllegalArgumentException if the name or the object is null, or if the name belongs to another object
    */
  def withExternal(name: String, value: AnyRef): GraphFormat =
    if value == null then
      throw new IllegalArgumentException(s"the external object '$name' is null: a null needs no name")
    external(name, new External(() => value, value))

  /** Makes the object when a graph that is read refers to this name, once per graph.
    *
    * @throws IllegalArgumentException if the name is null, or belongs to another object
    */
  def withExternalMadeBy(name: String)(make: => AnyRef): GraphFormat = external(name, new External(() => make, null))

  private def external(name: String, external: External): GraphFormat =
    if name == null then throw new IllegalArgumentException("the name of an external object is null")
    for before <- settings.externals.get(name) if before.value == null || (before.value ne external.value) do
      throw new IllegalArgumentException(
        s"the name '$name' belongs to another external object in this format: use two names"
      )
    copyWith(s => s.copy(externals = s.externals + (name -> external)))

  /** Calls `tell` after each write with the names of the external objects to which the graph does not refer, if there
    * are any. An object that equals an external one is another object, and is written whole. Without this setting, a
    * logger (`brine.graph`, a warning) reports each name once.
    */
  def whenUnmet(tell: Seq[String] => Unit): GraphFormat = copyWith(s => s.copy(whenUnmet = s.whenUnmet :+ tell))

  /** Leaves out values of this class: writes null in their place. */
  def withTransient[A](using c: ClassTag[A]): GraphFormat =
    val of = GraphFormat.boxed(c)
    withTransients(of.isInstance(_))

  /** Leaves out these objects: writes null in their place. */
  def withTransientObjects(objects: AnyRef*): GraphFormat =
    val all = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap[AnyRef, java.lang.Boolean])
    objects.foreach(all.add(_))
    withTransients(all.contains(_))

  /** Leaves out values for which this predicate holds: writes null in their place. It is called with every value for
    * which a pickler is called: objects, strings, numbers, dates. A write is refused
    * ([[PickleException.RuleNotObeyed]]) if it would leave out the whole value, or a value at a place without null. The
    * same holds for a scalar that a pickler by hand puts without another pickler.
    */
  def withTransients(is: AnyRef => Boolean): GraphFormat = copyWith(s => s.copy(transients = s.transients :+ is))

  /** Writes a substitute for each value for which this function is defined; each object has one substitute wherever it
    * occurs. The function is called with the same values as [[withTransients]], and a write is refused at the same
    * places. The substitute must have the type of the place. The substitute of an object is not replaced again, and the
    * objects in memory do not change. Values without an identity (strings, numbers, dates) are replaced at every place.
    */
  def withSubstitution(replace: PartialFunction[AnyRef, AnyRef]): GraphFormat =
    copyWith(s => s.copy(substitutions = s.substitutions :+ replace))

  /** Declares that open types of the graph may hold weak or soft references: such a graph is traversed once more before
    * it is written ([[weakReference]]). Other types declare such references themselves.
    */
  def withReferences: GraphFormat = copyWith(_.copy(hasReferences = true))

  /** Calls a function with each object of this class before it is written. */
  def beforeWriting[A](call: A => Unit)(using c: ClassTag[A]): GraphFormat =
    copyWith(s =>
      s.copy(beforeWriting =
        s.beforeWriting :+ new Hook(GraphFormat.boxed(c), (value, _) => call(value.asInstanceOf[A]))
      )
    )

  /** Calls a function with each object of this class after the whole graph has been read. The order is that in which
    * the objects were made: parts before their owners, except in cycles. If a call throws, the read fails, and the
    * actions that earlier calls registered by [[GraphLoad.onFailure]] run. The function receives objects made by a
    * constructor or a migration. It does not receive values (strings, numbers, dates), collections, arrays, and results
    * of picklers by hand.
    *
    * @throws IllegalArgumentException for a class without such objects: a string, a number, a date, an array or a list
    */
  def afterReading[A](call: (A, GraphLoad) => Unit)(using c: ClassTag[A]): GraphFormat =
    if GraphFormat.isNeverMade(c.runtimeClass) then
      throw new IllegalArgumentException(
        "hooks after reading are called with objects that a constructor or a migration made, never with a " +
          s"${c.runtimeClass.getName}: " +
          "name the class of the objects that hold it"
      )
    val hook = new Hook(c.runtimeClass, (value, onFailure) => call(value.asInstanceOf[A], undo => onFailure(undo)))
    copyWith(s => s.copy(afterReading = s.afterReading :+ hook))

  /** Runs an action once, before a graph is written or read. If it throws, the write or read does nothing. */
  def before(step: GraphStep)(action: => Unit): GraphFormat =
    acting(step)(a => a.copy(before = a.before :+ (() => action)))

  /** Runs an action once, after a graph was written or read and all hooks ran; not after a failure. If it throws, the
    * write or read fails, and the actions registered by [[GraphLoad.onFailure]] run; a file is not replaced.
    */
  def after(step: GraphStep)(action: => Unit): GraphFormat =
    acting(step)(a => a.copy(after = a.after :+ (() => action)))

  private def acting(step: GraphStep)(change: Actions => Actions): GraphFormat = step match
    case GraphStep.Written => copyWith(s => s.copy(writing = change(s.writing)))
    case GraphStep.Read    => copyWith(s => s.copy(reading = change(s.reading)))

  /** Reads a graph only if this rule accepts its footer, before any object exists. The rule returns the reason for a
    * refusal, or None.
    */
  def withRule(rule: GraphInspection => Option[String]): GraphFormat =
    new GraphFormat(settings, rules :+ rule)

  /** Reads a graph only if it has at most this number of objects. */
  def withMostObjects(most: Long): GraphFormat =
    withRule(graph => Option.when(graph.objects > most)(s"${graph.objects} objects, and $most may be read"))

  /** Reads a graph only if all of its classes have one of these names, with or without packages. A name without a
    * package is refused if two classes of the graph have it. The graph's writer chose the names in the graph.
    */
  def withClasses(names: String*): GraphFormat = withRule { graph =>
    val classes = graph.types.filter(_.isClass)
    val others = classes.filter(t => !names.exists(t.isNamed)).map(_.name)
    val unclear = classes.filter(t => !names.contains(t.fullName)).flatMap { t =>
      val fullNames = classes.filter(_.name == t.name).map(_.fullName).distinct
      Option.when(fullNames.length > 1)(
        s"${t.name} is ${fullNames.mkString(" and ")} there: name those that may be read in full"
      )
    }
    if others.nonEmpty then Some(s"objects of ${others.mkString(", ")}") else unclear.headOption
  }

  /** Reads only objects inside at most `levels - 1` other objects: with 1, only the outermost ones. Collections do not
    * count as levels. A deeper object is a hole: null in a field or an array, `None` in an option. A collection omits
    * it. A map omits the entry if the key is a scalar; otherwise its value is null. A reference to an object inside a
    * hole is a hole, too: the first place in the graph's order decides. Scalars, strings and objects without fields are
    * never holes.
    *
    * The reader skips holes without building them. If a constructor refuses a null, the read fails and names the path.
    */
  def withDepth(levels: Int): GraphFormat =
    if levels < 1 then throw new IllegalArgumentException(s"$levels levels")
    copyWith(s => s.copy(part = s.part.copy(depth = levels)))

  /** Reads only the first `count` objects and collections of a graph, in the order in which they were written, and the
    * scalars in them. The others are holes, as by [[withDepth]]; a collection that begins later is empty.
    */
  def withFirstObjects(count: Int): GraphFormat =
    if count < 1 then throw new IllegalArgumentException(s"$count objects")
    copyWith(s => s.copy(part = s.part.copy(firstObjects = count)))

  /** Calls `tell` after each read with the number of objects left out by [[withDepth]] and [[withFirstObjects]]. */
  def whenLeftOut(tell: Long => Unit): GraphFormat = copyWith(s => s.copy(whenLeftOut = s.whenLeftOut :+ tell))

  /** Reads a graph by this thread and by tasks of `executor`, as many together as there are processors. Large
    * collections are read in pieces if their elements refer to nothing in another piece. The result is the same, and no
    * task of the read runs after it has ended. Formats with [[withDepth]], [[withFirstObjects]] or [[afterReading]] use
    * one thread.
    *
    * Constructors, migrations and picklers by hand then run in those threads, too. If they wait for this thread (for a
    * lock that it holds, or for an `object` whose initializer calls the read), the read never ends.
    */
  def withExecutor(executor: Executor): GraphFormat = copyWith(_.copy(executor = executor))

  /** Reports the progress of a write or read, about every 65,536 objects and at the end. */
  def withListener(listener: GraphListener): GraphFormat =
    copyWith(_.copy(
      whenWritten = listener.progress(GraphStep.Written, _, _),
      whenRead = listener.progress(GraphStep.Read, _, _)
    ))

/** The format without settings. */
object GraphFormat extends GraphFormat(GraphSettings(), Vector.empty):
  /** The class of values as rules receive them: numbers are boxed. */
  private def boxed(of: ClassTag[?]): Class[?] =
    if of.runtimeClass == classOf[Unit] then classOf[scala.runtime.BoxedUnit]
    else java.lang.invoke.MethodType.methodType(of.runtimeClass).wrap().returnType()

  /** True for a class whose objects no constructor makes while a graph is read; users cannot extend it. */
  private def isNeverMade(c: Class[?]): Boolean =
    c.isPrimitive || c.isArray || java.lang.reflect.Modifier.isFinal(
      c.getModifiers
    ) && c.getPackageName == "java.lang" ||
      c.getPackageName == "java.time" || c.getPackageName == "java.math" || classOf[
        scala.collection.immutable.List[?]
      ].isAssignableFrom(c)

  private def noSharing: PickleException = new PickleException.RuleNotObeyed(
    "the graph format writes every object once, and `PickleOptions(sharing = Sharing.Off)` asks for the opposite. " +
      "Leave the sharing as it " +
      "is, or write the binary format"
  )

/** A value in the graph format, which is read by `format`. */
final class GraphPickle(bytes: Array[Byte], val format: GraphFormat = GraphFormat) extends Pickle(bytes):
  type Format = GraphFormat

/** The progress of a write or read. */
trait GraphListener:
  /** @param total the number of all objects, -1 while it is unknown */
  def progress(step: GraphStep, done: Long, total: Long): Unit

enum GraphStep:
  case Written, Read

/** A graph that has been read, but not returned to the caller yet. */
trait GraphLoad:
  /** Registers an action for the case that the read fails later. The last registered action runs first. */
  def onFailure(undo: () => Unit): Unit
