package org.espalier.train.corpus;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.Factor;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Token;

/** The bytes of sequences that a {@link Fingerprint} is taken of. */
final class FingerprintContent {
    private byte[] bytes = new byte[1024];
    private int size;

    void add(Sequence sequence) {
        number(sequence.length());
        number(sequence.weight());
        for (Token token : sequence.tokens()) {
            texts(token.columns(), true);
            number(token.attributes().size());
            for (Attribute attribute : token.attributes()) {
                text(attribute.name());
                number(attribute.value());
            }
        }
        List<String> labels = sequence.labels();
        if (labels != null) {
            texts(labels, false);
        }
        List<Mark> marks = sequence.marks();
        if (marks != null) {
            number(marks.size());
            for (Mark mark : marks) {
                number(mark.from());
                number(mark.to());
                text(mark.label());
            }
        }
        List<Factor> factors = sequence.factors();
        if (factors != null) {
            number(factors.size());
            factors.forEach(this::add);
        }
    }

    private void add(Factor factor) {
        text(factor.template());
        number(factor.variables().size());
        factor.variables().forEach(this::number);
        number(factor.attributes().size());
        for (Attribute attribute : factor.attributes()) {
            text(attribute.name());
            number(attribute.value());
        }
    }

    private void texts(List<String> texts, boolean counted) {
        int count = texts.size();
        if (counted) {
            number(count);
        }
        for (int i = 0; i < count; i++) {
            text(texts.get(i));
        }
    }

    void text(String text) {
        int length = text.length();
        reserve(Integer.BYTES + length);
        int at = size + Integer.BYTES;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                encoded(text);
                return;
            }
            bytes[at++] = (byte) c;
        }
        number(length);
        size = at;
    }

    private void encoded(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        reserve(utf8.length);
        System.arraycopy(utf8, 0, bytes, size, utf8.length);
        size += utf8.length;
    }

    void number(int value) {
        reserve(Integer.BYTES);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >> shift);
        }
    }

    void number(double value) {
        long bits = Double.doubleToRawLongBits(value);
        number((int) (bits >>> 32));
        number((int) bits);
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }

    /** How many bytes there are. */
    int size() {
        return size;
    }

    /** A copy of the bytes. */
    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** Passes the bytes on and begins anew. */
    void drainTo(MessageDigest digest) {
        digest.update(bytes, 0, size);
        size = 0;
    }
}
