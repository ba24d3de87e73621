package brine.graph

import java.nio.channels.FileChannel
import java.nio.file.Path
import java.util.concurrent.Executor
import scala.reflect.ClassTag
import brine.{Door, Pickle, PickleException, PickleFormat, PickleOptions, Pickler, Sharing, Unpickler}
import brine.graph.clustered.{Actions, External, GraphFile, GraphFiles, Hook, Materialization, Serialization, Settings}
import brine.wire.{ByteSink, ByteSource}

/** What `import brine.graph.given` brings: the graph format in place of the binary one. */
given graphFormat: GraphFormat = GraphFormat

/** Whole graphs, as columns: docs/spec/clustered.md. Every object keeps its identity, immutable ones, too; equal strings need
  * not stay two.
  *
  * {{{
  * import brine.graph.given
  * library.pickleTo(path)
  * Pickle.read[Library](path)
  * }}}
  * It is for values of many objects: small where they are alike, and to be looked into without their classes
  * ([[Graph.inspect]]). A single small record is smaller and faster in the binary format.
  *
  * Settings per call go into a format of their own, and are in force for that format alone:
  * {{{
  * val format = GraphFormat.withHeader("written by" -> "me").withExternal("console", console).withTransient[Cache]
  * x.pickleIn(format)
  * }}}
  * The features are those of "Clustered Serialization with Fuel", sections 4 and 7.
  */
