package org.espalier.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.espalier.feature.FrontCoding;
import org.espalier.feature.Vocabulary;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.jspecify.annotations.Nullable;

/**
 * The coded sections of a compact model file: vocabularies by {@link FrontCoding}, and every number cut into bytes that go
 * through the {@link EntropyCoder}, the highest bytes first, each as the context of the next lower one.
 *
 * <p>A section claims at most {@value #MOST_RATIO} times its own bytes, so that a damaged or hostile number cannot ask for
 * much memory; where coding is better than that, zeros follow.
 */
final class CompactSections {
    private static final int MOST_RATIO = 200;
    private static final int ALWAYS_ALLOWED = 1 << 16;

    private CompactSections() {}

    /** int bytes of text; then the prefixes and the suffixes, coded. */
    static ByteBuffer vocabulary(Vocabulary vocabulary) {
        FrontCoding coding = FrontCoding.of(vocabulary);
        Pieces pieces = new Pieces();
        pieces.number(coding.textBytes());
        pieces.add(EntropyCoder.encode(coding.prefixes(), null));
        pieces.add(EntropyCoder.encode(coding.suffixes(), null));
        return pieces.section(Math.max((long) coding.textBytes(), coding.prefixes().length));
    }

    static Vocabulary vocabulary(ByteBuffer bytes) {
        long most = most(bytes);
        int textBytes = bytes.getInt();
        if (textBytes < 0 || textBytes > most) {
            throw new IllegalArgumentException(textBytes + " bytes of text");
        }
        byte[] prefixes = EntropyCoder.decode(bytes, most, null);
        byte[] suffixes = EntropyCoder.decode(bytes, most, null);
        requireEnd(bytes);
        return new FrontCoding(prefixes, suffixes, textBytes).vocabulary();
    }

    /** int targets, int attributes, int complete; if it is 0, per attribute its number of features, then all targets. */
    static ByteBuffer lists(FeatureLists lists) {
        Pieces pieces = new Pieces();
        pieces.number(lists.targetCount());
        pieces.number(lists.attributes());
        pieces.number(lists.isComplete() ? 1 : 0);
        if (lists.isComplete()) {
            return pieces.section(0);
        }
        int width = width(lists.targetCount());
        int[] offsets = lists.offsets();
        pieces.numbers(lists.attributes(), width, a -> offsets[a + 1] - offsets[a]);
        pieces.numbers(lists.features(), width, f -> lists.targets()[f]);
        return pieces.section(Math.max(lists.attributes(), lists.features()));
    }

    static FeatureLists lists(ByteBuffer bytes, int targetCount, int attributes) {
        long most = most(bytes);
        if (bytes.getInt() != targetCount || bytes.getInt() != attributes) {
            throw new IllegalArgumentException("features of other labels or attributes");
        }
        int complete = bytes.getInt();
        if (complete == 1) {
            requireEnd(bytes);
            return FeatureLists.complete(attributes, targetCount);
        }
        int width = width(targetCount);
        int[] offsets = new int[attributes + 1];
        long[] counts = numbers(bytes, width, most);
        if (complete != 0 || counts.length != attributes) {
            throw new IllegalArgumentException(counts.length + " counts for " + attributes + " attributes");
        }
        for (int a = 0; a < attributes; a++) {
            if (counts[a] > targetCount) {
                throw new IllegalArgumentException("an attribute with " + counts[a] + " features");
            }
            offsets[a + 1] = Math.addExact(offsets[a], (int) counts[a]);
        }
        long[] numbers = numbers(bytes, width, most);
        requireEnd(bytes);
        if (numbers.length != offsets[attributes]) {
            throw new IllegalArgumentException(numbers.length + " features, expected " + offsets[attributes]);
        }
        return new FeatureLists(targetCount, offsets, targets(offsets, numbers, targetCount));
    }

    private static int[] targets(int[] offsets, long[] numbers, int targetCount) {
        int[] targets = new int[numbers.length];
        for (int a = 0; a + 1 < offsets.length; a++) {
            long previous = -1;
            for (int f = offsets[a]; f < offsets[a + 1]; f++) {
                if (numbers[f] <= previous || numbers[f] >= targetCount) {
                    throw new IllegalArgumentException("feature " + f + " has the target " + numbers[f]);
                }
                targets[f] = (int) numbers[f];
                previous = numbers[f];
            }
        }
        return targets;
    }

    /** The bytes that a number up to {@code largest} takes. */
    private static int width(int largest) {
        return largest < 1 << 8 ? 1 : largest < 1 << 16 ? 2 : 4;
    }

    /** double step (0 for floating point); all weights but those of shared transitions; then those. */
    static ByteBuffer weights(ParameterLayout layout, double[] weights, FileForm form) {
        int shared = layout.sharedBegin();
        int sharedEnd = layout.sharedEnd();
        double step = form.hasSteps() ? form.step(layout, weights) : 0;
        Pieces pieces = new Pieces();
        pieces.number(Double.doubleToLongBits(step));
        int others = weights.length - (sharedEnd - shared);
        pieces.numbers(others, form.weightBits() + 7 >> 3, k -> {
            double weight = weights[k < shared ? k : k + sharedEnd - shared];
            return form.hasSteps() ? code(weight, step) : bits(weight, form);
        });
        int width = sharedWidth(form);
        pieces.numbers(sharedEnd - shared, width, k -> bits(weights[shared + k], FileForm.compact(8 * width)));
        return pieces.section(weights.length);
    }

