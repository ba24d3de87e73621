package brine.checks

import java.io.{PrintWriter, StringWriter}
import java.nio.file.{Files, Path}
import java.util.spi.ToolProvider
import scala.jdk.CollectionConverters.*
import brine.*
import brine.binary.BinaryFormat
import brine.testkit.Laws

/** Types as large as nobody writes them by hand, but programs do. */
class LargeTypesSuite extends munit.FunSuite, RoundTrips:
  def formats: List[PickleFormat] = AllFormats.all

  test("a class with as many fields as a constructor can take")(inAllBackEnds(Widest.sample))

  test("a family of 130 leaves")(inAllBackEnds(List[Big](B0(1, "a"), B127(2, null), B128(3, "c"), B129(4, "d"), null)))

  test("a failure in a leaf names its field, in every method that has code of the leaf") {
    for
      leaf <- List[Big](B0(1, "a"), B31(2, "b"), B32(3, "c"), B127(4, "d"), B129(5, "e"));
      depth <- List(0, 1, Limits.Default.emittedDepth)
    do
      val options = PickleOptions(limits = Limits(emittedDepth = depth))
      val cut = Laws.write(leaf, BinaryFormat.Bare).dropRight(1)
      assertEquals(
        intercept[PickleException](Laws.read[Big](cut, BinaryFormat.Bare, options)).path,
        "$.b",
        s"$leaf, emittedDepth = $depth"
      )
  }

  test("a class of 60 fields in a cycle") {
    val object60 = Cycle60.sample
    object60.f8 = object60
    inAllBackEnds(object60)
  }

  // HotSpot leaves longer ones to its interpreter for ever.
  test("no method has more than 8,000 bytecodes") {
    for (method, size) <- methodSizes("Widest", "Big", "Cycle60") do assert(size < 8000, s"$method has $size bytecodes")
  }

  /** The classes of this package whose names begin with this prefix. */
  private def methodSizes(names: String*): List[(String, Int)] =
    val folder = Path.of(getClass.getProtectionDomain.getCodeSource.getLocation.toURI).resolve("brine/checks")
    val all = Files.list(folder)
    val files =
      try all.iterator.asScala.toList.filter(f =>
          names.exists(f.getFileName.toString.startsWith(_)) && f.toString.endsWith(".class")
        )
      finally all.close()
    val out = new StringWriter
    val javap = ToolProvider.findFirst("javap").orElseThrow()
    assertEquals(
      javap.run(new PrintWriter(out), new PrintWriter(out), ("-c" :: "-p" :: files.map(_.toString))*),
      0,
      out.toString
    )
    val sizes = out.toString.linesIterator.foldLeft(List.empty[(String, Int)]) {
      case (done, line) if line.startsWith("  ") && line.endsWith(";") && line.contains("(") && line(2) != ' ' =>
        (line.trim -> 0) :: done
      case ((method, _) :: done, LargeTypesSuite.Instruction(offset)) => (method -> offset.toInt) :: done
      case (done, _)                                                  => done
    }
    assert(sizes.length > 500, s"${sizes.length} methods were found")
    sizes

private object LargeTypesSuite:
  private val Instruction = """ +(\d+): [a-z].*""".r

