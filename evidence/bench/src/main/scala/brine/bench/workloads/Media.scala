package brine.bench.workloads

import brine.Pickler
import brine.bench.workloads.Parts.*
import brine.wire.{ByteSink, ByteSource}

/** One message of the size that jvm-serializers' has, with values of our own. */
final class Media extends Workload[MediaContent]("media"), Twinned[MediaContent]:
  def pickler: Pickler[MediaContent] = summon

  lazy val values: Vector[MediaContent] = Vector(
    MediaContent(
      Clip(
        "https://example.org/talks/2013/pickles.mp4",
        Some("Pickles, instantly"),
        640,
        480,
        "video/mp4",
        18_000_000L,
        58_982_400L,
        Some(262_144),
        List("Heather M.", "Philipp H."),
        Player.Java,
        None
      ),
      List(
        Image(
          "https://example.org/talks/2013/pickles-large.jpg",
          Some("Pickles, instantly"),
          1024,
          768,
          ImageSize.Large
        ),
        Image("https://example.org/talks/2013/pickles-small.jpg", None, 320, 240, ImageSize.Small)
      )
    )
  )

  object plain extends Twin[MediaContent]:
    def write(content: MediaContent, sink: ByteSink): Unit = Media.put(content, sink)
    def read(source: ByteSource): MediaContent = Media.get(false, source)

  object hardened extends Twin[MediaContent]:
    def write(content: MediaContent, sink: ByteSink): Unit =
      limit(true, sink)
      Media.put(content, sink)
    def read(source: ByteSource): MediaContent = Media.get(true, source)

private object Media:
  private val players = Player.values
  private val sizes = ImageSize.values

  def put(content: MediaContent, sink: ByteSink): Unit =
    put(content.media, sink)
    putAll(content.images, sink)(put(_, sink))

  private def put(clip: Clip, sink: ByteSink): Unit =
    putString(clip.uri, sink)
    putOption(clip.title, sink)(putString(_, sink))
    sink.putZigzagInt(clip.width)
    sink.putZigzagInt(clip.height)
    putString(clip.format, sink)
    sink.putZigzagLong(clip.duration)
    sink.putZigzagLong(clip.size)
    putOption(clip.bitrate, sink)(sink.putZigzagInt(_))
    putAll(clip.persons, sink)(putString(_, sink))
    sink.putByte(clip.player.ordinal)
    putOption(clip.copyright, sink)(putString(_, sink))

  private def put(image: Image, sink: ByteSink): Unit =
    putString(image.uri, sink)
    putOption(image.title, sink)(putString(_, sink))
    sink.putZigzagInt(image.width)
    sink.putZigzagInt(image.height)
    sink.putByte(image.size.ordinal)

  inline def get(inline isHardened: Boolean, source: ByteSource): MediaContent =
    MediaContent(
      Clip(
        getString(source),
        getOption(source)(getString(source)),
        source.getZigzagInt(),
        source.getZigzagInt(),
        getString(source),
        source.getZigzagLong(),
        source.getZigzagLong(),
        getOption(source)(source.getZigzagInt()),
        getList(isHardened, source)(getString(source)),
        players(source.getByte()),
        getOption(source)(getString(source))
      ),
      getList(isHardened, source)(getImage(source))
    )

  private def getImage(source: ByteSource): Image =
    Image(
      getString(source),
      getOption(source)(getString(source)),
      source.getZigzagInt(),
      source.getZigzagInt(),
      sizes(source.getByte())
    )
