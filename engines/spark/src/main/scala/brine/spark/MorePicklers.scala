package brine.spark

import brine.Subtype

/** Picklers for classes that have none of their own, such as those of a library or of a job in Scala 2.13. The setting
  * `spark.brine.picklers` names objects that extend this trait:
  *
  * {{{
  * package jobs
  * object JobPicklers extends MorePicklers:
  *   given Pickler[Sale] = Pickler.derived           // Sale is a class of Scala 2.13
  *   def subtypes = Seq(Subtype[Sale])
  * }}}
  * {{{ spark.brine.picklers=jobs.JobPicklers }}}
  */
trait MorePicklers:
  /** Classes with their picklers. Called once for each class loader that records are read with. */
  def subtypes: Seq[Subtype[?]]

private[spark] object MorePicklers:
  /** Collects the picklers of the objects that the settings name.
    *
    * @throws IllegalArgumentException for an object that does not exist, or is not one
    */
  def of(settings: Settings, loader: ClassLoader): Seq[Subtype[?]] =
    settings.picklers.flatMap(objectNamed(_, loader).subtypes)

  private def objectNamed(name: String, loader: ClassLoader): MorePicklers =
    def refused(why: String, cause: Throwable | Null = null) =
      new IllegalArgumentException(s"spark.brine.picklers names $name: $why", cause)
    val found =
      try loader.loadClass(name + "$").getField("MODULE$").get(null)
      catch
        case e: ClassNotFoundException => throw refused("the class path has no object of this name", e)
        case e: NoSuchFieldException   => throw refused("it is not an object at the top level or in another object", e)
    found match
      case picklers: MorePicklers => picklers
      case _                      => throw refused(s"it does not extend ${classOf[MorePicklers].getName}")