final case class Widest(
    f0: Int,
    f1: String,
    f2: Option[Int],
    f3: Boolean,
    f4: List[String],
    f5: Int,
    f6: String,
    f7: Option[Int],
    f8: Boolean,
    f9: List[String],
    f10: Int,
    f11: String,
    f12: Option[Int],
    f13: Boolean,
    f14: List[String],
    f15: Int,
    f16: String,
    f17: Option[Int],
    f18: Boolean,
    f19: List[String],
    f20: Int,
    f21: String,
    f22: Option[Int],
    f23: Boolean,
    f24: List[String],
    f25: Int,
    f26: String,
    f27: Option[Int],
    f28: Boolean,
    f29: List[String],
    f30: Int,
    f31: String,
    f32: Option[Int],
    f33: Boolean,
    f34: List[String],
    f35: Int,
    f36: String,
    f37: Option[Int],
    f38: Boolean,
    f39: List[String],
    f40: Int,
    f41: String,
    f42: Option[Int],
    f43: Boolean,
    f44: List[String],
    f45: Int,
    f46: String,
    f47: Option[Int],
    f48: Boolean,
    f49: List[String],
    f50: Int,
    f51: String,
    f52: Option[Int],
    f53: Boolean,
    f54: List[String],
    f55: Int,
    f56: String,
    f57: Option[Int],
    f58: Boolean,
    f59: List[String],
    f60: Int,
    f61: String,
    f62: Option[Int],
    f63: Boolean,
    f64: List[String],
    f65: Int,
    f66: String,
    f67: Option[Int],
    f68: Boolean,
    f69: List[String],
    f70: Int,
    f71: String,
    f72: Option[Int],
    f73: Boolean,
    f74: List[String],
    f75: Int,
    f76: String,
    f77: Option[Int],
    f78: Boolean,
    f79: List[String],
    f80: Int,
    f81: String,
    f82: Option[Int],
    f83: Boolean,
    f84: List[String],
    f85: Int,
    f86: String,
    f87: Option[Int],
    f88: Boolean,
    f89: List[String],
    f90: Int,
    f91: String,
    f92: Option[Int],
    f93: Boolean,
    f94: List[String],
    f95: Int,
    f96: String,
    f97: Option[Int],
    f98: Boolean,
    f99: List[String],
    f100: Int,
    f101: String,
    f102: Option[Int],
    f103: Boolean,
    f104: List[String],
    f105: Int,
    f106: String,
    f107: Option[Int],
    f108: Boolean,
    f109: List[String],
    f110: Int,
    f111: String,
    f112: Option[Int],
    f113: Boolean,
    f114: List[String],
    f115: Int,
    f116: String,
    f117: Option[Int],
    f118: Boolean,
    f119: List[String],
    f120: Int,
    f121: String,
    f122: Option[Int],
    f123: Boolean,
    f124: List[String],
    f125: Int,
    f126: String,
    f127: Option[Int],
    f128: Boolean,
    f129: List[String],
    f130: Int,
    f131: String,
    f132: Option[Int],
    f133: Boolean,
    f134: List[String],
    f135: Int,
    f136: String,
    f137: Option[Int],
    f138: Boolean,
    f139: List[String],
    f140: Int,
    f141: String,
    f142: Option[Int],
    f143: Boolean,
    f144: List[String],
    f145: Int,
    f146: String,
    f147: Option[Int],
    f148: Boolean,
    f149: List[String],
    f150: Int,
    f151: String,
    f152: Option[Int],
    f153: Boolean,
    f154: List[String],
    f155: Int,
    f156: String,
    f157: Option[Int],
    f158: Boolean,
    f159: List[String],
    f160: Int,
    f161: String,
    f162: Option[Int],
    f163: Boolean,
    f164: List[String],
    f165: Int,
    f166: String,
    f167: Option[Int],
    f168: Boolean,
    f169: List[String],
    f170: Int,
    f171: String,
    f172: Option[Int],
    f173: Boolean,
    f174: List[String],
    f175: Int,
    f176: String,
    f177: Option[Int],
    f178: Boolean,
    f179: List[String],
    f180: Int,
    f181: String,
    f182: Option[Int],
    f183: Boolean,
    f184: List[String],
    f185: Int,
    f186: String,
    f187: Option[Int],
    f188: Boolean,
    f189: List[String],
    f190: Int,
    f191: String,
    f192: Option[Int],
    f193: Boolean,
    f194: List[String],
    f195: Int,
    f196: String,
    f197: Option[Int],
    f198: Boolean,
    f199: List[String],
    f200: Int,
    f201: String,
    f202: Option[Int],
    f203: Boolean,
    f204: List[String],
    f205: Int,
    f206: String,
    f207: Option[Int],
    f208: Boolean,
    f209: List[String],
    f210: Int,
    f211: String,
    f212: Option[Int],
    f213: Boolean,
    f214: List[String],
    f215: Int,
    f216: String,
    f217: Option[Int],
    f218: Boolean,
    f219: List[String],
    f220: Int,
    f221: String,
    f222: Option[Int],
    f223: Boolean,
    f224: List[String],
    f225: Int,
    f226: String,
    f227: Option[Int],
    f228: Boolean,
    f229: List[String],
    f230: Int,
    f231: String,
    f232: Option[Int],
    f233: Boolean,
    f234: List[String],
    f235: Int,
    f236: String,
    f237: Option[Int],
    f238: Boolean,
    f239: List[String],
    f240: Int,
    f241: String,
    f242: Option[Int],
    f243: Boolean,
    f244: List[String],
    f245: Int,
    f246: String,
    f247: Option[Int],
    f248: Boolean,
    f249: List[String]
) derives Pickler

