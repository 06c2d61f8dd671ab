package org.espalier.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.data.Sequence;
import org.espalier.data.Token;

/**
 * Labelled sentences with the shape of CoNLL-2000 that need no data: a Markov chain of labels over a given number of
 * pairs, a part-of-speech-like tag per label, and words by Zipf's law within the tag. The same shape and seed give the
 * same sentences everywhere.
 *
 * <p>Label 0 is {@code O}, the others are {@code B-P1}, {@code I-P1}, {@code B-P2} and so on.
 */
public final class SyntheticCorpus {
    private static final double MEAN_LENGTH = 23.7;
    private static final int LONGEST = 78;
    private static final int TAGS_PER_LABEL = 6;

    private final Shape shape;
    private final int[][] successors; // [labels][...]: the first is the most frequent
    private final int[][] tagsOfLabel;

    /**
     * What a corpus looks like.
     *
     * @param labels different labels
     * @param labelPairs pairs of labels that may follow each other, at least one and at most {@code labels} per label
     * @param tags different tags
     * @param words different words
     * @param seed of the chain and the distributions; sentences have a seed of their own
     */
    public record Shape(int labels, int labelPairs, int tags, int words, long seed) {
        /** As CoNLL-2000: 22 labels, about 190 pairs of them, 45 tags, 20,000 words. */
        public static final Shape CONLL = new Shape(22, 190, 45, 20_000, 1);

        public Shape {
            if (labels < 1 || labelPairs < labels || labelPairs > (long) labels * labels || tags < 1 || words < tags) {
                throw new IllegalArgumentException("labels " + labels + ", pairs " + labelPairs + ", tags " + tags
                        + ", words " + words + "; expected labels ≤ pairs ≤ labels², 1 ≤ tags ≤ words");
            }
        }

        public Shape withLabels(int newLabels, int newLabelPairs) {
            return new Shape(newLabels, newLabelPairs, tags, words, seed);
        }
    }

    private SyntheticCorpus(Shape shape, int[][] successors, int[][] tagsOfLabel) {
        this.shape = shape;
        this.successors = successors;
        this.tagsOfLabel = tagsOfLabel;
    }

    public static SyntheticCorpus of(Shape shape) {
        SplittableRandom random = new SplittableRandom(shape.seed());
        int[][] successors = new int[shape.labels()][];
        int[][] tagsOfLabel = new int[shape.labels()][];
        for (int label = 0; label < shape.labels(); label++) {
            int count = shape.labelPairs() / shape.labels() + (label < shape.labelPairs() % shape.labels() ? 1 : 0);
            successors[label] = successors(label, count, shape.labels(), random);
            tagsOfLabel[label] = new int[Math.min(TAGS_PER_LABEL, shape.tags())];
            for (int k = 0; k < tagsOfLabel[label].length; k++) {
                tagsOfLabel[label][k] = random.nextInt(shape.tags());
            }
        }
        return new SyntheticCorpus(shape, successors, tagsOfLabel);
    }

    /** The next label always follows, so that no label is out of reach; well-formed pairs come before others. */
    private static int[] successors(int label, int count, int labels, SplittableRandom random) {
        int next = (label + 1) % labels;
        List<Integer> suited = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int candidate = 0; candidate < labels; candidate++) {
            if (candidate != next) {
                (isSuited(label, candidate) ? suited : others).add(candidate);
            }
        }
        int[] chosen = new int[count];
        chosen[0] = next;
        for (int k = 1; k < count; k++) {
            List<Integer> from = suited.isEmpty() ? others : suited;
            chosen[k] = from.remove(random.nextInt(from.size()));
        }
        return chosen;
    }

    private static boolean isSuited(int label, int next) {
        boolean inside = next > 0 && next % 2 == 0;
        return !inside || label == next || label == next - 1;
    }

    public static String labelName(int label) {
        return label == 0 ? "O" : (label % 2 == 1 ? "B-P" : "I-P") + (label + 1) / 2;
    }

    /** {@code count} sentences with a word and a tag per token; another seed gives other sentences of the same language. */
    public List<Sequence> sentences(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Sequence> sentences = new ArrayList<>(count);
        for (int k = 0; k < count; k++) {
            sentences.add(sentence(random.split()));
        }
        return sentences;
    }

    private Sequence sentence(SplittableRandom random) {
        double bell = 0;
        for (int k = 0; k < 4; k++) {
            bell += random.nextDouble();
        }
        int length = (int) Math.max(1, Math.min(LONGEST, Math.round(bell * MEAN_LENGTH / 2)));
        List<Token> tokens = new ArrayList<>(length);
        String[] labels = new String[length];
        int label = random.nextInt(shape.labels());
        for (int t = 0; t < length; t++) {
            if (t > 0) {
                label = successors[label][zipf(successors[label].length, random)];
            }
            int tag = tagsOfLabel[label][zipf(tagsOfLabel[label].length, random)];
            tokens.add(Token.ofColumns(word(tag, random), "T" + tag));
            labels[t] = labelName(label);
        }
        return Sequence.of(tokens, Arrays.asList(labels));
    }

    /** Words of a tag are those with its remainder; endings tell something about the tag, as they do in English. */
    private String word(int tag, SplittableRandom random) {
        int rank = zipf(shape.words() / shape.tags(), random);
        return Integer.toString(rank * 31 + 7, 26) + (char) ('a' + tag % 26) + (rank % 3 == 0 ? "ed" : tag % 7 + "s");
    }

    /** A number below {@code size} with probability roughly proportional to 1 / (1 + number). */
    private static int zipf(int size, SplittableRandom random) {
        return Math.min(size - 1, (int) (Math.pow(size + 1.0, random.nextDouble()) - 1));
    }
}
