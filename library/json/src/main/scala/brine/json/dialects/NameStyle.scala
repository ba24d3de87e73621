package brine.json.dialects

/** How names of the program look in JSON: of fields, or of a sealed family's leaves.
  *
  * {{{
  * NameStyle.SnakeCase("firstName")                    // first_name
  * NameStyle.of(name => "x-" + name)
  * NameStyle.mapped(Map("Circle" -> "round"))          // all other leaves keep their names
  * }}}
  * A name from `@rename` stays as it is. A style must give each name of a class, or of a family, another name.
  */
final class NameStyle private (name: String, private[json] val isQualified: Boolean, rename: String => String):
  def apply(name: String): String = rename(name)

  override def toString: String = name

object NameStyle:
  /** The program's own names. */
  val AsIs: NameStyle = new NameStyle("AsIs", false, identity)

  /** `firstName` is `first_name`, `HTTPServer` is `http_server`. */
  val SnakeCase: NameStyle = ofWords("SnakeCase")(_.map(lower).mkString("_"))

  /** `firstName` is `FIRST_NAME`. */
  val ScreamingSnakeCase: NameStyle =
    ofWords("ScreamingSnakeCase")(_.map(_.toUpperCase(java.util.Locale.ROOT)).mkString("_"))

  /** `firstName` is `first-name`. */
  val KebabCase: NameStyle = ofWords("KebabCase")(_.map(lower).mkString("-"))

  /** `first_name` is `firstName`, `HTTPServer` is `httpServer`. */
  val CamelCase: NameStyle = ofWords("CamelCase")(words => lower(words.head) + words.tail.map(capital).mkString)

  /** `firstName` is `FirstName`. */
  val PascalCase: NameStyle = ofWords("PascalCase")(_.map(capital).mkString)

  /** A leaf's name with its package and the classes around it, `org.example.Shape.Circle`. For leaves only. */
  val Qualified: NameStyle = new NameStyle("Qualified", true, identity)

  /** A style by a function, which must always give the same name for a name. Make it once: a format prepares each type
    * anew for another function.
    */
  def of(rename: String => String): NameStyle = new NameStyle("of(…)", false, rename)

  /** These names, and the others by another style. */
  def mapped(names: Map[String, String], others: NameStyle = AsIs): NameStyle =
    new NameStyle(s"mapped($names, $others)", others.isQualified, name => names.getOrElse(name, others(name)))

  private def ofWords(name: String)(join: List[String] => String): NameStyle = new NameStyle(
    name,
    false,
    text =>
      val begin = text.takeWhile(_ == '_')
      val all = words(text.substring(begin.length))
      if all.isEmpty then text else begin + join(all)
  )

  /** The words of a name: between `_`, `-` and blanks, and where a capital letter begins one. */
  private def words(name: String): List[String] =
    val all = List.newBuilder[String]
    val word = new StringBuilder
    def end(): Unit =
      if word.nonEmpty then all += word.result()
      word.clear()
    for i <- 0 until name.length do
      val c = name.charAt(i)
      if c == '_' || c == '-' || c == ' ' then end()
      else
        if i > 0 && Character.isUpperCase(c) then
          val before = name.charAt(i - 1)
          val isFollowedByLower = i + 1 < name.length && Character.isLowerCase(name.charAt(i + 1))
          if !Character.isUpperCase(before) || isFollowedByLower then end()
        word += c
    end()
    all.result()

  private def lower(word: String): String = word.toLowerCase(java.util.Locale.ROOT)
  private def capital(word: String): String =
    word.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + lower(word.substring(1))
