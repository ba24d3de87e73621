package views

import brine.*
import brine.region.Region

sealed trait Shape derives Pickler
final case class Circle(radius: Double) extends Shape
final case class Square(side: Double) extends Shape

object Views:
  private val shapes = Region.compact[Shape](Circle(1))

  def byType: Int = shapes.root match
    case _: Circle => 1
    case _         => 2

  def byPattern: Int = shapes.root match
    case Circle(_) => 1
    case _         => 2

  def byFold: Int = shapes.root.fold((_: shapes.View[Circle]) => 1, (_: shapes.View[Square]) => 2)
