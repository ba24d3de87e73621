package brine.javaapi;

import brine.Copies;
import brine.Migrations;
import brine.PickleOptions;
import brine.Pickler;
import brine.evolve.Lock;
import brine.run.structures.MappedPickler;
import brine.runtime.AllowList;
import brine.runtime.JavaForm;
import brine.runtime.RuntimePicklers;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.runtime.BoxedUnit;

/**
 * Pickles Java's objects. A program makes one, keeps it, and takes the format where it uses it.
 *
 * <pre>{@code
 * Brine brine = Brine.builder().classes(Order.class).packages("shop").build();
 * byte[] bytes = brine.binary().write(order);
 * Order back = brine.binary().read(bytes, Order.class);
 * List<Order> list = brine.json().read(text, new TypeToken<List<Order>>() {});
 * }</pre>
 *
 * <p>Only the classes that the builder lists are taken apart and made; a pickle cannot add others. Immutable, for
 * any number of
 * threads. It reads a class once, and compiles code for it after some objects, so a program should not make one for
 * each call.
 */
public final class Brine {
  final PickleOptions options;

  /** For formats that keep the classes of collections, if that is asked for. */
  final Picklers exact;

  /** With the usual class of each collection's interface. */
  final Picklers usual;

  final Set<Class<?>> listed;
  final Predicate<Class<?>> allows;
  private final BinaryFormat binary;
  private final JsonFormat json;
  private final GraphFormat graph;

  private Brine(Builder set) {
    Map<Class<?>, Migrations<?>> migrations = new ConcurrentHashMap<>();
    Map<Class<?>, Conversion<?, ?>> conversions = new HashMap<>();
    for (Conversion<?, ?> each : set.conversions) conversions.put(each.from, each);
    Function<Class<?>, @Nullable Pickler<?>> hook =
        c -> conversions.containsKey(c) ? conversions.get(c).pickler(usual()) : null;
    usual = new Picklers(set.picklers(false, migrations, hook));
    exact = set.exactCollections ? new Picklers(set.picklers(true, migrations, hook)) : usual;
    for (Map.Entry<Class<?>, List<Step<?, ?>>> each : set.migrations.entrySet()) {
      migrations.put(each.getKey(), Step.all(each.getValue(), usual));
    }
    listed = Set.copyOf(set.classes);
    allows = c -> usual.under.allowed().allows(c);
    PickleOptions base = PickleOptions.Default();
    options =
        set.options.over(
            base.copy(
                base.sharing(),
                base.limits(),
                base.checksum(),
                exact.under.subtypes(),
                base.unknownFields(),
                base.carriage(),
                set.lock.history(),
                base.sizeHint(),
                base.code(),
                base.keptBuffer()));
    binary = new BinaryFormat(this, brine.binary.BinaryFormat$.MODULE$, options);
    json = new JsonFormat(this, brine.json.JsonFormat$.MODULE$, options);
    graph = new GraphFormat(this, brine.graph.GraphFormat$.MODULE$, options);
    refuseUnfit();
  }

  /** For hooks, which are called when all is there. */
  private Picklers usual() {
    return usual;
  }

  private void refuseUnfit() {
    List<UnfitClassException.Cause> causes = new ArrayList<>();
    for (Class<?> c : listed) {
      for (UnfitClassException.Cause cause : usual.check(c)) if (!causes.contains(cause)) causes.add(cause);
    }
    if (causes.isEmpty()) return;
    StringBuilder text = new StringBuilder("classes that cannot be pickled:");
    for (UnfitClassException.Cause cause : causes) text.append("\n  ").append(cause);
    throw new UnfitClassException(text.toString(), List.copyOf(causes));
  }

  /**
   * Returns a builder without classes.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the binary format.
   *
   * @return the format for these classes
   */
  public BinaryFormat binary() {
    return binary;
  }

  /**
   * Returns JSON.
   *
   * @return the format for these classes
   */
  public JsonFormat json() {
    return json;
  }

  /**
   * Returns the graph format.
   *
   * @return the format for these classes
   */
  public GraphFormat graph() {
    return graph;
  }

  /**
   * Returns a deep copy of an object, with its cycles and shared objects. No bytes are made. The copy shares objects
   * that nobody can change with the original, so an immutable object is its own copy.
   *
   * @param <T>   the type of the object
   * @param value an object of a listed class
   * @return the copy
   * @throws brine.PickleException if the object cannot be pickled, or its parts cannot make another
   */
  @SuppressWarnings("unchecked") // a copy is of the class of its original
  public <T> T copy(T value) {
    return (T) Copies.of(value, exact.ofValue(value), options);
  }

