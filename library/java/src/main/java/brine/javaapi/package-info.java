/**
 * Brine from Java: records, beans and collections as bytes, as JSON and as graphs.
 *
 * <p>{@link brine.javaapi.Brine} is the entry. No signature here has a type of Scala's; a {@link
 * org.jspecify.annotations.Nullable} marks each place that can be null. The work is done by the modules under it:
 * runtime picklers read the classes, and the formats are those of Scala's API, with the same bytes.
 */
@NullMarked
package brine.javaapi;

import org.jspecify.annotations.NullMarked;
