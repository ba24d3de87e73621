package brine.checks.docs

/** docs/guide/json-presets.md. */
object PresetsPage:
  // doc:presets
  import brine.*
  import brine.json.*

  enum Payment derives Pickler:
    case Card(number: String, limit: Option[Int])
    case Cash

  val payments = List(Payment.Card("17", None), Payment.Cash)

  println(JsonFormat(JsonDialect.likeCirce).write(payments))
  // [{"Card":{"number":"17","limit":null}},{"Cash":{}}]
  println(JsonFormat(JsonDialect.likeJsoniter).write(payments))
  // [{"type":"Card","number":"17"},{"type":"Cash"}]
  println(JsonFormat(JsonDialect.likeUpickle).write(payments))
  // [{"$type":"Card","number":"17","limit":null},"Cash"]
  // end

  // doc:change
  val typed = JsonDialect.likeCirce.copy(
    families = JsonDialect.Families.Member("kind"), omit = Set(JsonDialect.Omit.Nones))
  println(JsonFormat(typed).write(payments))
  // [{"kind":"Card","number":"17"},{"kind":"Cash"}]
  // end