object Widest:
  def sample: Widest = Widest(
    0,
    "1",
    None,
    true,
    List("4"),
    5,
    "6",
    Some(7),
    true,
    List("9"),
    10,
    "11",
    None,
    true,
    List("14"),
    15,
    "16",
    Some(17),
    true,
    List("19"),
    20,
    "21",
    None,
    true,
    List("24"),
    25,
    "26",
    Some(27),
    true,
    List("29"),
    30,
    "31",
    None,
    true,
    List("34"),
    35,
    "36",
    Some(37),
    true,
    List("39"),
    40,
    "41",
    None,
    true,
    List("44"),
    45,
    "46",
    Some(47),
    true,
    List("49"),
    50,
    "51",
    None,
    true,
    List("54"),
    55,
    "56",
    Some(57),
    true,
    List("59"),
    60,
    "61",
    None,
    true,
    List("64"),
    65,
    "66",
    Some(67),
    true,
    List("69"),
    70,
    "71",
    None,
    true,
    List("74"),
    75,
    "76",
    Some(77),
    true,
    List("79"),
    80,
    "81",
    None,
    true,
    List("84"),
    85,
    "86",
    Some(87),
    true,
    List("89"),
    90,
    "91",
    None,
    true,
    List("94"),
    95,
    "96",
    Some(97),
    true,
    List("99"),
    100,
    "101",
    None,
    true,
    List("104"),
    105,
    "106",
    Some(107),
    true,
    List("109"),
    110,
    "111",
    None,
    true,
    List("114"),
    115,
    "116",
    Some(117),
    true,
    List("119"),
    120,
    "121",
    None,
    true,
    List("124"),
    125,
    "126",
    Some(127),
    true,
    List("129"),
    130,
    "131",
    None,
    true,
    List("134"),
    135,
    "136",
    Some(137),
    true,
    List("139"),
    140,
    "141",
    None,
    true,
    List("144"),
    145,
    "146",
    Some(147),
    true,
    List("149"),
    150,
    "151",
    None,
    true,
    List("154"),
    155,
    "156",
    Some(157),
    true,
    List("159"),
    160,
    "161",
    None,
    true,
    List("164"),
    165,
    "166",
    Some(167),
    true,
    List("169"),
    170,
    "171",
    None,
    true,
    List("174"),
    175,
    "176",
    Some(177),
    true,
    List("179"),
    180,
    "181",
    None,
    true,
    List("184"),
    185,
    "186",
    Some(187),
    true,
    List("189"),
    190,
    "191",
    None,
    true,
    List("194"),
    195,
    "196",
    Some(197),
    true,
    List("199"),
    200,
    "201",
    None,
    true,
    List("204"),
    205,
    "206",
    Some(207),
    true,
    List("209"),
    210,
    "211",
    None,
    true,
    List("214"),
    215,
    "216",
    Some(217),
    true,
    List("219"),
    220,
    "221",
    None,
    true,
    List("224"),
    225,
    "226",
    Some(227),
    true,
    List("229"),
    230,
    "231",
    None,
    true,
    List("234"),
    235,
    "236",
    Some(237),
    true,
    List("239"),
    240,
    "241",
    None,
    true,
    List("244"),
    245,
    "246",
    Some(247),
    true,
    List("249")
  )

