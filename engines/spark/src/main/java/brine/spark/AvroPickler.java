package brine.spark;

import brine.PickleBuilder;
import brine.PickleReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericContainer;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * Avro's generic objects: their schema as text, and the bytes that Avro writes. Text in them comes back as
 * {@code Utf8}, as it does from Avro's files.
 */
final class AvroPickler extends HandwrittenPickler<GenericContainer> {
  /** A schema and its text. Records that follow each other mostly have one schema. */
  private record Known(Schema schema, String text) {}

  private volatile Known last = new Known(null, null);

  AvroPickler(Class<?> c) {
    super(c);
  }

  @Override
  public void pickle(GenericContainer value, PickleBuilder builder) {
    checkClass(value);
    Schema schema = value.getSchema();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    try {
      new GenericDatumWriter<Object>(schema).write(value, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    builder.putString(textOf(schema));
    Parts.putBytes(out.toByteArray(), out.size(), builder);
  }

  @Override
  public GenericContainer unpickle(PickleReader reader) {
    Schema schema = schemaOf(reader.getString());
    byte[] bytes = Parts.getBytes(reader);
    check(bytes != null, "has no bytes:", bytes);
    BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(bytes, null);
    try {
      Object value = new GenericDatumReader<Object>(schema).read(null, decoder);
      check(decoder.isEnd(), "has more bytes than its schema needs:", schema.getFullName());
      check(objectClass().isInstance(value), "has the schema of", schema.getType());
      return (GenericContainer) value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String textOf(Schema schema) {
    Known known = last;
    if (known.schema != schema) {
      known = new Known(schema, schema.toString());
      last = known;
    }
    return known.text;
  }

  private Schema schemaOf(String text) {
    check(text != null, "has no schema:", text);
    Known known = last;
    if (!text.equals(known.text)) {
      known = new Known(new Schema.Parser().parse(text), text);
      last = known;
    }
    return known.schema;
  }
}
