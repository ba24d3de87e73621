package brine.figures

/** The settings of a command, as `--name value`, with defaults for the others. */
final class Settings private (values: Map[String, String]):
  def word(name: String): String = values(name)
  def words(name: String): List[String] = values(name).split(',').toList
  def number(name: String): Int = values(name).toInt
  def numbers(name: String): List[Int] = words(name).map(_.toInt)

object Settings:
  /** @throws IllegalArgumentException for a name that is not a setting, or has no value */
  def of(arguments: List[String], usual: (String, String)*): Settings =
    val known = usual.toMap
    val told = arguments.grouped(2).map {
      case List(s"--$name", value) if known.contains(name) => name -> value
      case other =>
        val all = usual.map((name, value) => s"--$name $value").mkString(" ")
        throw new IllegalArgumentException(
          s"'${other.mkString(" ")}' is not a setting; the settings and their defaults are $all"
        )
    }
    new Settings(known ++ told)