sealed trait Big derives Pickler
final case class B0(a: Int, b: String) extends Big
final case class B1(a: Int, b: String) extends Big
final case class B2(a: Int, b: String) extends Big
final case class B3(a: Int, b: String) extends Big
final case class B4(a: Int, b: String) extends Big
final case class B5(a: Int, b: String) extends Big
final case class B6(a: Int, b: String) extends Big
final case class B7(a: Int, b: String) extends Big
final case class B8(a: Int, b: String) extends Big
final case class B9(a: Int, b: String) extends Big
final case class B10(a: Int, b: String) extends Big
final case class B11(a: Int, b: String) extends Big
final case class B12(a: Int, b: String) extends Big
final case class B13(a: Int, b: String) extends Big
final case class B14(a: Int, b: String) extends Big
final case class B15(a: Int, b: String) extends Big
final case class B16(a: Int, b: String) extends Big
final case class B17(a: Int, b: String) extends Big
final case class B18(a: Int, b: String) extends Big
final case class B19(a: Int, b: String) extends Big
final case class B20(a: Int, b: String) extends Big
final case class B21(a: Int, b: String) extends Big
final case class B22(a: Int, b: String) extends Big
final case class B23(a: Int, b: String) extends Big
final case class B24(a: Int, b: String) extends Big
final case class B25(a: Int, b: String) extends Big
final case class B26(a: Int, b: String) extends Big
final case class B27(a: Int, b: String) extends Big
final case class B28(a: Int, b: String) extends Big
final case class B29(a: Int, b: String) extends Big
final case class B30(a: Int, b: String) extends Big
final case class B31(a: Int, b: String) extends Big
final case class B32(a: Int, b: String) extends Big
final case class B33(a: Int, b: String) extends Big
final case class B34(a: Int, b: String) extends Big
final case class B35(a: Int, b: String) extends Big
final case class B36(a: Int, b: String) extends Big
final case class B37(a: Int, b: String) extends Big
final case class B38(a: Int, b: String) extends Big
final case class B39(a: Int, b: String) extends Big
final case class B40(a: Int, b: String) extends Big
final case class B41(a: Int, b: String) extends Big
final case class B42(a: Int, b: String) extends Big
final case class B43(a: Int, b: String) extends Big
final case class B44(a: Int, b: String) extends Big
final case class B45(a: Int, b: String) extends Big
final case class B46(a: Int, b: String) extends Big
final case class B47(a: Int, b: String) extends Big
final case class B48(a: Int, b: String) extends Big
final case class B49(a: Int, b: String) extends Big
final case class B50(a: Int, b: String) extends Big
final case class B51(a: Int, b: String) extends Big
final case class B52(a: Int, b: String) extends Big
final case class B53(a: Int, b: String) extends Big
final case class B54(a: Int, b: String) extends Big
final case class B55(a: Int, b: String) extends Big
final case class B56(a: Int, b: String) extends Big
final case class B57(a: Int, b: String) extends Big
final case class B58(a: Int, b: String) extends Big
final case class B59(a: Int, b: String) extends Big
final case class B60(a: Int, b: String) extends Big
final case class B61(a: Int, b: String) extends Big
final case class B62(a: Int, b: String) extends Big
final case class B63(a: Int, b: String) extends Big
final case class B64(a: Int, b: String) extends Big
final case class B65(a: Int, b: String) extends Big
final case class B66(a: Int, b: String) extends Big
final case class B67(a: Int, b: String) extends Big
final case class B68(a: Int, b: String) extends Big
final case class B69(a: Int, b: String) extends Big
final case class B70(a: Int, b: String) extends Big
final case class B71(a: Int, b: String) extends Big
final case class B72(a: Int, b: String) extends Big
final case class B73(a: Int, b: String) extends Big
final case class B74(a: Int, b: String) extends Big
final case class B75(a: Int, b: String) extends Big
final case class B76(a: Int, b: String) extends Big
final case class B77(a: Int, b: String) extends Big
final case class B78(a: Int, b: String) extends Big
final case class B79(a: Int, b: String) extends Big
final case class B80(a: Int, b: String) extends Big
final case class B81(a: Int, b: String) extends Big
final case class B82(a: Int, b: String) extends Big
final case class B83(a: Int, b: String) extends Big
final case class B84(a: Int, b: String) extends Big
final case class B85(a: Int, b: String) extends Big
final case class B86(a: Int, b: String) extends Big
final case class B87(a: Int, b: String) extends Big
final case class B88(a: Int, b: String) extends Big
final case class B89(a: Int, b: String) extends Big
final case class B90(a: Int, b: String) extends Big
final case class B91(a: Int, b: String) extends Big
final case class B92(a: Int, b: String) extends Big
final case class B93(a: Int, b: String) extends Big
final case class B94(a: Int, b: String) extends Big
final case class B95(a: Int, b: String) extends Big
final case class B96(a: Int, b: String) extends Big
final case class B97(a: Int, b: String) extends Big
final case class B98(a: Int, b: String) extends Big
final case class B99(a: Int, b: String) extends Big
final case class B100(a: Int, b: String) extends Big
final case class B101(a: Int, b: String) extends Big
final case class B102(a: Int, b: String) extends Big
final case class B103(a: Int, b: String) extends Big
final case class B104(a: Int, b: String) extends Big
final case class B105(a: Int, b: String) extends Big
final case class B106(a: Int, b: String) extends Big
final case class B107(a: Int, b: String) extends Big
final case class B108(a: Int, b: String) extends Big
final case class B109(a: Int, b: String) extends Big
final case class B110(a: Int, b: String) extends Big
final case class B111(a: Int, b: String) extends Big
final case class B112(a: Int, b: String) extends Big
final case class B113(a: Int, b: String) extends Big
final case class B114(a: Int, b: String) extends Big
final case class B115(a: Int, b: String) extends Big
final case class B116(a: Int, b: String) extends Big
final case class B117(a: Int, b: String) extends Big
final case class B118(a: Int, b: String) extends Big
final case class B119(a: Int, b: String) extends Big
final case class B120(a: Int, b: String) extends Big
final case class B121(a: Int, b: String) extends Big
final case class B122(a: Int, b: String) extends Big
final case class B123(a: Int, b: String) extends Big
final case class B124(a: Int, b: String) extends Big
final case class B125(a: Int, b: String) extends Big
final case class B126(a: Int, b: String) extends Big
final case class B127(a: Int, b: String) extends Big
final case class B128(a: Int, b: String) extends Big
final case class B129(a: Int, b: String) extends Big

