package brine.spark

import java.io.{NotSerializableException, ObjectOutputStream, OutputStream}

private[spark] object FunctionCheck:
  /** @throws IllegalArgumentException if Java cannot write the function: Spark would say so when a job starts, without
    *   the reason
    */
  def check(function: AnyRef, what: String): Unit =
    val out = new ObjectOutputStream(OutputStream.nullOutputStream)
    try out.writeObject(function)
    catch
      case e: NotSerializableException =>
        throw new IllegalArgumentException(
          s"Executors cannot find $what: it refers to an object of ${e.getMessage}. Make it a given of an object, " +
            "such as the companion",
          e
        )
