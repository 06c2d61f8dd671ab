package org.espalier.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often a model is right where it says a probability: a rising, piecewise linear map from probabilities to shares, fitted by isotonic
 * regression on data that the model was not trained on.
 *
 * <p>The samples are put in the order of their probability and cut into groups of equal size; neighbouring groups whose shares fall are merged
 * until none does (pool adjacent violators: the rising shares with the least squared error). A knot is a group's mean probability and its share
 * of right samples, where n right ones out of n count as n + 1 out of n + 2. Between knots the map is linear, beyond the first and the last constant. Fitting takes O(n log n). Immutable.
 *
 * <p>Paper: B. Zadrozny and C. Elkan, <i>Transforming Classifier Scores into Accurate Multiclass Probability Estimates</i>, KDD 2002.
 *
 * @param probabilities the knots, strictly rising
 * @param shares how much is right there, not falling; as many
 */
public record ConfidenceCurve(List<Double> probabilities, List<Double> shares) {
    /** Fewer samples than this tell too little for a curve. */
    public static final int FEWEST_SAMPLES = 50;

    private static final int MOST_GROUPS = 100;
    private static final int SMALLEST_GROUP = 10;

    public ConfidenceCurve {
        probabilities = List.copyOf(probabilities);
        shares = List.copyOf(shares);
        if (probabilities.isEmpty() || probabilities.size() != shares.size()) {
            throw new IllegalArgumentException(
                    probabilities.size() + " probabilities and " + shares.size() + " shares; expected one share each");
        }
        for (int k = 0; k < probabilities.size(); k++) {
            double probability = probabilities.get(k);
            double share = shares.get(k);
            boolean rising = k == 0 || (probability > probabilities.get(k - 1) && share >= shares.get(k - 1));
            if (!(probability >= 0 && probability <= 1 && share >= 0 && share <= 1 && rising)) {
                throw new IllegalArgumentException("knot " + k + " of a curve of confidence is (" + probability + ", "
                        + share + "); expected rising numbers from 0 to 1");
            }
        }
    }

    /** One prediction on data with known answers. */
    public record Sample(double probability, boolean right) {}

    /**
     * Fits a curve.
     *
     * @throws IllegalArgumentException when there are fewer than {@value #FEWEST_SAMPLES} samples
     */
    public static ConfidenceCurve fit(List<Sample> samples) {
        if (samples.size() < FEWEST_SAMPLES) {
            throw new IllegalArgumentException(
                    samples.size() + " predictions to learn confidence from; expected at least " + FEWEST_SAMPLES);
        }
        List<Sample> sorted = new ArrayList<>(samples);
        sorted.sort(Comparator.comparingDouble(Sample::probability));
        int groups = Math.min(MOST_GROUPS, sorted.size() / SMALLEST_GROUP);
        List<Group> pooled = new ArrayList<>();
        for (int g = 0, from = 0; g < groups; g++) {
            int to = (int) ((long) sorted.size() * (g + 1) / groups);
            Group next = Group.of(sorted.subList(from, to));
            from = to;
            // A group that is right less often than the one before joins it, and so may the two the one before them.
            while (!pooled.isEmpty() && !pooled.get(pooled.size() - 1).isBelow(next)) {
                next = pooled.remove(pooled.size() - 1).plus(next);
            }
            pooled.add(next);
        }
        return new ConfidenceCurve(pooled.stream().map(Group::probability).toList(), shares(pooled));
    }

    /** No number of samples proves that nothing is ever wrong, or ever right: n out of n count as (n + 1) out of (n + 2). */
    private static List<Double> shares(List<Group> pooled) {
        long always = 0;
        long never = 0;
        double least = 1;
        double most = 0;
        for (Group group : pooled) {
            always += group.right() == group.size() ? group.size() : 0;
            never += group.right() == 0 ? group.size() : 0;
            if (group.right() > 0 && group.right() < group.size()) {
                least = Math.min(least, group.share());
                most = Math.max(most, group.share());
            }
        }
        double low = Math.min(least, 1.0 / (never + 2));
        double high = Math.max(most, (always + 1.0) / (always + 2));
        return pooled.stream()
                .map(group -> group.right() == 0 ? low : group.right() == group.size() ? high : group.share())
                .toList();
    }

    /** Samples that share a knot. */
    private record Group(double sum, long right, long size) {

        static Group of(List<Sample> samples) {
            double sum = 0;
            long right = 0;
            for (Sample sample : samples) {
                sum += sample.probability();
                right += sample.right() ? 1 : 0;
            }
            return new Group(sum, right, samples.size());
        }

        Group plus(Group other) {
            return new Group(sum + other.sum, right + other.right, size + other.size);
        }

        double probability() {
            return Math.min(1, Math.max(0, sum / size));
        }

        double share() {
            return (double) right / size;
        }

        /** Equal shares need one knot only where their probabilities are equal too; two keep the flat stretch where it is. */
        boolean isBelow(Group next) {
            return share() <= next.share() && probability() < next.probability();
        }
    }

    /** The share that is right among predictions with this probability. */
    public double at(double probability) {
        int found = Collections.binarySearch(probabilities, probability);
        if (found >= 0) {
            return shares.get(found);
        }
        int above = -found - 1;
        if (above == 0 || above == shares.size()) {
            return shares.get(above == 0 ? 0 : above - 1);
        }
        double from = probabilities.get(above - 1);
        double weight = (probability - from) / (probabilities.get(above) - from);
        return shares.get(above - 1) + weight * (shares.get(above) - shares.get(above - 1));
    }

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("probabilities", probabilities);
        map.put("shares", shares);
        return map;
    }

    static @Nullable ConfidenceCurve ofMap(@Nullable Object map) {
        if (!(map instanceof Map<?, ?> members)) {
            return null;
        }
        return new ConfidenceCurve(numbers(members.get("probabilities")), numbers(members.get("shares")));
    }

    private static List<Double> numbers(@Nullable Object list) {
        List<Double> numbers = new ArrayList<>();
        if (list instanceof List<?> values) {
            for (Object value : values) {
                if (!(value instanceof Number number)) {
                    throw new IllegalArgumentException("'" + value + "' in a curve of confidence; expected a number");
                }
                numbers.add(number.doubleValue());
            }
        }
        return numbers;
    }
}