final class Cycle60(
    var f0: Cycle60,
    val f1: String,
    val f2: Option[Int],
    val f3: Boolean,
    val f4: List[String],
    val f5: Int,
    val f6: String,
    val f7: Option[Int],
    var f8: Cycle60,
    val f9: List[String],
    val f10: Int,
    val f11: String,
    val f12: Option[Int],
    val f13: Boolean,
    val f14: List[String],
    val f15: Int,
    var f16: Cycle60,
    val f17: Option[Int],
    val f18: Boolean,
    val f19: List[String],
    val f20: Int,
    val f21: String,
    val f22: Option[Int],
    val f23: Boolean,
    var f24: Cycle60,
    val f25: Int,
    val f26: String,
    val f27: Option[Int],
    val f28: Boolean,
    val f29: List[String],
    val f30: Int,
    val f31: String,
    var f32: Cycle60,
    val f33: Boolean,
    val f34: List[String],
    val f35: Int,
    val f36: String,
    val f37: Option[Int],
    val f38: Boolean,
    val f39: List[String],
    var f40: Cycle60,
    val f41: String,
    val f42: Option[Int],
    val f43: Boolean,
    val f44: List[String],
    val f45: Int,
    val f46: String,
    val f47: Option[Int],
    var f48: Cycle60,
    val f49: List[String],
    val f50: Int,
    val f51: String,
    val f52: Option[Int],
    val f53: Boolean,
    val f54: List[String],
    val f55: Int,
    var f56: Cycle60,
    val f57: Option[Int],
    val f58: Boolean,
    val f59: List[String]
) derives Pickler

object Cycle60:
  def sample: Cycle60 = new Cycle60(
    null,
    "1",
    None,
    true,
    List("4"),
    5,
    "6",
    Some(7),
    null,
    List("9"),
    10,
    "11",
    None,
    true,
    List("14"),
    15,
    null,
    Some(17),
    true,
    List("19"),
    20,
    "21",
    None,
    true,
    null,
    25,
    "26",
    Some(27),
    true,
    List("29"),
    30,
    "31",
    null,
    true,
    List("34"),
    35,
    "36",
    Some(37),
    true,
    List("39"),
    null,
    "41",
    None,
    true,
    List("44"),
    45,
    "46",
    Some(47),
    null,
    List("49"),
    50,
    "51",
    None,
    true,
    List("54"),
    55,
    null,
    Some(57),
    true,
    List("59")
  )
