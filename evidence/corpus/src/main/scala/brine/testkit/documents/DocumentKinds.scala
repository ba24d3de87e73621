package brine.testkit.documents

/** The kinds that are compared with other libraries. */
object DocumentKinds:
  /** By the names of their objects. */
  val byName: Map[String, DocumentKind[?]] = Map(
    "Stripe" -> Stripe.kind,
    "Kubernetes" -> Kubernetes.kind,
    "GeoJson" -> GeoJson.kind,
    "Discord" -> Discord.kind,
    "Chats" -> Chats.kind,
    "RemoteCalls" -> RemoteCalls.kind,
    "DynamoDb" -> DynamoDb.kind,
    "Prometheus" -> Prometheus.kind
  )

  def all: List[DocumentKind[?]] = byName.toList.sortBy(_._1).map(_._2)
