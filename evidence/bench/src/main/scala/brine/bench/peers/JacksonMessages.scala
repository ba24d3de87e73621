package brine.bench.peers

import scala.reflect.ClassTag
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.databind.jsontype.NamedType
import com.fasterxml.jackson.module.scala.introspect.ScalaAnnotationIntrospectorModule
import brine.bench.messages.{Messages, Schema}

/** Configures Jackson for the messages, out of schemas. One mapper serves all threads, as its documentation advises. */
private object JacksonMessages extends JacksonTold:
  private val all: List[Schema[?]] =
    Schema.all(Messages.schemas).toList.distinctBy(schema => (schema.as, schema.getClass))

  private def familySchemas: List[Schema.Family[?]] = all.collect { case family: Schema.Family[?] => family }

  def families: List[Class[?]] = familySchemas.map(_.as)

  def leaves: List[NamedType] =
    for family <- familySchemas; leaf <- family.parts
    yield new NamedType(leaf.as, leaf.as.getSimpleName.stripSuffix("$"))

  def addScalars(module: JacksonScalars): Unit =
    module.instantsAsMilliseconds()
    all.foreach {
      case constants: Schema.Enumerated[?] => module.constants(constants.values)(using ClassTag(constants.as))
      case _                               => ()
    }

  // Which numbers a collection holds: the JVM erases it, and a small long would come back as an int.
  for case record: Schema.Record[?] <- all; (name, schema) <- record.fields do
    schema.parts.map(_.as).filter(_.isPrimitive).foreach(ScalaAnnotationIntrospectorModule.registerReferencedValueType(
      record.as,
      name,
      _
    ))

  lazy val limited: JsonMapper = JacksonMappers.limited(this)
  lazy val fast: JsonMapper = JacksonMappers.fast(this)