  /**
   * Returns the causes for which objects of a type cannot be pickled.
   *
   * @param type a class, or another type of Java's reflection
   * @return each cause once; none if the objects can be pickled
   */
  public List<UnfitClassException.Cause> check(Type type) {
    return exact.check(type);
  }

  /** A class that is written as an object of another. */
  private record Conversion<A, B>(
      Class<A> from, Class<B> as, Function<? super A, ? extends B> write, Function<? super B, ? extends A> read) {
    Pickler<A> pickler(Picklers picklers) {
      return MappedPickler.of(picklers.<B>of(as), read::apply, write::apply);
    }
  }

  /** A migration from an older class, or from the shape of one that is gone. */
  private record Step<Old, A>(
      @Nullable Class<Old> old, @Nullable String shape, Function<Object, ? extends A> convert) {
    @SuppressWarnings({"unchecked", "rawtypes"}) // each step leads to the class under which it is kept
    static Migrations<?> all(List<Step<?, ?>> steps, Picklers picklers) {
      Migrations all = new Migrations<>(scala.collection.immutable.Vector$.MODULE$.empty());
      for (Step<?, ?> step : steps) {
        all =
            step.old != null
                ? all.orFrom(old -> step.convert.apply(old), picklers.of(step.old))
                : all.orFromRecord(step.shape, record -> step.convert.apply(new OldRecord((brine.Record) record)));
      }
      return all;
    }
  }

  /** Makes a {@link Brine}. */
  public static final class Builder {
    private final Set<Class<?>> classes = new LinkedHashSet<>();
    private final Set<String> packages = new LinkedHashSet<>();
    private final List<Conversion<?, ?>> conversions = new ArrayList<>();
    private final Map<Class<?>, List<Step<?, ?>>> migrations = new LinkedHashMap<>();
    private @Nullable ClassLoader loader;
    private Options options = Options.DEFAULT;
    private Lock lock = Lock.empty();
    private boolean exactCollections;
    private boolean fieldAccess;
    private boolean jackson;

    private Builder() {}

    /**
     * Lists classes. A sealed class or interface stands for the classes that it permits.
     *
     * @param more records, enums and classes
     * @return this builder
     */
    public Builder classes(Class<?>... more) {
      for (Class<?> c : more) add(c);
      return this;
    }

    private void add(Class<?> c) {
      if (!c.isEnum() && c.isSealed()) {
        for (Class<?> below : c.getPermittedSubclasses()) add(below);
      }
      if (!c.isInterface() && !Modifier.isAbstract(c.getModifiers()) || c.isEnum()) classes.add(c);
    }

    /**
     * Lists all classes of packages, and of packages below them. A pickle can then make objects of any class there:
     * list packages
     * of data only.
     *
     * @param names names of packages, such as {@code shop.orders}
     * @return this builder
     */
    public Builder packages(String... names) {
      packages.addAll(Arrays.asList(names));
      return this;
    }

    /**
     * Sets the loader of the classes in {@link #packages}. Without it, that is the loader of the first listed class,
     * or else the
     * thread's.
     *
     * @param value the loader
     * @return this builder
     */
    public Builder loader(ClassLoader value) {
      loader = value;
      return this;
    }

    /**
     * Sets the options of all formats.
     *
     * @param value the options
     * @return this builder
     */
    public Builder options(Options value) {
      options = value;
      return this;
    }

    /**
     * Writes objects of a class as objects of another: for classes of others, or that hide their fields.
     *
     * <pre>{@code builder.convert(Money.class, String.class, Money::toString, Money::parse) }</pre>
     *
     * @param <A>   the class
     * @param <B>   the class that is written
     * @param from  the class
     * @param as    the class that is written, a standard or listed one
     * @param write gives the object to write
     * @param read  makes an object of one that was written
     * @return this builder
     */
    public <A, B> Builder convert(
        Class<A> from, Class<B> as, Function<? super A, ? extends B> write, Function<? super B, ? extends A> read) {
      conversions.add(new Conversion<>(from, as, write, read));
      return this;
    }

    /**
     * Reads data of an older class as objects of today's.
     *
     * @param <Old>   the older class
     * @param <A>     today's class
     * @param old     the older class, which is listed, too
     * @param today   today's class
     * @param convert makes an object of today's class
     * @return this builder
     */
    public <Old, A> Builder migration(
        Class<Old> old, Class<A> today, Function<? super Old, ? extends A> convert) {
      add(old);
      step(today, new Step<Old, A>(old, null, object -> convert.apply(old.cast(object))));
      return this;
    }

