package brine.checks.presets

import com.google.protobuf.DynamicMessage
import com.google.protobuf.util.JsonFormat

/** The JSON of messages, by the defaults of protobuf-java-util. */
object ProtoPeer:
  def apply[A](message: ProtoType.Message[A]): Peer[A] =
    val file = ProtoFile()
    val name = message.declared(file)
    val descriptor = file.link().findMessageTypeByName(name)
    def read(text: String): A =
      val made = DynamicMessage.newBuilder(descriptor)
      JsonFormat.parser().merge(text, made)
      message.fromProto(made.build)
    Peer(value => JsonFormat.printer().print(message.toMessage(value, descriptor)), read)
