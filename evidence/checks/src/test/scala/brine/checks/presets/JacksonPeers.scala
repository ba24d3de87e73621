package brine.checks.presets

import scala.compiletime.erasedValue
import com.fasterxml.jackson.core.`type`.TypeReference
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule
import com.fasterxml.jackson.module.scala.DefaultScalaModule

/** Jackson with the modules for Scala and `java.time`; all else by its defaults. */
object JacksonPeers:
  private val mapper = JsonMapper.builder().addModule(DefaultScalaModule).addModule(JavaTimeModule()).build()

  /** A type as Jackson finds it: in the class file of a subclass. */
  abstract class Typed[A] extends TypeReference[A]

  @annotation.nowarn("msg=duplicated") // each of them is another type
  inline def of[A]: Peer[A] = inline erasedValue[A] match
    case _: Boolean => boxed[A](classOf[java.lang.Boolean])
    case _: Byte    => boxed[A](classOf[java.lang.Byte])
    case _: Short   => boxed[A](classOf[java.lang.Short])
    case _: Long    => boxed[A](classOf[java.lang.Long])
    case _: Float   => boxed[A](classOf[java.lang.Float])
    case _: Double  => boxed[A](classOf[java.lang.Double])
    case _: Char    => boxed[A](classOf[java.lang.Character])
    case _          => peer(new Typed[A] {})

  /** A primitive type, which has no class file to be found in. */
  def boxed[A](c: Class[?]): Peer[A] =
    Peer(mapper.writeValueAsString(_), text => mapper.readValue(text, c).asInstanceOf[A])

  def peer[A](tpe: TypeReference[A]): Peer[A] =
    Peer(value => mapper.writerFor(tpe).writeValueAsString(value), text => mapper.readValue(text, tpe))
