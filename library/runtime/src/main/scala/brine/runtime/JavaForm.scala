package brine.runtime

import java.io.{Externalizable, ObjectInputStream, ObjectOutputStream, Serializable}

/** Which classes runtime picklers write by Java's serialization, and within which limits: off by default.
  *
  * {{{
  * def isOfExample(c: Class[?]) = JavaForm.hasOwn(c) && c.getName.startsWith("org.example.")
  * val forms = JavaForm.allowed(c => c == classOf[Properties] || isOfExample(c))
  * val runtime = RuntimePicklers(AllowList(classOf[Properties], …), javaForm = forms)
  * }}}
  *
  * Four conditions hold for a class in this form. It is on the list of the runtime picklers, it is `Serializable`, and
  * it is accepted here. And it either [[JavaForm.hasOwn customises Java's serialization]] or could not be pickled by
  * its fields. Each object is one unit: the bytes of a separate `ObjectOutputStream`. Objects inside it are copies: the
  * sharing with objects outside is lost.
  *
  * A read calls `readObject`, `readResolve` and the like of the accepted classes on the pickle's bytes, and no
  * constructor. An `ObjectInputFilter` refuses all classes inside the object that are neither accepted nor on the list.
  * The exceptions are strings, numbers, arrays of these, and the standard values and collections. The filter also
  * applies the JVM's own filter (`jdk.serialFilter`). Proxies are refused.
  *
  * @param maxBytes       most bytes of one object
  * @param maxDepth       deepest nesting of objects in it. Only a read can see it: a deeper object is written, and
  *                       refused when it is read
  * @param maxReferences  most objects in it
  * @param maxArrayLength most elements of an array in it; a read takes no more than four for each byte of the object
  * @param loader         loads the classes that the bytes name, without initialising them; null means the loader of the
  *                       object's class
  */
final class JavaForm private (
    private[runtime] val accepts: Class[?] => Boolean,
    val maxBytes: Int,
    val maxDepth: Int,
    val maxReferences: Int,
    val maxArrayLength: Int,
    private[runtime] val loader: ClassLoader | Null
):
  /** Accepts the class alone; the class must also be on the list. */
  private[runtime] def takes(c: Class[?]): Boolean =
    classOf[Serializable].isAssignableFrom(c) && !classOf[Externalizable].isAssignableFrom(
      c
    ) && !c.isInterface && !c.isHidden && !c.isArray &&
      accepts(c)

object JavaForm:
  /** No class. */
  val none: JavaForm = allowed(_ => false)

  /** The classes that `accepts` answers yes for. It is also called for the classes of the objects inside them. */
  def allowed(
      accepts: Class[?] => Boolean,
      maxBytes: Int = 16 << 20,
      maxDepth: Int = 200,
      maxReferences: Int = 1_000_000,
      maxArrayLength: Int = 16 << 20,
      loader: ClassLoader | Null = null
  ): JavaForm = new JavaForm(accepts, maxBytes, maxDepth, maxReferences, maxArrayLength, loader)

  /** Returns true if a class, or one above it, customises how Java's serialization writes or reads it: by
    * `writeObject`, `readObject`, `readObjectNoData`, `writeReplace` or `readResolve`.
    */
  def hasOwn(c: Class[?]): Boolean =
    classOf[Serializable].isAssignableFrom(c) && Iterator.iterate[Class[?]](c)(_.getSuperclass).takeWhile(
      _ != null
    ).exists(above => declares(above, above eq c)) ||
      c.getMethods.exists(m => m.getName == "writeReplace" && m.getParameterCount == 0)

  /** It extends a collection of Scala's library, whose `writeReplace` writes the elements alone. The class and its
    * fields would be lost.
    */
  private[runtime] def isOfCollectionAbove(c: Class[?]): Boolean =
    classOf[scala.collection.IterableOnce[?]].isAssignableFrom(c) && {
      val own = Iterator.iterate[Class[?]](c)(_.getSuperclass).takeWhile(!_.getName.startsWith("scala.")).takeWhile(
        _ != classOf[Object]
      ).toList
      own.nonEmpty && !own.exists(above => declares(above, above eq c)) && c.getMethods.exists(
        _.getName == "writeReplace"
      )
    }

  private def declares(c: Class[?], isItself: Boolean): Boolean =
    c.getDeclaredMethods.exists { m =>
      def takes(parameters: Class[?]*) = m.getParameterTypes.toSeq == parameters
      val isSeen = isItself || !java.lang.reflect.Modifier.isPrivate(m.getModifiers)
      m.getName match
        case "writeObject"                  => takes(classOf[ObjectOutputStream])
        case "readObject"                   => takes(classOf[ObjectInputStream])
        case "readObjectNoData"             => takes()
        case "writeReplace" | "readResolve" => takes() && isSeen
        case _                              => false
    }
