package brine.graph.decoupled

import brine.wire.Slots

/** Where the slots of an image lie: an array, or buffers. */
private[decoupled] abstract class SlotMemory:
  def size: Int
  def apply(slot: Int): Long

  /** So many slots in an array, the first of them at [[indexOf]]. Not to be changed. */
  def slots(from: Int, count: Int): Array[Long]
  def indexOf(from: Int): Int

  /** A string whose characters take a byte each. */
  final def latin1(at: Int, length: Int): String = Slots.getLatin1(slots(at, Slots.of(length, 1).toInt), indexOf(at), length)

  /** A string whose characters take two bytes each. */
  final def utf16(at: Int, length: Int): String = Slots.getUtf16(slots(at, Slots.of(length, 2).toInt), indexOf(at), length)

private[decoupled] final class ArrayMemory(all: Array[Long]) extends SlotMemory:
  def size: Int = all.length
  def apply(slot: Int): Long = all(slot)
  def slots(from: Int, count: Int): Array[Long] = all
  def indexOf(from: Int): Int = from
