package org.espalier.interop;

import java.util.ArrayList;
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
 */
public record Comparison(
        long sequences,
        long identical,
        long tokens,
        long differentTokens,
        double largestProbabilityDifference,
        double largestMarginalDifference,
        List<Difference> differences) {

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
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                compare(first.tag(sequence), second.tag(sequence));
            }
            return new Comparison(
                    sequences,
                    identical,
                    tokens,
                    differentTokens,
                    probabilityDifference,
                    marginalDifference,
                    differences);
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
    }
}
