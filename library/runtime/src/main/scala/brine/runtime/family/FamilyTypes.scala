package brine.runtime.family

import brine.{Migrations, Pickler}
import brine.runtime.classes.{ClassLayout, RuntimeType}

/** The types that a family is made of. A key is the number that a type got when it was first read. */
private[brine] trait FamilyTypes:
  def typeOf(key: Int): RuntimeType

  def runtimeClass(key: Int): Class[?]

  /** The layout of a class that is taken apart by its fields. */
  def layoutOf(key: Int): ClassLayout

  /** The migrations to a class, null if there are none. */
  def migrationsOf(key: Int): Migrations[?] | Null

  /** The pickler of a type that has a separate one. */
  def picklerOf(key: Int): Pickler[?]
