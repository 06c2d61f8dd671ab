package org.espalier.train.corpus;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.train.TrainingException;

/**
 * The bytes of a labelled sequence by which it travels to its shard, and the key by which it finds it.
 *
 * <p>The bytes are those that a {@link Fingerprint} is taken of: columns, attributes, labels and weight. The key is the beginning of their
 * SHA-256. Sequences in the order of their keys are in an order that depends on their content only; two of the same key are the same.
 */
public final class SequenceContent {
    /** The bytes of a key. */
    public static final int KEY = 16;

    private SequenceContent() {}

    public static byte[] write(Sequence sequence) {
        if (sequence.labels() == null || sequence.marks() != null || sequence.factors() != null) {
            throw new TrainingException(
                    sequence.location() + ": expected a sequence with labels, which is no tree or graph");
        }
        FingerprintContent content = new FingerprintContent();
        content.add(sequence);
        return content.toBytes();
    }

    /** The key of a sequence's bytes. */
    public static byte[] key(byte[] content) {
        return Arrays.copyOf(sha256().digest(content), KEY);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** How many tokens the sequence of these bytes has. */
    public static int length(byte[] content) {
        return ByteBuffer.wrap(content).getInt();
    }

    /**
     * The shard of a key: its first bits.
     *
     * @param shards a power of two
     */
    public static int shard(byte[] key, int shards) {
        int bits = Integer.numberOfTrailingZeros(shards);
        return bits == 0 ? 0 : ByteBuffer.wrap(key).getInt() >>> Integer.SIZE - bits;
    }

    /**
     * The sequence again.
     *
     * @param location for messages
     */
    public static Sequence read(byte[] content, Location location) {
        ByteBuffer source = ByteBuffer.wrap(content);
        try {
            int length = source.getInt();
            double weight = source.getDouble();
            List<Token> tokens = new ArrayList<>(length);
            for (int t = 0; t < length; t++) {
                List<String> columns = texts(source, source.getInt());
                int count = source.getInt();
                List<Attribute> attributes = new ArrayList<>(count);
                for (int a = 0; a < count; a++) {
                    attributes.add(new Attribute(text(source), source.getDouble()));
                }
                tokens.add(new Token(columns, attributes));
            }
            return new Sequence(tokens, texts(source, length), weight, List.of(), location);
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new TrainingException(location + ": the bytes of a sequence are damaged", e);
        }
    }

    private static List<String> texts(ByteBuffer source, int count) {
        List<String> texts = new ArrayList<>(count);
        for (int k = 0; k < count; k++) {
            texts.add(text(source));
        }
        return texts;
    }

    private static String text(ByteBuffer source) {
        int length = source.getInt();
        if (length < 0 || length > source.remaining()) {
            throw new IllegalArgumentException("a text of " + length + " bytes in " + source.remaining());
        }
        byte[] bytes = new byte[length];
        source.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