    /**
     * Reads data of a class that is gone as objects of today's.
     *
     * @param <A>     today's class
     * @param shape   the older shape as the lock has it, such as {@code Person{name: String, age: Int}}
     * @param today   today's class
     * @param convert makes an object of today's class of the fields that the older one had
     * @return this builder
     */
    public <A> Builder migration(String shape, Class<A> today, Function<? super OldRecord, ? extends A> convert) {
      step(today, new Step<Object, A>(null, shape, object -> convert.apply((OldRecord) object)));
      return this;
    }

    private void step(Class<?> today, Step<?, ?> step) {
      migrations.computeIfAbsent(today, c -> new ArrayList<>()).add(step);
    }

    /**
     * Reads the lock, whose shapes are those of earlier releases: binary data without a table of names can then be
     * read after a
     * change of their classes.
     *
     * @param file the file {@code brine.lock}
     * @return this builder
     * @throws brine.PickleException if the file cannot be read
     * @throws IllegalArgumentException if a line of it is wrong
     */
    public Builder lock(Path file) {
      try {
        return lock(Files.readString(file));
      } catch (IOException e) {
        throw new brine.PickleException.InputOutput(e);
      }
    }

    /**
     * Reads the text of a lock, such as that of a resource.
     *
     * @param text the text of a file {@code brine.lock}
     * @return this builder
     * @throws IllegalArgumentException if a line of it is wrong
     */
    public Builder lock(String text) {
      lock = Lock.parse(text);
      return this;
    }

    /**
     * Keeps the class of each collection in fields of interfaces, in the binary and the graph format: a {@code
     * TreeMap} in a field
     * of type {@code Map} comes back as one, in its natural order. The bytes then differ from those of Scala's
     * classes. Otherwise a
     * {@code List} comes back as an {@code ArrayList}, and a {@code Set} and a {@code Map} in the order that they had,
     * such as the natural order of a {@code TreeMap}; one with a comparator is refused. JSON always has the usual
     * classes.
     *
     * @return this builder
     */
    public Builder exactCollections() {
      exactCollections = true;
      return this;
    }

    /**
     * Handles classes that no constructor rebuilds by their fields alone: objects are made without a constructor.
     *
     * @return this builder
     */
    public Builder fieldAccess() {
      fieldAccess = true;
      return this;
    }

    /**
     * Also reads annotations of Jackson: {@code @JsonProperty}, {@code @JsonAlias}, {@code @JsonIgnore}, {@code
     * @JsonTypeName} and
     * {@code @JsonEnumDefaultValue}, at fields, accessors and classes. They then hold in all formats. Jackson is not
     * needed.
     *
     * @return this builder
     */
    public Builder jacksonAnnotations() {
      jackson = true;
      return this;
    }

    /**
     * Makes the pickler of these classes.
     *
     * @return the pickler
     * @throws UnfitClassException if a listed class cannot be pickled, with all causes
     */
    public Brine build() {
      return new Brine(this);
    }

    private RuntimePicklers picklers(
        boolean exact, Map<Class<?>, Migrations<?>> migrations, Function<Class<?>, @Nullable Pickler<?>> hook) {
      AllowList allowed =
          AllowList.apply(
              scala.jdk.javaapi.CollectionConverters.<Class<?>>asScala(List.<Class<?>>copyOf(classes)).toSeq());
      if (!packages.isEmpty()) {
        allowed = allowed.$plus$plus(AllowList.whereNamed(loaderOfPackages(), this::isInPackages));
      }
      scala.Function1<Class<?>, Option<Pickler<?>>> asked =
          conversions.isEmpty() ? RuntimePicklers.NoHook() : c -> Option.apply(hook.apply(c));
      return new RuntimePicklers(
          allowed,
          brine.Subtypes.none(),
          RuntimePicklers.CompileAfter(),
          asked,
          exact,
          JavaForm.none(),
          fieldAccess,
          (c, way) -> BoxedUnit.UNIT,
          new Annotations(jackson),
          true,
          c -> Option.apply(migrations.get(c)));
    }

    private Object isInPackages(String name) {
      for (String each : packages) {
        if (name.length() > each.length() && name.charAt(each.length()) == '.' && name.startsWith(each)) return true;
      }
      return false;
    }

    private ClassLoader loaderOfPackages() {
      ClassLoader given = loader;
      if (given != null) return given;
      for (Class<?> c : classes) if (c.getClassLoader() != null) return c.getClassLoader();
      ClassLoader context = Thread.currentThread().getContextClassLoader();
      return context != null ? context : ClassLoader.getSystemClassLoader();
    }
  }
}
