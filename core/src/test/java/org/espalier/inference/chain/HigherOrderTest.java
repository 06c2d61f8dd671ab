package org.espalier.inference.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.Histories;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chains of order k against the first order, and against all sequences of labels. */
class HigherOrderTest {
    private final ChainInference inference = new ChainInference(Kernels.scalar());

    private static FamilyScores scores(int seed) {
        Random random = new Random(1_000 + seed);
        int length = seed % 8;
        int[] steps =
                IntStream.range(1, length).filter(t -> random.nextInt(3) == 0).toArray();
        return new FamilyScores(seed, length, steps);
    }

    private static void close(double found, double expected, Object where) {
        assertThat(found).as(where.toString()).isCloseTo(expected, within(1e-12 * Math.max(1, Math.abs(expected))));
    }

    /** All histories, weights of first order only: log Z, probabilities of labels and the best labels are those of order 1. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void withLowerOrderWeightsOnlyAnyOrderIsTheFirst(int order) {
        for (int seed = 0; seed < 40; seed++) {
            int labels = 1 + seed % 3;
            FamilyScores drawn = scores(seed);
            ChainTopology first = ChainTopology.dense(labels);
            Histories histories = Histories.all(labels, order);
            ChainTopology higher = histories.topology(1, 1);
            Trellis plain = first.structure(drawn);
            Trellis trellis = higher.structure(drawn);
            Workspace expected = drawn.load(first, plain, (family, target) -> target);
            Workspace found = drawn.load(higher, trellis, (family, target) -> target);
            String where = "order " + order + ", seed " + seed;
            double[] plainMarginals = new double[plain.parts()];
            double[] marginals = new double[trellis.parts()];
            close(
                    inference.addMarginals(trellis, found, 1, marginals),
                    inference.addMarginals(plain, expected, 1, plainMarginals),
                    where);
            for (int t = 0; t < plain.length(); t++) {
                int offset = trellis.stateOffset(t);
                for (int label = 0; label < labels; label++) {
                    close(marginals[offset + label], plainMarginals[plain.stateOffset(t) + label], where);
                }
            }
            int[] best = inference.best(plain, expected).output().states();
            int[] states = inference.best(trellis, found).output().states();
            assertThat(histories.map().labels(states, states.length)).as(where).isEqualTo(best);
            close(
                    inference.best(trellis, found).score(),
                    inference.best(plain, expected).score(),
                    where);
            assertThat(inference.nBest(trellis, found, 7)).as(where).hasSameSizeAs(inference.nBest(plain, expected, 7));
        }
    }

    /** Every sequence of labels whose pieces of up to k labels occur, with its score summed by definition. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void whatOccursAreTheSequencesOfPiecesThatOccur(int order) {
        int several = 0;
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int labels = 2 + seed % 2;
            Histories.Builder builder = Histories.occurring(labels, order);
            Set<List<Integer>> pieces = new HashSet<>();
            IntStream.range(0, labels).forEach(label -> pieces.add(List.of(label)));
            for (int n = 0; n < 2; n++) {
                int[] sequence = random.ints(random.nextInt(9), 0, labels).toArray();
                builder.add(AllowedStates.path(sequence));
                for (int from = 0; from < sequence.length; from++) {
                    for (int to = from + 1; to <= Math.min(from + order, sequence.length); to++) {
                        pieces.add(list(sequence, from, to));
                    }
                }
            }
            Histories histories = builder.build();
            FamilyScores drawn = scores(seed % 7);
            int observed = random.nextInt(order + 1);
            ChainTopology topology = histories.topology(order, observed);
            Trellis trellis = topology.structure(drawn);
            Workspace workspace = drawn.load(topology, trellis, (family, target) -> {
                int m = order(family.name());
                return m == 0 ? target : list(histories.tuple(m, target), 0, m + 1);
            });
            double sum = 0;
            double[][] mass = new double[trellis.length()][labels];
            double max = Double.NEGATIVE_INFINITY;
            int count = 0;
            for (int[] sequence : sequences(trellis.length(), labels)) {
                boolean occurs = true;
                for (int t = 0; t < sequence.length; t++) {
                    occurs &= pieces.contains(list(sequence, Math.max(0, t - order + 1), t + 1));
                }
                assertThat(histories.path(sequence) != null).as("seed %d", seed).isEqualTo(occurs);
                if (occurs) {
                    double score = score(drawn, sequence, order, observed);
                    count++;
                    max = Math.max(max, score);
                    sum += Math.exp(score);
                    for (int t = 0; t < sequence.length; t++) {
                        mass[t][sequence[t]] += Math.exp(score);
                    }
                }
            }
            several += count > 3 ? 1 : 0;
            String where = "order " + order + ", seed " + seed;
            double[] marginals = new double[trellis.parts()];
            double logSum = inference.addMarginals(trellis, workspace, 1, marginals);
            assertThat(inference.nBest(trellis, workspace, count + 9)).as(where).hasSize(count);
            if (count == 0) {
                assertThat(logSum).as(where).isEqualTo(Double.NEGATIVE_INFINITY);
                assertThat(inference.best(trellis, workspace).score()).as(where).isEqualTo(logSum);
                continue;
            }
            close(logSum, Math.log(sum), where);
            close(inference.best(trellis, workspace).score(), max, where);
            for (int t = 0; t < trellis.length(); t++) {
                int offset = trellis.stateOffset(t);
                for (int label = 0; label < labels; label++) {
                    close(marginals[offset + label], mass[t][label] / sum, where);
                }
            }
        }
        assertThat(several).as("cases with several sequences").isGreaterThan(20);
    }

    /** The order of a family of transitions by its name; 0 for states. */
    private static int order(String family) {
        if (family.equals("state")) {
            return 0;
        }
        char last = family.charAt(family.length() - 1);
        return Character.isDigit(last) ? last - '0' : 1;
    }

    private static double score(FamilyScores drawn, int[] sequence, int shared, int observed) {
        double score = 0;
        for (int t = 0; t < sequence.length; t++) {
            int position = t;
            score += drawn.score("state", t, sequence[t]);
            for (int m = 1; m <= Math.min(t, shared); m++) {
                score += drawn.score(m == 1 ? "transition" : "transition-" + m, "all", list(sequence, t - m, t + 1));
            }
            boolean hasOwn = IntStream.of(drawn.sites(Trellis.STEPS)).anyMatch(step -> step == position);
            for (int m = 1; hasOwn && m <= Math.min(t, observed); m++) {
                String name = m == 1 ? "observed-transition" : "observed-transition-" + m;
                score += drawn.score(name, t, list(sequence, t - m, t + 1));
            }
        }
        return score;
    }

    private static List<Integer> list(int[] labels, int from, int to) {
        return IntStream.range(from, to).mapToObj(t -> labels[t]).toList();
    }

    private static List<int[]> sequences(int length, int labels) {
        List<int[]> all = new ArrayList<>(List.of(new int[0]));
        for (int t = 0; t < length; t++) {
            List<int[]> longer = new ArrayList<>();
            for (int[] one : all) {
                for (int label = 0; label < labels; label++) {
                    int[] next = Arrays.copyOf(one, one.length + 1);
                    next[one.length] = label;
                    longer.add(next);
                }
            }
            all = longer;
        }
        return all;
    }
}