sealed class GraphFormat private[graph] (settings: Settings, rules: Vector[GraphInspection => Option[String]]) extends PickleFormat:
  type Pickled = GraphPickle

  def pickled(bytes: Array[Byte]): GraphPickle = new GraphPickle(bytes, this)

  /** Writes one value, or throws a [[PickleException]]. */
  inline def write[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Array[Byte] = writeBytes(value)

  def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
    Door.writing {
      if options.sharing == Sharing.Off then throw GraphFormat.noSharing
      new Serialization(sink, settings, sharing(options)).run(value, pickler)
    }

  def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    Door.reading(source)(readGraph(GraphFile.read(source, options), unpickler, options))

  /** Segment by segment, so that one of them is in memory beside what has been read. */
  private[brine] override def readFile[A](channel: FileChannel, unpickler: Unpickler[A], options: PickleOptions): A =
    val source = ByteSource.of(channel)
    Door.reading(source) {
      val file = GraphFiles.openToRead(channel, settings.threads, options)
      val more = channel.size - file.bytes
      if more > 0 then throw new PickleException.TrailingBytes(more).atOffset(file.bytes)
      readGraph(file, unpickler, options)
    }

  private[graph] def readGraph[A](file: GraphFile, unpickler: Unpickler[A], options: PickleOptions): A =
    checkRules(file, options)
    new Materialization(file, settings, sharing(options)).run(unpickler)

  /** Opens the first graph of a file, to read what is asked for, as this format is told. Reads the footer, and nothing else. A segment
    * is compared with its checksum before the first of its values is read.
    *
    * @throws UnsupportedOperationException if only part of a graph is to be read by [[withDepth]] or [[withFirstObjects]]
    */
  def open(path: Path)(using options: PickleOptions): OpenGraph = open(path, isChecked = true, options)

  /** [[open]] of a file whose bytes are known to be sound: of the checksums those of header and footer are compared. In a damaged file,
    * wrong values may be found.
    */
  def openUnchecked(path: Path)(using options: PickleOptions): OpenGraph = open(path, isChecked = false, options)

  private def open(path: Path, isChecked: Boolean, options: PickleOptions): OpenGraph =
    if !settings.part.isAll then throw new UnsupportedOperationException("an open graph is read by its vertices, not to a depth")
    val channel = Graph.channelOf(path)
    try
      val file = GraphFiles.open(channel, isChecked, options)
      checkRules(file, options)
      new OpenGraph(file, channel, settings, sharing(options))
    catch
      case e: Throwable =>
        channel.close()
        throw e

  private def checkRules(file: GraphFile, options: PickleOptions): Unit =
    if rules.nonEmpty then
      val graph = new GraphInspection(file, options)
      for rule <- rules; reason <- rule(graph) do throw new PickleException.RefusedByRule(reason)

  /** There is one sharing here: every object keeps its identity. */
  private[graph] def sharing(options: PickleOptions): PickleOptions = options.copy(sharing = Sharing.All)

  private def but(change: Settings => Settings): GraphFormat = new GraphFormat(change(settings), rules)

  /** Writes these before the objects; they can be read without them ([[GraphInspection.header]]). A later call replaces the value of a
    * key. Neither keys nor values may be null, nor a key be twice in one call: a write is then refused.
    */
  def withHeader(values: (String, String)*): GraphFormat =
    but(s => s.copy(header = s.header.filterNot((key, _) => values.exists(_._1 == key)) ++ values))

  /** Writes a name in place of this object; a reader gives the object that it has under that name. The object is known by its identity,
    * at every place that can refer to an object. Where it stands at another (of a string, a date, a type with a pickler by
    * hand), the write is refused ([[PickleException.RuleNotObeyed]]). Of two names of one object the last is written.
    *
    * @throws IllegalArgumentException if the name or the object is null, or the name is another object's
    */
  def withExternal(name: String, value: AnyRef): GraphFormat =
    if value == null then throw new IllegalArgumentException(s"the external object '$name' is null: a null needs no name")
    external(name, new External(() => value, value))

  /** Where a graph refers to this name, a reader makes the object, once for each graph.
    *
    * @throws IllegalArgumentException if the name is null, or another object's
    */
  def withExternalMadeBy(name: String)(make: => AnyRef): GraphFormat = external(name, new External(() => make, null))

  private def external(name: String, external: External): GraphFormat =
    if name == null then throw new IllegalArgumentException("the name of an external object is null")
    for before <- settings.externals.get(name) if before.value == null || (before.value ne external.value) do
      throw new IllegalArgumentException(s"the name '$name' belongs to another external object in this format: use two names")
    but(s => s.copy(externals = s.externals + (name -> external)))

  /** Told after each write which external objects the graph does not refer to, if there are any: an object that is equal to an external
    * one is another object, and is written whole. Without this, a logger (`brine.graph`, a warning) is told once for each name.
    */
  def whenUnmet(tell: Seq[String] => Unit): GraphFormat = but(s => s.copy(whenUnmet = s.whenUnmet :+ tell))

  /** Values of this class are not written: where one stands, a null does. */
  def withTransient[A](using c: ClassTag[A]): GraphFormat =
    val of = GraphFormat.boxed(c)
    withTransients(of.isInstance(_))

  /** These objects are not written. */
  def withTransientObjects(objects: AnyRef*): GraphFormat =
    val all = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap[AnyRef, java.lang.Boolean])
    objects.foreach(all.add(_))
    withTransients(all.contains(_))

  /** Values for which this holds are not written: where one stands, a null does. Asked about every value that a pickler is called for, be
    * it an object, a string, a number or a date. A write is refused ([[PickleException.RuleNotObeyed]]) where that cannot be:
    * at a place that holds no null, of the whole value, and of a scalar that a pickler by hand puts itself.
    */
  def withTransients(is: AnyRef => Boolean): GraphFormat = but(s => s.copy(transients = s.transients :+ is))

  /** Writes another value in place of each that this is defined for: one for an object, wherever it stands. Asked about the values that
    * [[withTransients]] is asked about, and refused where that is. The other one must be of the place's type; if it is an
    * object, it is not replaced in its turn; the objects themselves stay as they are. Values without an identity (strings,
    * numbers, dates) are replaced wherever they stand.
    */
  def withSubstitution(replace: PartialFunction[AnyRef, AnyRef]): GraphFormat = but(s => s.copy(substitutions = s.substitutions :+ replace))

  /** For graphs in which weak or soft references are met behind open types: such a graph is gone through once more before it is written
    * ([[weakReference]]). Of other types it is known.
    */
  def withReferences: GraphFormat = but(_.copy(hasReferences = true))

  /** Called with each object of this class before it is written. */
  def beforeWriting[A](call: A => Unit)(using c: ClassTag[A]): GraphFormat =
    but(s => s.copy(beforeWriting = s.beforeWriting :+ new Hook(GraphFormat.boxed(c), (value, _) => call(value.asInstanceOf[A]))))

  /** Called with each object of this class when the whole graph is there, in the order in which the objects were made: parts before
    * what holds them, as far as there is no cycle. If one throws, nobody gets the graph, and what calls before it have
    * registered by [[GraphLoad.onFailure]] is done. It is called with objects that a constructor or a migration has made, not with
    * values (strings, numbers, dates), collections, arrays, or what a pickler by hand makes.
    *
    * @throws IllegalArgumentException for a class of which no object would ever be met: a string, a number, a date, an array or a
    *                                  list
    */
  def afterReading[A](call: (A, GraphLoad) => Unit)(using c: ClassTag[A]): GraphFormat =
    if GraphFormat.isNeverMade(c.runtimeClass) then
      throw new IllegalArgumentException(
        s"hooks after reading are called with objects that a constructor or a migration made, never with a ${c.runtimeClass.getName}: " +
          "name the class of the objects that hold it"
      )
    val hook = new Hook(c.runtimeClass, (value, onFailure) => call(value.asInstanceOf[A], undo => onFailure(undo)))
    but(s => s.copy(afterReading = s.afterReading :+ hook))

  /** Done once, before a graph is written or read: nothing has been looked at or made. If it throws, nothing is. */
  def before(step: GraphStep)(action: => Unit): GraphFormat = acting(step)(a => a.copy(before = a.before :+ (() => action)))

  /** Done once, when a graph has been written or read, and all hooks have been called; not if that fails. If it throws, the graph is
    * not given away, and what was registered by [[GraphLoad.onFailure]] is done; a file is not put in its place.
    */
  def after(step: GraphStep)(action: => Unit): GraphFormat = acting(step)(a => a.copy(after = a.after :+ (() => action)))

  private def acting(step: GraphStep)(change: Actions => Actions): GraphFormat = step match
    case GraphStep.Written => but(s => s.copy(writing = change(s.writing)))
    case GraphStep.Read    => but(s => s.copy(reading = change(s.reading)))

  /** A graph is read only if it keeps this rule; its footer tells, before any object exists. The rule's answer: why not, or None. */
  def withRule(rule: GraphInspection => Option[String]): GraphFormat = 
    new GraphFormat(settings, rules :+ rule)

  /** A graph is read only if it has no more objects. */
  def withMostObjects(most: Long): GraphFormat =
    withRule(graph => Option.when(graph.objects > most)(s"${graph.objects} objects, and $most may be read"))

  /** A graph is read only if all of its classes have one of these names, full or without their packages. A name without a package is
    * refused where it is that of two classes of the graph. The names are the graph's own, as its writer put them.
    */
  def withClasses(names: String*): GraphFormat = withRule { graph =>
    val classes = graph.types.filter(_.isClass)
    val others = classes.filter(t => !names.exists(t.isNamed)).map(_.name)
    val unclear = classes.filter(t => !names.contains(t.fullName)).flatMap { t =>
      val fullNames = classes.filter(_.name == t.name).map(_.fullName).distinct
      Option.when(fullNames.length > 1)(s"${t.name} is ${fullNames.mkString(" and ")} there: name those that may be read in full")
    }
    if others.nonEmpty then Some(s"objects of ${others.mkString(", ")}") else unclear.headOption
  }

  /** Only objects inside of at most `levels - 1` others are read: with 1, the outermost ones alone; collections are no levels. What
    * is deeper is a hole: null in a field or an array, `None` in an option, and in a collection it is left out, from a map with
    * its entry if the key is a scalar, else its value is null. So is a reference to an object that is inside a hole, since a graph's order decides: what is met first at a deeper
    * place is not met again. Scalars, strings and objects without fields are never left out.
    *
    * What is left out is passed over without being built. A constructor that refuses a null ends the read, and names the path.
    */
  def withDepth(levels: Int): GraphFormat =
    if levels < 1 then throw new IllegalArgumentException(s"$levels levels")
    but(s => s.copy(part = s.part.copy(depth = levels)))

  /** Only the first `count` objects and collections of a graph are read, in the order in which they were written, and the scalars in
    * them. The others are holes, as by [[withDepth]]; a collection that begins later is empty.
    */
  def withFirstObjects(count: Int): GraphFormat =
    if count < 1 then throw new IllegalArgumentException(s"$count objects")
    but(s => s.copy(part = s.part.copy(firstObjects = count)))

  /** Told after each read how many objects were left out by [[withDepth]] and [[withFirstObjects]]. */
  def whenLeftOut(tell: Long => Unit): GraphFormat = but(s => s.copy(whenLeftOut = s.whenLeftOut :+ tell))

  /** Has a graph read by this thread and by tasks of `executor`, as many together as there are processors: large collections are
    * read in pieces, where their elements refer to nothing in another piece. What has been read is the same; nothing of the read
    * runs on when it has ended. Not for a graph of which part is left out, nor with [[afterReading]], whose order is that of one
    * thread.
    *
    * Constructors, migrations and picklers by hand are then called in those threads, too: if they wait for this thread (for a lock
    * that it holds, or for an `object` in whose body the read stands), the read does not end.
    */
  def withExecutor(executor: Executor): GraphFormat = but(_.copy(executor = executor))

  /** Told how far a write or read has come, about each 65,536 objects and at the end. */
  def withListener(listener: GraphListener): GraphFormat =
    but(_.copy(whenWritten = listener.progress(GraphStep.Written, _, _), whenRead = listener.progress(GraphStep.Read, _, _)))

