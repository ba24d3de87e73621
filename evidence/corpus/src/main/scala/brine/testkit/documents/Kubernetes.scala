package brine.testkit.documents

// format: off
import java.time.Instant
import brine.Pickler
import brine.json.{Json, JsonDialect}
import brine.json.JsonDialect.*
import Draws.*

/** Resources of a cluster: ports are numbers or names, quantities are numbers or texts. */
object Kubernetes:
  enum Resource derives Pickler:
    case Pod(apiVersion: String, metadata: Meta, spec: PodSpec)
    case Service(apiVersion: String, metadata: Meta, spec: ServiceSpec)
    case Deployment(apiVersion: String, metadata: Meta, spec: DeploymentSpec)
  final case class Meta(name: String, namespace: Option[String], labels: Map[String, String] = Map.empty,
      creationTimestamp: Option[Instant]) derives Pickler
  final case class DeploymentSpec(replicas: Option[Int], selector: Selector, template: Template) derives Pickler
  final case class Selector(matchLabels: Map[String, String]) derives Pickler
  final case class Template(metadata: Option[Meta], spec: PodSpec) derives Pickler
  final case class PodSpec(containers: List[Container], nodeSelector: Map[String, String] = Map.empty,
      terminationGracePeriodSeconds: Option[Long]) derives Pickler
  final case class Container(name: String, image: String, args: List[String] = Nil, env: List[Env] = Nil,
      resources: Option[Resources], readinessProbe: Option[Probe]) derives Pickler
  final case class Env(name: String, value: Option[String], valueFrom: Option[Source]) derives Pickler
  final case class Source(secretKeyRef: Option[KeyRef], configMapKeyRef: Option[KeyRef]) derives Pickler
  final case class KeyRef(name: String, key: String) derives Pickler
  final case class Resources(limits: Map[String, Double | String], requests: Map[String, Double | String] = Map.empty)
      derives Pickler
  final case class Probe(httpGet: HttpGet, periodSeconds: Option[Int]) derives Pickler
  final case class HttpGet(path: String, port: Int | String) derives Pickler
  final case class ServiceSpec(selector: Map[String, String] = Map.empty, ports: List[Port]) derives Pickler
  final case class Port(name: Option[String], port: Int, targetPort: Option[Int | String]) derives Pickler

  val dialect: JsonDialect =
    JsonDialect.Api.copy(families = Families.Member("kind"), omit = Set(Omit.Nones, Omit.Empties))

  val kind: DocumentKind[Resource] = DocumentKind("Kubernetes", dialect)(
    "/metadata/name" -> Json.Null,
    "/metadata/labels" -> arr(),
    "/kind" -> 1,
    "/spec" -> "x"
  )(
    oneOf(
      obj("kind" -> "Pod", "apiVersion" -> "v1", "metadata" -> meta, "spec" -> pod),
      obj("apiVersion" -> "v1", "kind" -> "Service", "metadata" -> meta, "spec" -> obj("selector?" -> map(name, 1),
        "ports" -> some(obj("name?" -> name, "port" -> whole, "targetPort?" -> oneOf(whole, name))))),
      obj("apiVersion" -> "apps/v1", "kind" -> "Deployment", "metadata" -> meta, "spec" -> obj("replicas?" -> whole,
        "selector" -> obj("matchLabels" -> map(name, 1)), "template" -> obj("metadata?" -> meta, "spec" -> pod)))
    )
  )

  private def meta(using Draw): Json =
    obj("name" -> name, "namespace?" -> name, "labels" -> map(text, 1), "creationTimestamp?" -> instant)

  private def pod(using Draw): Json = obj("containers" -> some(container), "nodeSelector?" -> map(name, 1),
    "terminationGracePeriodSeconds?" -> large)

  private def container(using Draw): Json = obj("name" -> name, "image" -> text, "args?" -> some(text),
    "env?" -> some(obj("name" -> name, "value?" -> text, "valueFrom?" -> oneOf(obj("secretKeyRef" -> key),
      obj("configMapKeyRef" -> key)))),
    "resources?" -> obj("limits" -> map(quantity, 1), "requests?" -> map(quantity, 1)),
    "readinessProbe?" -> obj("httpGet" -> obj("path" -> text, "port" -> oneOf(whole, name)), "periodSeconds?" -> whole))

  private def key(using Draw): Json = obj("name" -> name, "key" -> name)
  private def quantity(using Draw): Json = oneOf(number, "500m", "1Gi")
