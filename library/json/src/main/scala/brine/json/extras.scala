package brine.json

import brine.{Extras, Pickler, PickleOptions, Unpickler}
import brine.run.Resolutions

extension (extras: Extras)
  /** Returns the kept member of this name as JSON, or `None`. A field that another format has kept has the form of the
    * default dialect.
    */
  def get(name: String): Option[Json] = Option(extras.entry(name)).map {
    case kept: Extras.Json => Json.parse(new String(kept.bytes, java.nio.charset.StandardCharsets.UTF_8))
    case kept: Extras.Shaped =>
      val (value, pickler) = Resolutions.keptFields.record(kept)
      given Pickler[AnyRef] = pickler
      Json.parse(JsonFormat.write(value))
  }

  /** Reads the kept member of this name as an `A`, in the dialect of a format; `None` without such a member.
    *
    * @throws brine.PickleException if it is not an `A`. The path begins at the member
    */
  def as[A](name: String, format: JsonFormat = JsonFormat)(using Unpickler[A], PickleOptions): Option[A] =
    extras.get(name).map(json => format.read[A](json.render))

  /** Returns these extras with a member, in place of the one that has this name. Writing fails if the class has a field
    * of this name.
    */
  def +(member: (String, Json)): Extras =
    val (name, value) = member
    extras.updated(name, new Extras.Json(value.render.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
