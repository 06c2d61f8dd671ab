package org.espalier.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.kernel.KernelFeatures;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.feature.kernel.Point;
import org.espalier.scoring.PairwiseCoupling;
import org.jspecify.annotations.Nullable;

/**
 * One support vector machine for every pair of labels; the label with the most votes wins, the first of equals. Immutable
 * and safe to share.
 *
 * <p>Y(Y − 1)/2 small problems are often solved faster than Y large ones. With probabilities each machine has a
 * {@link PlattScaling} of its own, and {@link PairwiseCoupling} makes p(y | x) of them.
 */
public final class OneVsOne {
    private static final double SMALLEST_PROBABILITY = 1e-7;

    private final Labels labels;
    private final KernelFeatures features;
    private final List<Pair> pairs;

    private OneVsOne(Labels labels, KernelFeatures features, List<Pair> pairs) {
        this.labels = labels;
        this.features = features;
        this.pairs = pairs;
    }

    /** The machine that tells label {@code first} (f above 0) from {@code second}; coefficients by support point // [m]. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Pair(
            int first,
            int second,
            BinarySvm machine,
            double[] coefficients,
            @Nullable PlattScaling scaling) {
        double decide(double[] kernels) {
            double sum = machine.bias();
            for (int k = 0; k < kernels.length; k++) {
                sum += coefficients[k] * kernels[k];
            }
            return sum;
        }
    }

    static OneVsOne train(KernelSvm options, KernelFunction kernel, KernelData data, KernelProblem problem) {
        Folds folds = Folds.of(problem, Math.min(options.folds(), problem.size()), options.seed());
        List<Pair> trained = new ArrayList<>();
        boolean[] used = new boolean[problem.size()];
        for (int first = 0; first < problem.classes(); first++) {
            for (int second = first + 1; second < problem.classes(); second++) {
                Pair pair = train(options, problem, folds, first, second);
                trained.add(pair);
                for (int i = 0; i < used.length; i++) {
                    used[i] |= pair.coefficients[i] != 0;
                }
            }
        }
        int[] support = IntStream.range(0, used.length).filter(i -> used[i]).toArray();
        List<Point> points = IntStream.of(support).mapToObj(data.points()::get).toList();
        List<Pair> smaller = trained.stream()
                .map(pair -> new Pair(
                        pair.first,
                        pair.second,
                        pair.machine,
                        IntStream.of(support)
                                .mapToDouble(i -> pair.coefficients[i])
                                .toArray(),
                        pair.scaling))
                .toList();
        return new OneVsOne(
                data.labels(), KernelFeatures.of(kernel, data.extractor(), data.attributes(), points), smaller);
    }

    private static Pair train(KernelSvm options, KernelProblem problem, Folds folds, int first, int second) {
        int[] members = IntStream.range(0, problem.size())
                .filter(i -> problem.labels()[i] == first || problem.labels()[i] == second)
                .toArray();
        BinarySvm machine = SvmRun.machine(options, problem, members, first, problem.monitor());
        double[] coefficients = new double[problem.size()];
        machine.addTo(coefficients, 1);
        PlattScaling scaling = options.probabilities() ? scaling(options, problem, folds, members, first) : null;
        return new Pair(first, second, machine, coefficients, scaling);
    }

    private static PlattScaling scaling(
            KernelSvm options, KernelProblem problem, Folds folds, int[] members, int first) {
        double[] decisions = new double[problem.size()];
        for (int part = 0; part < folds.count(); part++) {
            int[] inside = folds.select(members, part, true);
            int[] outside = folds.select(members, part, false);
            double[] values = SvmRun.machine(options, problem, outside, first, problem.monitor())
                    .decisions(problem.gram(), inside);
            for (int k = 0; k < inside.length; k++) {
                decisions[inside[k]] = values[k];
            }
        }
        boolean[] positive = new boolean[members.length];
        for (int t = 0; t < members.length; t++) {
            positive[t] = problem.labels()[members[t]] == first;
        }
        return PlattScaling.fit(
                IntStream.of(members).mapToDouble(i -> decisions[i]).toArray(),
                positive,
                IntStream.of(members).mapToDouble(i -> problem.weights()[i]).toArray());
    }

    public Labels labels() {
        return labels;
    }

    /** The number of support points of all machines together. */
    public int supportPoints() {
        return features.points().size();
    }

    /** Σ over the pairs of the dual objective ½αᵀQα − Σα. */
    public double dualObjective() {
        return pairs.stream().mapToDouble(pair -> pair.machine.dual()).sum();
    }

    /** The decision values of a one-token sequence: pairs (0, 1), (0, 2), …, (1, 2), …; above 0 for the first of the pair. */
    public double[] decisions(Sequence sequence) {
        double[] kernels = features.values(sequence, 0);
        return pairs.stream().mapToDouble(pair -> pair.decide(kernels)).toArray();
    }

    /** The label with the most votes. */
    public String label(Sequence sequence) {
        double[] decisions = decisions(sequence);
        int[] votes = new int[labels.size()];
        for (int k = 0; k < decisions.length; k++) {
            votes[decisions[k] > 0 ? pairs.get(k).first : pairs.get(k).second]++;
        }
        int best = 0;
        for (int y = 1; y < votes.length; y++) {
            best = votes[y] > votes[best] ? y : best;
        }
        return labels.name(best);
    }

    /**
     * p(y | x) for all labels in their order.
     *
     * @throws IllegalStateException when it was trained without probabilities
     */
    public Map<String, Double> probabilities(Sequence sequence) {
        double[] decisions = decisions(sequence);
        double[][] given = new double[labels.size()][labels.size()];
        for (int k = 0; k < decisions.length; k++) {
            Pair pair = pairs.get(k);
            if (pair.scaling == null) {
                throw new IllegalStateException("trained without probabilities; use KernelSvm.withProbabilities(true)");
            }
            double p = pair.scaling.probability(decisions[k]);
            double safe = Math.min(Math.max(p, SMALLEST_PROBABILITY), 1 - SMALLEST_PROBABILITY);
            given[pair.first][pair.second] = safe;
            given[pair.second][pair.first] = 1 - safe;
        }
        double[] coupled = PairwiseCoupling.couple(given);
        Map<String, Double> probabilities = new LinkedHashMap<>();
        for (int y = 0; y < coupled.length; y++) {
            probabilities.put(labels.name(y), coupled[y]);
        }
        return probabilities;
    }
}
