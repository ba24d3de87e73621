package brine.bench

import java.nio.file.Path
import java.util.concurrent.{Callable, ExecutionException, ExecutorService, Executors}

/** A contender that recurses, in a thread whose stack is large enough for a value so deep. Neither Java's serialization
  * nor Kryo nor Fory has another way; Kryo's author advises this one. Brine recurses so deep if `limits.emittedDepth`
  * says it.
  */
final class OnDeepStack[A](under: Contender[A], depth: Int) extends Contender[A]:
  private val thread: ExecutorService = Executors.newSingleThreadExecutor { work =>
    val deep = new Thread(null, work, "deep stack", OnDeepStack.stackBytes(depth))
    deep.setDaemon(true)
    deep
  }

  def write(value: A): Array[Byte] = there(under.write(value))
  def read(bytes: Array[Byte]): A = there(under.read(bytes))
  override def writeTo(file: Path, value: A): Unit = there(under.writeTo(file, value))
  override def readFrom(file: Path): A = there(under.readFrom(file))

  private def there[B](work: => B): B =
    val task: Callable[B] = () => work
    try thread.submit(task).get()
    catch case e: ExecutionException => throw e.getCause

object OnDeepStack:
  /** The stack of a level: some calls of methods that are interpreted at first. */
  private final val BytesPerLevel = 2L << 10
  private final val LeastBytes = 16L << 20

  def stackBytes(depth: Int): Long = LeastBytes + depth * BytesPerLevel