    static double[] weights(ByteBuffer bytes, ParameterLayout layout, FileForm form) {
        long most = most(bytes);
        double step = bytes.getDouble();
        long[] others = numbers(bytes, form.weightBits() + 7 >> 3, most);
        int width = sharedWidth(form);
        long[] transitions = numbers(bytes, width, most);
        requireEnd(bytes);
        int shared = layout.sharedBegin();
        int sharedEnd = layout.sharedEnd();
        if (others.length != layout.parameters() - (sharedEnd - shared) || transitions.length != sharedEnd - shared) {
            throw new IllegalArgumentException(
                    others.length + transitions.length + " weights, expected " + layout.parameters());
        }
        double[] weights = new double[layout.parameters()];
        for (int k = 0; k < others.length; k++) {
            weights[k < shared ? k : k + sharedEnd - shared] =
                    form.hasSteps() ? step * signed(others[k]) : weight(others[k], form.weightBits());
        }
        for (int k = 0; k < transitions.length; k++) {
            weights[shared + k] = weight(transitions[k], 8 * width);
        }
        for (double weight : weights) {
            if (!Double.isFinite(weight)) {
                throw new IllegalArgumentException("a weight of " + weight);
            }
        }
        return weights;
    }

    private static int sharedWidth(FileForm form) {
        return form.weightBits() == Double.SIZE ? Double.BYTES : Float.BYTES;
    }

    /** 0, −1, 1, −2, 2, … become 0, 1, 2, 3, 4, …, so that the high bytes of small weights are 0. */
    private static long code(double weight, double step) {
        long code = step == 0 ? 0 : (long) Math.rint(weight / step);
        if (code * step != weight) {
            throw notRounded(weight);
        }
        return code << 1 ^ code >> 63;
    }

    private static long signed(long code) {
        return code >>> 1 ^ -(code & 1);
    }

    private static long bits(double weight, FileForm form) {
        if (form.weightBits() == Double.SIZE) {
            return Double.doubleToLongBits(weight);
        }
        if ((float) weight != weight) {
            throw notRounded(weight);
        }
        return Float.floatToIntBits((float) weight);
    }

    private static double weight(long bits, int size) {
        return size == Double.SIZE ? Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits);
    }

    private static IllegalArgumentException notRounded(double weight) {
        return new IllegalArgumentException(
                "the weight " + weight + " is not rounded to the form of the file; use FileForm.round");
    }

    /** The number that stands at an index. */
    private interface Numbers {
        long at(int index);
    }

    /** Collects the bytes of a section. */
    private static final class Pieces {
        private final List<byte[]> pieces = new ArrayList<>();

        void add(byte[] bytes) {
            pieces.add(bytes);
        }

        void number(int number) {
            add(buffer(Integer.BYTES).putInt(number).array());
        }

        void number(long number) {
            add(buffer(Long.BYTES).putLong(number).array());
        }

        /** The highest bytes of all numbers, then the next lower ones, each with the higher ones as its context. */
        void numbers(int count, int width, Numbers numbers) {
            byte[] higher = null;
            for (int plane = width - 1; plane >= 0; plane--) {
                byte[] bytes = new byte[count];
                for (int k = 0; k < count; k++) {
                    bytes[k] = (byte) (numbers.at(k) >>> 8 * plane);
                }
                add(EntropyCoder.encode(bytes, higher));
                higher = bytes;
            }
        }

        ByteBuffer section(long decoded) {
            long coded = 0;
            for (byte[] piece : pieces) {
                coded += piece.length;
            }
            long size = Math.max(coded, (decoded - ALWAYS_ALLOWED) / MOST_RATIO + 1);
            if (size > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException("a section of " + size
                        + " bytes is more than a compact model file can hold; prune more, or save the model as it is");
            }
            ByteBuffer section = buffer((int) size);
            pieces.forEach(section::put);
            return section.position(0);
        }

        private static ByteBuffer buffer(int size) {
            return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    private static long most(ByteBuffer bytes) {
        return (long) bytes.remaining() * MOST_RATIO + ALWAYS_ALLOWED;
    }

    private static long[] numbers(ByteBuffer bytes, int width, long most) {
        long[] numbers = {};
        byte @Nullable [] higher = null;
        for (int plane = width - 1; plane >= 0; plane--) {
            byte[] lower = EntropyCoder.decode(bytes, most, higher);
            if (higher == null) {
                numbers = new long[lower.length];
            } else if (lower.length != higher.length) {
                throw new IllegalArgumentException(lower.length + " low bytes for " + higher.length + " high ones");
            }
            for (int k = 0; k < lower.length; k++) {
                numbers[k] |= (lower[k] & 0xFFL) << 8 * plane;
            }
            higher = lower;
        }
        return numbers;
    }

    private static void requireEnd(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (bytes.get() != 0) {
                throw new IllegalArgumentException("a section has extra bytes at its end");
            }
        }
    }
}
