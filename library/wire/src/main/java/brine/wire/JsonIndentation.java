package brine.wire;

import java.util.Arrays;

/** Puts white space into compact JSON that comes in pieces: each member and element on a separate line. */
final class JsonIndentation {
  private final ByteSink sink;
  private final int step;
  private byte[] spaces = {'\n'};
  private int level;
  private boolean isInText;
  private boolean isEscaped;

  /** True behind the beginning of an object or array that may be empty. */
  private boolean hasBegun;

  JsonIndentation(ByteSink sink, int step) {
    this.sink = sink;
    this.step = step;
  }

  void put(byte[] bytes, int from, int until) {
    int done = from; // the bytes before it are in the sink
    for (int i = from; i < until; i++) {
      byte b = bytes[i];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (b == '\\') isEscaped = true;
        else if (b == '"') isInText = false;
      } else if (b == ',' || b == ':') {
        sink.putBytes(bytes, done, i + 1 - done);
        done = i + 1;
        if (b == ',') putLine();
        else sink.putByte((byte) ' ');
      } else {
        boolean isEnd = b == '}' || b == ']';
        if (isEnd) level--;
        if (hasBegun != isEnd) { // not in {}
          sink.putBytes(bytes, done, i - done);
          done = i;
          putLine();
        }
        isInText = b == '"';
        hasBegun = b == '{' || b == '[';
        if (hasBegun) level++;
      }
    }
    sink.putBytes(bytes, done, until - done);
  }

  /** Puts a value as it is. */
  void putAsIs(byte[] json) {
    if (hasBegun) putLine();
    hasBegun = false;
    sink.putBytes(json, 0, json.length);
  }

  private void putLine() {
    int length = 1 + level * step;
    if (length > spaces.length) {
      spaces = new byte[Math.max(length, 64)];
      Arrays.fill(spaces, (byte) ' ');
      spaces[0] = '\n';
    }
    sink.putBytes(spaces, 0, length);
  }
}
