package brine.bench.messages

import java.util.{SplittableRandom, UUID}

/** Words of a language, and the text between them. */
private[bench] enum Language(words: String, val separator: String):
  val all: Vector[String] = words.split("\\s+").toVector

  case Latin extends Language(
        """the order was sent again after lunch because nobody had answered please look at this when you are back in
      |town we think it works now but some pages load slowly customers asked for a refund yesterday thanks and good
      |night""".stripMargin,
        " "
      )

  case Cyrillic extends Language(
        """заказ пришёл вчера вечером коробка немного помята внутри всё цело спасибо за быструю доставку очень хорошая
      |вещь позвоните нам завтра утром поезд опаздывает на час ждите объявления просим прощения билеты можно
      |вернуть""".stripMargin,
        " "
      )

  case Greek extends Language(
        """καλημέρα σας το δωμάτιο έχει θέα στη θάλασσα και μεγάλο μπαλκόνι ευχαριστώ πολύ για όλα θα έρθουμε πάλι το
      |καλοκαίρι πρωινό με μέλι ψωμί ελιές τυρί κοντά στο λιμάνι ήσυχο μέρος""".stripMargin,
        " "
      )

  case Japanese extends Language(
        """おはよう ございます 今日は 雨が 降って います 会議は 午後 三時から 始まります 資料を 送って ください ありがとう
      |駅まで 歩いて 十分です 新しい カメラを 買いました また 明日""".stripMargin,
        ""
      )

  case Chinese extends Language("""今天 天气 很好 我们 一起 去 公园 质量 不错 物流 很快 客服 态度 也 好 下次 还会 再来 价格 便宜 推荐 给 朋友 包装 完整""", "")

  case Emoji extends Language("👍 🎉 😀 🚀 🐳 🌍 🍋 🧩 👩‍💻 ❤️ 🥒 🏺", "")

extension (random: SplittableRandom)
  private[bench] def uuid: UUID =
    new UUID(random.nextLong() & ~0xf000L | 0x4000L, random.nextLong() & 0x3fffffffffffffffL | 0x8000000000000000L)

  private[bench] def oneOf[A](all: A*): A = all(random.nextInt(all.length))
  private[bench] def between(least: Int, most: Int): Int = random.nextInt(least, most + 1)
  private[bench] def chance(percent: Int): Boolean = random.nextInt(100) < percent
  private[bench] def some[A](percent: Int)(make: => A): Option[A] = Option.when(random.chance(percent))(make)
  private[bench] def list[A](least: Int, most: Int)(make: => A): List[A] =
    List.fill(random.between(least, most))(make)
  private[bench] def vector[A](least: Int, most: Int)(make: => A): Vector[A] =
    Vector.fill(random.between(least, most))(make)

  /** A few of these keys; a key that is drawn twice counts once. */
  private[bench] def table[A](least: Int, most: Int, keys: String*)(make: => A): Map[String, A] =
    random.list(least, most)(random.oneOf(keys*) -> make).toMap

  /** A text of `least` to `most` words. */
  private[bench] def text(language: Language, least: Int, most: Int): String =
    random.list(least, most)(random.oneOf(language.all*)).mkString(language.separator)

  /** In a few years around 2023, in milliseconds. */
  private[bench] def time: Long = random.nextLong(1_600_000_000_000L, 1_760_000_000_000L)

  private[bench] def latitude: Double = random.nextDouble(-90, 90)
  private[bench] def longitude: Double = random.nextDouble(-180, 180)

  /** With two digits after the point, as measured or priced. */
  private[bench] def decimal(most: Int): Double = random.nextInt(most * 100) / 100.0

  private[bench] def code(prefix: String): String = s"$prefix-${random.between(100_000, 999_999)}"
  private[bench] def personName: String = s"${random.oneOf(firstNames*)} ${random.oneOf(lastNames*)}"
  private[bench] def mail: String =
    s"${random.oneOf(lastNames*).filter(_ < 128)}.${random.nextInt(1000)}@post.example"
  private[bench] def address: String = s"10.${random.nextInt(256)}.${random.nextInt(256)}.${random.nextInt(256)}"
  private[bench] def host: String =
    s"${random.oneOf("web", "db", "queue", "cache")}-${random.between(1, 40)}.north.example"
  private[bench] def color: String = random.oneOf("red", "dark green", "blue", "ochre", "white")
  private[bench] def currency: String = random.oneOf("EUR", "USD", "JPY", "CHF", "GBP")

private val firstNames = Vector("Anna", "Boris", "Chloe", "Dmitri", "Eleni", "Farid", "Grace", "Hiro", "Ines", "Jonas")
private val lastNames = Vector("Papadakis", "Müller", "Okafor", "Tanaka", "Lindqvist", "Moreau", "Santos", "Novak")
