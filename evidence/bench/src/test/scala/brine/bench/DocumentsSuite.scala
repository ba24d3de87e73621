package brine.bench

import brine.bench.workloads.apis.Documents
import brine.testkit.Patient
import brine.testkit.documents.{DocumentKind, DocumentKinds}
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import java.nio.charset.StandardCharsets.UTF_8

/** The codecs of all libraries read the documents alike and write the same JSON. */
class DocumentsSuite extends munit.FunSuite, Patient:
  private val mapper = new ObjectMapper()

  for (name, kind) <- DocumentKinds.byName do
    test(s"$name: each library reads each document, and writes it as it was")(check(name, kind))

  private def check[A](name: String, kind: DocumentKind[A]): Unit =
    val workload = new Documents(name, kind, 40)
    for configuration <- Contenders.ofDocuments do
      val contender = Contenders.contender(configuration.name, workload)
      for (value, i) <- workload.values.zipWithIndex do
        val text = kind.document(i + 1).render
        assertEquals(contender.read(text.getBytes(UTF_8)), value, s"${configuration.name} $text")
        val written = contender.write(value)
        assertEquals(equalForm(written), equalForm(text.getBytes(UTF_8)), configuration.name)

  /** Numbers of equal value are equal. */
  private def equalForm(bytes: Array[Byte]): Any =
    def of(node: JsonNode): Any =
      if node.isObject then node.properties.stream.map(e => e.getKey -> of(e.getValue)).toList.toArray.toSet
      else if node.isArray then (0 until node.size).map(i => of(node.get(i)))
      else if node.isNumber then node.decimalValue.stripTrailingZeros
      else node
    of(mapper.readTree(bytes))
