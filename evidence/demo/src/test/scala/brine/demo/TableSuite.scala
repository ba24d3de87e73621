package brine.demo

import java.nio.file.Path

import munit.FunSuite

class TableSuite extends FunSuite:

  private object Half extends Contender:
    val name = "Half of it"
    val fileName = "half"
    val note = "made up"
    def write(graph: JdkGraph, file: Path): Unit = ()
    def read(file: Path): JdkGraph = JdkGraph(Array())

  test("figures are in their columns, with ratios to Java serialization and a note for each"):
    val java = Row(JavaSerialization, 4_000_000, Rounds.Timing(1200, Stack.Deep), Rounds.Timing(800, Stack.Default))
    val half = Row(Half, 2_000_000, Rounds.Timing(300, Stack.Default), Rounds.Timing(80, Stack.Default))
    val stack = "overflows the default stack, so has one of 1 GiB"
    assertNoDiff(
      Table.render(Vector(half, java)),
      s"""                                                       as a part of Java serialization
        |                           bytes    out ms     in ms     bytes     out      in
        |Half of it             2,000,000     300.0      80.0      0.50    0.25    0.10
        |Java serialization     4,000,000   1,200.0     800.0      1.00    1.00    1.00
        |
        |Half of it: made up
        |Java serialization: object streams over buffered streams of 64 KiB; $stack""".stripMargin
    )
