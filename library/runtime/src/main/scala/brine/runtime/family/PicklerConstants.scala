package brine.runtime.family

import java.lang.invoke.{MethodHandle, MethodHandles}
import brine.bytecode.Methods
import brine.Pickler
import brine.emitted.Emitted
import brine.run.PlannedPickler
import brine.runtime.code.BinaryCode

/** Gives the values of the static fields of a runtime pickler's hidden classes: [[brine.bytecode.CodeConstants]]. */
private[brine] object PicklerConstants:
  /** The pickler that the class serves, which is its class data. */
  def self(lookup: MethodHandles.Lookup): Emitted[?] = MethodHandles.classData(lookup, "_", classOf[Emitted[?]])

  private def codes(self: Emitted[?]): FamilyCode = self.asInstanceOf[RuntimePickler[?]].codes

  /** The pickler of a type that is not part of the family. */
  def slot(self: Emitted[?], index: Int): Pickler[?] = self.slot(index)

  /** As [[slot]], for a pickler that has a plan. */
  def planned(self: Emitted[?], index: Int): PlannedPickler[?] = self.slot(index).asInstanceOf[PlannedPickler[?]]

  /** The object of a definition that has only one. */
  def constant(self: Emitted[?], definition: Int): AnyRef = self.make(definition, Array.empty)

  /** The class of a definition's objects. */
  def objectClass(self: Emitted[?], definition: Int): Class[?] = codes(self).family.runtimeClass(definition)

  /** The class of the elements of an array. */
  def elementClass(self: Emitted[?], definition: Int): Class[?] = codes(self).family.elementClass(definition)

  /** The code of a definition; called when it is first needed. */
  def code(self: Emitted[?], definition: Int): BinaryCode = codes(self).of(definition)

  // Members that the code cannot name, with types that it can.
  def getter(self: Emitted[?], definition: Int, field: Int): MethodHandle =
    codes(self).handles(definition).getter(field)
  def setter(self: Emitted[?], definition: Int, field: Int): MethodHandle =
    codes(self).handles(definition).setter(field)
  def constructor(self: Emitted[?], definition: Int): MethodHandle = codes(self).handles(definition).constructor

  private[runtime] val calls = new Methods(PicklerConstants.getClass)
