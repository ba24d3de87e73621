/**
 * The ground floor: bytes in, bytes out, and nothing about pickling.
 *
 * <p>A {@link brine.wire.ByteSink} takes bytes for an array, a buffer, a stream or a channel, and a {@link
 * brine.wire.ByteSource} gives them back. Both behave alike over every backing. Both refuse invalid input by a {@link
 * brine.wire.WireException} that names the offset. All numbers of fixed width are little-endian. Nothing here uses
 * {@code Unsafe}, reflection or a third-party library.
 */
package brine.wire;
