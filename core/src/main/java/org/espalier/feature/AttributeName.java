package org.espalier.feature;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.espalier.data.NativeText;
import org.jspecify.annotations.Nullable;

/**
 * The name of an attribute, written piece by piece as UTF-8 into a buffer that is used for the next name again; for one
 * thread.
 *
 * <p>A vocabulary looks it up without a String and without a look at single characters: hash and comparison go by eight
 * bytes. A surrogate without its partner in the same piece becomes U+FFFD. The characters that {@link CharSequence}
 * offers are meant for sinks that know nothing of bytes; they are decoded when the name is not ASCII.
 */
public final class AttributeName implements CharSequence {
    /** So that a word of eight bytes may be read or written at the name's last byte. */
    private static final int SLACK = 8;

    private static final int LONGEST = Integer.MAX_VALUE - 8 - SLACK;

    private byte[] bytes = new byte[128];
    private ByteBuffer words = words(bytes);
    private int length;
    private boolean ascii = true;
    private @Nullable String decoded;

    private static ByteBuffer words(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The mark of a neighbour in names: empty for the token itself. */
    public static String at(int offset) {
        return offset == 0 ? "" : "[" + offset + "]";
    }

    /** Begins a new name. */
    public AttributeName clear() {
        length = 0;
        ascii = true;
        decoded = null;
        return this;
    }

    /** The number of bytes so far: where the next piece begins. */
    public int size() {
        return length;
    }

    private void reserve(long more) {
        decoded = null;
        long wanted = length + more;
        if (wanted > bytes.length - SLACK) {
            if (wanted > LONGEST) {
                throw new IllegalArgumentException(
                        "a sequence whose words have more than " + LONGEST + " bytes; split it");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(LONGEST, 2 * wanted) + SLACK);
            words = words(bytes);
        }
    }

    /** The text as UTF-8. */
    public AttributeName append(String text) {
        int count = text.length();
        reserve(count);
        byte[] target = bytes;
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return appendEncoded(text);
            }
            target[length + i] = (byte) c;
        }
        length += count;
        return this;
    }

    private AttributeName appendEncoded(String text) {
        long more = Utf8.length(text);
        reserve(more);
        Utf8.copy(text, bytes, length);
        length += (int) more;
        ascii = false;
        return this;
    }

    /** The decimal digits, behind a minus sign when negative. */
    public AttributeName append(long number) {
        return append(Long.toString(number));
    }

    /** The bytes from (inclusive) … to (exclusive) of another name. */
    public AttributeName append(AttributeName other, int from, int to) {
        int count = to - from;
        reserve(count);
        for (int k = 0; k < count; k += Long.BYTES) {
            words.putLong(length + k, other.words.getLong(from + k));
        }
        length += count;
        ascii &= other.ascii;
        return this;
    }

    /** The bytes from (inclusive) … to (exclusive) of an array, whatever they mean; see {@link #recode}. */
    public AttributeName append(byte[] other, int from, int to) {
        int count = to - from;
        reserve(count);
        System.arraycopy(other, from, bytes, length, count);
        for (int k = length; ascii && k < length + count; k++) {
            ascii = bytes[k] >= 0;
        }
        length += count;
        return this;
    }

    /** The array that holds the name from index 0 on; another one after the name has grown. */
    public byte[] bytes() {
        return bytes;
    }

    /** Makes A … Z from this index on small. */
    public void foldCase(int from) {
        decoded = null;
        for (int i = from; i < length; i++) {
            if (bytes[i] >= 'A' && bytes[i] <= 'Z') {
                bytes[i] = (byte) (bytes[i] + 'a' - 'A');
            }
        }
    }

    /** Turns a name that was put together from bytes in the given encoding into UTF-8. */
    public void recode(Charset charset) {
        if (ascii) {
            return;
        }
        decoded = null;
        int first = 0;
        while (first < length && bytes[first] >= 0) {
            first++;
        }
        if (first == length) {
            ascii = true;
        } else if (!charset.equals(StandardCharsets.UTF_8) || !NativeText.isPlainUtf8(bytes, 0, length)) {
            String text = text(charset);
            clear().append(text);
        }
    }

    private String text(Charset charset) {
        try {
            return NativeText.decode(bytes, 0, length, charset);
        } catch (CharacterCodingException e) {
            // A character that a pattern has cut into pieces: no vocabulary has the like.
            return new String(bytes, 0, length, charset);
        }
    }

    /** {@link Utf8#hash(CharSequence)} of the name. */
    long hash() {
        long hash = 0;
        int i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            hash = Utf8.step(hash, words.getLong(i));
        }
        return Utf8.finish(i < length ? Utf8.step(hash, lastWord(i)) : hash, length);
    }

    /** The less than eight bytes from i on, filled up with zeros. */
    private long lastWord(int i) {
        return words.getLong(i) & (1L << 8 * (length - i)) - 1;
    }

    /** Whether the name's bytes are those from (inclusive) … to (exclusive) of a little-endian buffer, where from ≥ 8. */
    boolean matches(ByteBuffer buffer, int from, int to) {
        if (to - from != length) {
            return false;
        }
        int i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            if (words.getLong(i) != buffer.getLong(from + i)) {
                return false;
            }
        }
        // The word that ends with the text: bytes before it are shifted out, and none behind it is touched.
        return i == length || lastWord(i) == buffer.getLong(to - Long.BYTES) >>> 8 * (Long.BYTES - (length - i));
    }

    @Override
    public int length() {
        return ascii ? length : toString().length();
    }

    @Override
    public char charAt(int index) {
        return ascii ? (char) bytes[index] : toString().charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return toString().subSequence(start, end);
    }

    @Override
    public String toString() {
        String known = decoded;
        if (known == null) {
            known = new String(bytes, 0, length, StandardCharsets.UTF_8);
            decoded = known;
        }
        return known;
    }
}
