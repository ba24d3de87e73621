package brine.bench.peers

import com.fasterxml.jackson.annotation.JsonInclude
import com.fasterxml.jackson.databind.{JavaType, PropertyNamingStrategies, SerializationFeature}
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.databind.jsontype.NamedType
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule
import com.fasterxml.jackson.module.scala.introspect.ScalaAnnotationIntrospectorModule
import brine.bench.workloads.apis.*

/** The settings for payloads of public APIs: Jackson's module of times writes instants as texts by a setting. Emoji
  * become escapes in its bytes. */
private class JacksonApis extends JacksonTold, JacksonRoots:
  def families: List[Class[?]] = List(classOf[GithubEvent], classOf[GeoJson], classOf[Geometry])

  def leaves: List[NamedType] = List[Class[?]](
    classOf[PushEvent],
    classOf[WatchEvent],
    classOf[CreateEvent],
    classOf[IssuesEvent],
    classOf[IssueCommentEvent],
    classOf[PullRequestEvent],
    classOf[ForkEvent],
    classOf[ReleaseEvent],
    classOf[Feature],
    classOf[FeatureCollection],
    classOf[Point],
    classOf[MultiPoint],
    classOf[LineString],
    classOf[MultiLineString],
    classOf[Polygon],
    classOf[MultiPolygon],
    classOf[GeometryCollection]
  ).map(leaf => new NamedType(leaf, leaf.getSimpleName))

  def addScalars(module: JacksonScalars): Unit = ()

  override def set(builder: JsonMapper.Builder): Unit =
    val _ = builder
      .addModule(new JavaTimeModule)
      .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
      .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)

  // Which numbers an option holds: the JVM erases it, and a small long would come back as an int.
  for name <- List("inReplyToStatusId", "inReplyToUserId") do
    ScalaAnnotationIntrospectorModule.registerReferencedValueType(classOf[Tweet], name, classOf[Long])

  def rootType(mapper: JsonMapper, kind: String): JavaType =
    val types = mapper.getTypeFactory
    kind match
      case "github"  => types.constructCollectionLikeType(classOf[Vector[?]], classOf[GithubEvent])
      case "twitter" => types.constructCollectionLikeType(classOf[Vector[?]], classOf[Tweet])
      case "geojson" => types.constructType(classOf[GeoJson])

private object JacksonApis extends JacksonApis

/** GitHub leaves out members without a value. */
private object JacksonGithub extends JacksonApis:
  override def set(builder: JsonMapper.Builder): Unit =
    super.set(builder)
    val _ = builder.serializationInclusion(JsonInclude.Include.NON_ABSENT)