/** Without anything special. */
object GraphFormat extends GraphFormat(Settings(), Vector.empty):
  /** The class of values as they are given to rules: numbers are boxed. */
  private def boxed(of: ClassTag[?]): Class[?] =
    if of.runtimeClass == classOf[Unit] then classOf[scala.runtime.BoxedUnit]
    else java.lang.invoke.MethodType.methodType(of.runtimeClass).wrap().returnType()

  /** No constructor makes it while a graph is read; its subclasses are no classes of users. */
  private def isNeverMade(c: Class[?]): Boolean =
    c.isPrimitive || c.isArray || java.lang.reflect.Modifier.isFinal(c.getModifiers) && c.getPackageName == "java.lang" ||
      c.getPackageName == "java.time" || c.getPackageName == "java.math" || classOf[scala.collection.immutable.List[?]].isAssignableFrom(c)

  private def noSharing: PickleException = new PickleException.RuleNotObeyed(
    "the graph format writes every object once, and `PickleOptions(sharing = Sharing.Off)` asks for the opposite. Leave the sharing as it " +
      "is, or write the binary format"
  )

/** A value in the graph format; read as `format` is told. */
final class GraphPickle(bytes: Array[Byte], val format: GraphFormat = GraphFormat) extends Pickle(bytes):
  type Format = GraphFormat

/** How far a write or read has come. */
trait GraphListener:
  /** @param total the objects that there will be, -1 while that is not known */
  def progress(step: GraphStep, done: Long, total: Long): Unit

enum GraphStep:
  case Written, Read

/** A graph that has been read and not yet been given away. */
trait GraphLoad:
  /** If the read fails after all, this is done; the last registered first. */
  def onFailure(undo: () => Unit): Unit
