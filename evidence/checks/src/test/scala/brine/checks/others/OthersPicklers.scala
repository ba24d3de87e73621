package brine.checks.others

import java.util.Properties
import scala.jdk.CollectionConverters.*
import brine.*
import brine.combine.{imap, standIn}
import org.apache.maven.model.{InputLocation, InputSource}

/** Picklers that a user writes for classes that no constructor rebuilds. */
object OthersPicklers:
  private given Pickler[Properties] =
    summon[Pickler[Map[String, String]]].standIn[Properties] { entries =>
      val made = new Properties
      for (key, value) <- entries do made.setProperty(key, value)
      made
    }(_.asScala.toMap)

  private given Pickler[InputLocation] =
    summon[Pickler[(Int, Int, String, String)]].imap { (line, column, id, location) =>
      val source = new InputSource
      source.setModelId(id)
      source.setLocation(location)
      new InputLocation(line, column, source)
    }(l => (l.getLineNumber, l.getColumnNumber, l.getSource.getModelId, l.getSource.getLocation))

  val ofMaven: Subtypes = Subtypes(Subtype[Properties], Subtype[InputLocation])
