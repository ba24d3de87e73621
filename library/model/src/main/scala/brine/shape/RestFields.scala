package brine.shape

/** The maps of a class that have the members of a JSON object for which no other field has the name, by
  * `brine.jsonRest`.
  *
  * @param fields   the numbers of the fields
  * @param prefixes for each of them, the prefixes of its members' names. A map without prefixes has all names that no
  *                 other map has
  */
private[brine] final class RestFields(of: Shape.Product, val fields: Array[Int], prefixes: Array[Vector[String]]):
  def count: Int = fields.length

  def prefixesOf(rest: Int): Vector[String] = prefixes(rest)

  /** Returns the map whose member has this name, as an index of [[fields]]; -1 if no map takes the name. */
  def indexOf(name: String): Int =
    val own = prefixes.indexWhere(_.exists(name.startsWith(_)))
    if own >= 0 then own else others

  private val others: Int = prefixes.indexWhere(_.isEmpty)

  /** Reasons why JSON cannot have the maps in this way. */
  lazy val problems: Seq[String] =
    fields.indices.flatMap(wrongType(_)) ++ clashes ++
      (if of.extras >= 0 && others >= 0 then
         Seq(s"$owner: ${nameOf(others)} and the extras ${of.fieldNames(of.extras)} would both have all other members")
       else Nil)

  private def owner: String = of.name

  private def nameOf(rest: Int): String = s"@jsonRest ${of.fieldNames(fields(rest))}"

  private def wrongType(rest: Int): Option[String] =
    val shape = of.fieldShapes(fields(rest))
    if !shape.hasStringKeys then
      Some(s"$owner: ${nameOf(rest)} needs an immutable Map with String keys, found ${shape.name}")
    else
      Option.when(shape.asInstanceOf[Shape.ObjectShape].isTracked)(
        s"$owner: ${nameOf(rest)} is a map that can be referred to. Use an immutable Map"
      )

  private def clashes: Seq[String] =
    for
      a <- fields.indices
      b <- a + 1 until count
      problem <- clash(a, b)
    yield problem

  private def clash(a: Int, b: Int): Option[String] =
    val both = s"$owner: ${nameOf(a)} and ${nameOf(b)} would both have"
    if prefixes(a).isEmpty && prefixes(b).isEmpty then Some(s"$both all other members")
    else
      val pairs = for x <- prefixes(a); y <- prefixes(b) if x.startsWith(y) || y.startsWith(x) yield (x, y)
      pairs.headOption.map((x, y) => s"$both members that begin with '${if x.length > y.length then x else y}'")
