package org.espalier.feature;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The UTF-8 bytes of one name after the other and their hash, in a buffer that is used again; for one thread. */
public final class NameBuffer {
    private byte[] bytes = new byte[256];
    private ByteBuffer view = wrap(bytes);
    private int length;

    static ByteBuffer wrap(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    NameBuffer set(CharSequence name) {
        int characters = name.length();
        reserve(characters);
        for (int i = 0; i < characters; i++) {
            char c = name.charAt(i);
            if (c >= 0x80) {
                return setEncoded(name);
            }
            bytes[i] = (byte) c;
        }
        length = characters;
        return this;
    }

    private NameBuffer setEncoded(CharSequence name) {
        length = Math.toIntExact(Utf8.length(name));
        reserve(length);
        Utf8.copy(name, bytes, 0);
        return this;
    }

    /** Begins anew, to be built from pieces. */
    public NameBuffer clear() {
        length = 0;
        return this;
    }

    /** Appends some bytes. */
    public void append(byte[] piece) {
        if (bytes.length < length + piece.length) {
            bytes = Arrays.copyOf(bytes, 2 * (length + piece.length));
            view = wrap(bytes);
        }
        System.arraycopy(piece, 0, bytes, length, piece.length);
        length += piece.length;
    }

    /** The bytes of a text. */
    public static byte[] encode(String text) {
        byte[] result = new byte[Math.toIntExact(Utf8.length(text))];
        Utf8.copy(text, result, 0);
        return result;
    }

    private void reserve(int wanted) {
        if (bytes.length < wanted) {
            bytes = new byte[Math.max(wanted, 2 * bytes.length)];
            view = wrap(bytes);
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    long hash() {
        return Utf8.hash(view, 0, length);
    }
}
