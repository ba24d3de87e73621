package brine.sparkbench.records

/** A serializer for records of one kind, in its fastest setting, with buffers that it keeps. For one thread. */
abstract class Target:
  /** Forgets the written records. */
  def start(): Unit
  def writeKey(key: AnyRef): Unit
  def writeValue(value: AnyRef): Unit

  /** Returns the length of the bytes written since `start`. */
  def end(): Int

  /** Returns a copy of the bytes. */
  def bytes: Array[Byte]

  def open(bytes: Array[Byte]): Unit
  def readKey(): AnyRef
  def readValue(): AnyRef

object Target:
  /** In the order of the page. */
  val names: List[String] = List("hand", "brine-derived", "brine", "kryo-registered", "java")

  def apply(name: String, sample: Sample[?, ?]): Target = name match
    case "hand"            => new HandTarget(sample.byHand)
    case "brine-derived"   => new DerivedTarget(sample.derived)
    case "brine"           => new RuntimeTarget
    case "kryo-registered" => new KryoTarget(sample.classes)
    case "java"            => new JavaTarget
    case other => throw new IllegalArgumentException(s"No contender '$other'; there are ${names.mkString(", ")}")

  /** A buffer of this size is large enough for all records of a call, so that none grows while time is measured. */
  private[records] final val Capacity = 1 << 20
