package org.espalier.train.corpus;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Labels;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.Vocabulary;

/**
 * The numbers of attributes and labels that all shards share. Names have their numbers in an order that does not depend on where they were
 * found.
 *
 * @param attributes of tokens
 * @param pairAttributes of pairs of tokens
 * @param labels the labels
 */
public record ShardNumbering(Vocabulary attributes, Vocabulary pairAttributes, Labels labels) {
    private static final int MAGIC = 0x45534E55;

    /** The vocabulary of names in their order. */
    public static Vocabulary vocabulary(Iterable<String> names) {
        Vocabulary.Builder builder = new Vocabulary.Builder();
        names.forEach(builder::add);
        return builder.build();
    }

    /** The bytes of a draft's instances with the numbers of all shards; attributes without a number are left out. */
    public byte[] apply(ShardDraft draft) {
        int[] numbers = numbers(draft.names(0), attributes);
        int[] pairNumbers = numbers(draft.names(1), pairAttributes);
        int[] newLabels = draft.labels().stream().mapToInt(this::label).toArray();
        return ShardBytes.writeChunk(
                draft.chunk().renumbered(newLabels, sequences -> sequences.renumbered(numbers, pairNumbers)));
    }

    private int label(String name) {
        int number = labels.indexOf(name);
        if (number < 0) {
            throw new IllegalStateException("the label '" + name + "' has no number; did the data change meanwhile?");
        }
        return number;
    }

    private static int[] numbers(AttributeIndex names, AttributeIndex in) {
        int[] numbers = new int[names.size()];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = in.indexOf(names.get(k));
        }
        return numbers;
    }

    public byte[] toBytes() {
        ByteBuffer states = attributes.toBytes();
        ByteBuffer pairs = pairAttributes.toBytes();
        List<byte[]> names = labels.names().stream().map(ShardBytes::utf8).toList();
        long bytes = 3L * Integer.BYTES + states.remaining() + pairs.remaining();
        for (byte[] name : names) {
            bytes += Integer.BYTES + name.length;
        }
        ByteBuffer target = ShardBytes.allocate(bytes, "the vocabulary");
        target.putInt(states.remaining());
        target.put(states);
        target.putInt(pairs.remaining());
        target.put(pairs);
        target.putInt(names.size());
        names.forEach(name -> ShardBytes.put(name, target));
        return ShardBytes.seal(MAGIC, target);
    }

    /** The numbering again; damage and other versions are noticed. */
    public static ShardNumbering read(byte[] bytes) {
        ByteBuffer source = ShardBytes.open(MAGIC, bytes, "a vocabulary");
        Vocabulary attributes = vocabulary(source);
        Vocabulary pairs = vocabulary(source);
        List<String> names = new ArrayList<>();
        for (int left = source.getInt(); left > 0; left--) {
            names.add(ShardBytes.text(source));
        }
        return new ShardNumbering(attributes, pairs, Labels.of(names));
    }

    private static Vocabulary vocabulary(ByteBuffer source) {
        int length = source.getInt();
        Vocabulary vocabulary = Vocabulary.read(source.slice(source.position(), length));
        source.position(source.position() + length);
        return vocabulary;
    }
}
