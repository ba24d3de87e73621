package brine.javaapi;

import brine.PickleFormat;
import brine.PickleOptions;
import brine.graph.Graph;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The graph format: all objects with their identity, in columns that tools read without the classes. */
public final class GraphFormat extends Format<GraphFormat> {
  GraphFormat(Brine owner, PickleFormat under, PickleOptions options) {
    super(owner, under, options);
  }

  @Override
  GraphFormat copy(PickleFormat format, PickleOptions settings) {
    return new GraphFormat(owner, format, settings);
  }

  @Override
  Picklers picklers() {
    return owner.exact;
  }

  private brine.graph.GraphFormat graph() {
    return (brine.graph.GraphFormat) under;
  }

  /**
   * Writes a graph, by the class of its root.
   *
   * @param value the root; for one with type arguments, such as a list, name its type
   * @return the bytes
   */
  public byte[] write(Object value) {
    return writeBytes(value);
  }

  /**
   * Writes a graph.
   *
   * @param <T>   the type of the root
   * @param value the root
   * @param type  its class, or one above it that the reader names
   * @return the bytes
   */
  public <T> byte[] write(@Nullable T value, Class<T> type) {
    return writeBytes(value, type);
  }

  /**
   * Writes a graph.
   *
   * @param <T>   the type of the root
   * @param value the root
   * @param type  its type
   * @return the bytes
   */
  public <T> byte[] write(@Nullable T value, TypeToken<T> type) {
    return writeBytes(value, type);
  }

  /**
   * Names an object that is not written: the graph has its name, and a read gets the reader's own object of that
   * name.
   *
   * @param name   the name
   * @param object the writer's or the reader's object
   * @return a format that knows the object
   */
  public GraphFormat external(String name, Object object) {
    return copy(graph().withExternal(name, object), options);
  }

  /**
   * Adds texts that can be read without the graph ({@link #header}).
   *
   * @param values texts by their names
   * @return a format that writes them
   */
  public GraphFormat withHeader(Map<String, String> values) {
    var pairs = values.entrySet().stream().map(e -> new scala.Tuple2<>(e.getKey(), e.getValue())).toList();
    return copy(graph().withHeader(scala.jdk.javaapi.CollectionConverters.asScala(pairs).toSeq()), options);
  }

  /**
   * Reads the texts at the beginning of a file.
   *
   * @param file a file that holds a graph, perhaps damaged behind them
   * @return texts by their names
   */
  public Map<String, String> header(Path file) {
    return Map.copyOf(scala.jdk.javaapi.CollectionConverters.asJava(Graph.header(file)));
  }

  /**
   * Inspects a graph without its classes.
   *
   * @param bytes the graph
   * @return its types and their values
   */
  public GraphInspection inspect(byte[] bytes) {
    return new GraphInspection(Graph.inspect(graph().pickled(bytes), options));
  }

  /**
   * Inspects a file without the classes of its objects, and reads only the parts that {@code use} asks for.
   *
   * @param <R>  the type of the result
   * @param file a file that holds a graph
   * @param use  looks at the graph while the file is open
   * @return the result of {@code use}
   */
  public <R> R inspect(Path file, Function<? super GraphInspection, ? extends R> use) {
    return Graph.inspect(file, graph -> use.apply(new GraphInspection(graph)), options);
  }
}
