package org.espalier.interop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;

/**
 * Whether two models give the same answers on the same data.
 *
 * @param sequences how many were tagged
 * @param identical how many of them got the same labels from both
 * @param tokens how many were tagged
 * @param differentTokens how many of them got different labels
 * @param largestProbabilityDifference of the probabilities that the two models give to the first one's labels of a sequence
 * @param largestMarginalDifference of the probabilities of one label at one token; a label that a model does not have has
 *     probability 0
 * @param differences the first sequences whose labels differ
 * @param firstTokensPerSecond how fast the first model tagged with one thread: the median of the batches
 * @param secondTokensPerSecond how fast the second one did
 */
public record Comparison(
        long sequences,
        long identical,
        long tokens,
        long differentTokens,
        double largestProbabilityDifference,
        double largestMarginalDifference,
        List<Difference> differences,
        double firstTokensPerSecond,
        double secondTokensPerSecond) {

    /** So many sequences are tagged by one model, then by the other. */
    private static final int BATCH = 64;

    public Comparison {
        differences = List.copyOf(differences);
    }

    /**
     * One sequence that the two models label differently.
     *
     * @param number of the sequence, counted from 1
     * @param first what the first model says
     * @param second what the second model says
     */
    public record Difference(long number, Tagging first, Tagging second) {

        /** The tokens at which the labels differ, counted from 0. */
        public int[] positions() {
            return java.util.stream.IntStream.range(0, first.labels().size())
                    .filter(t -> !first.labels().get(t).equals(second.labels().get(t)))
                    .toArray();
        }
    }

    public boolean isIdentical() {
        return identical == sequences;
    }

    /**
     * Tags everything that the reader has with both models, in the calling thread; the reader is not closed.
     *
     * @param shown how many differences to keep
     */
    public static Comparison of(Model first, Model second, SequenceReader reader, int shown) {
        return new Run(first.tagger(), second.tagger(), shown).over(reader);
    }

    /** Collects the figures. */
    private static final class Run {
        private final Tagger first;
        private final Tagger second;
        private final int shown;
        private final int[] secondLabels;
        private final int[] onlySecond;
        private final List<Difference> differences = new ArrayList<>();
        private final List<Double> firstSpeeds = new ArrayList<>();
        private final List<Double> secondSpeeds = new ArrayList<>();
        private long sequences;
        private long identical;
        private long tokens;
        private long differentTokens;
        private double probabilityDifference;
        private double marginalDifference;

        Run(Tagger first, Tagger second, int shown) {
            this.first = first;
            this.second = second;
            this.shown = shown;
            Labels own = first.model().labels();
            Labels others = second.model().labels();
            this.secondLabels = own.names().stream().mapToInt(others::indexOf).toArray();
            this.onlySecond = others.names().stream()
                    .filter(name -> own.indexOf(name) < 0)
                    .mapToInt(others::indexOf)
                    .toArray();
        }

        Comparison over(SequenceReader reader) {
            List<Sequence> batch = new ArrayList<>();
            boolean more = true;
            while (more) {
                Sequence sequence = reader.next();
                more = sequence != null;
                if (sequence != null) {
                    batch.add(sequence);
                }
                if (batch.size() == BATCH || !more && !batch.isEmpty()) {
                    compare(batch);
                    batch.clear();
                }
            }
            return new Comparison(
                    sequences,
                    identical,
                    tokens,
                    differentTokens,
                    probabilityDifference,
                    marginalDifference,
                    differences,
                    median(firstSpeeds),
                    median(secondSpeeds));
        }

        private void compare(List<Sequence> batch) {
            List<Tagging> firsts = tag(first, batch, firstSpeeds);
            List<Tagging> seconds = tag(second, batch, secondSpeeds);
            for (int i = 0; i < firsts.size(); i++) {
                compare(firsts.get(i), seconds.get(i));
            }
        }

        private static List<Tagging> tag(Tagger tagger, List<Sequence> batch, List<Double> speeds) {
            List<Tagging> taggings = new ArrayList<>(batch.size());
            long length = 0;
            long begun = System.nanoTime();
            for (Sequence sequence : batch) {
                taggings.add(tagger.tag(sequence));
                length += sequence.length();
            }
            speeds.add(length * 1e9 / Math.max(1, System.nanoTime() - begun));
            return taggings;
        }

        private void compare(Tagging one, Tagging other) {
            sequences++;
            tokens += one.labels().size();
            if (one.labels().equals(other.labels())) {
                identical++;
            } else {
                Difference difference = new Difference(sequences, one, other);
                differentTokens += difference.positions().length;
                if (differences.size() < shown) {
                    differences.add(difference);
                }
            }
            double probability = Math.exp(other.logProbability(one.labels()));
            probabilityDifference = Math.max(probabilityDifference, Math.abs(one.probability() - probability));
            double[][] marginals = one.marginals();
            double[][] others = other.marginals();
            for (int t = 0; t < marginals.length; t++) {
                compare(marginals[t], others[t]);
            }
        }

        private void compare(double[] marginals, double[] others) {
            for (int y = 0; y < marginals.length; y++) {
                double known = secondLabels[y] < 0 ? 0 : others[secondLabels[y]];
                marginalDifference = Math.max(marginalDifference, Math.abs(marginals[y] - known));
            }
            for (int y : onlySecond) {
                marginalDifference = Math.max(marginalDifference, others[y]);
            }
        }

        private static double median(List<Double> speeds) {
            double[] sorted = speeds.stream().mapToDouble(Double::doubleValue).toArray();
            Arrays.sort(sorted);
            return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
        }
    }
}
