package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.NormBound;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Phase;
import org.espalier.optimize.Result;
import org.espalier.optimize.SumFunction;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.dual.DualOptions;
import org.espalier.optimize.dual.Hybrid;
import org.junit.jupiter.api.Test;

/** Sequences in which attributes recur, as a bias and the shapes of words do. */
class RecurrenceTest {

    /** Entities of one or two tokens among O; every token has a bias, its shape and the shapes of its neighbours. */
    static List<Sequence> entities(int count, int length, Random random) {
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            String[] labels = new String[length];
            for (int t = 0; t < length; t++) {
                boolean begins = random.nextInt(8) == 0;
                labels[t] = begins ? "B" : t > 0 && !labels[t - 1].equals("O") && random.nextBoolean() ? "I" : "O";
            }
            List<Token> tokens = new ArrayList<>();
            for (int t = 0; t < length; t++) {
                tokens.add(token(labels, t, random));
            }
            sequences.add(Sequence.of(tokens, List.of(labels)));
        }
        return sequences;
    }

    private static Token token(String[] labels, int t, Random random) {
        List<Attribute> attributes = new ArrayList<>();
        attributes.add(Attribute.of("bias"));
        for (int offset = -2; offset <= 2; offset++) {
            int at = Math.floorMod(t + offset, labels.length);
            boolean capital = labels[at].equals("O") ? random.nextInt(10) == 0 : random.nextInt(4) > 0;
            attributes.add(Attribute.of("shape[" + offset + "]=" + (capital ? "Xx" : "x")));
            attributes.add(Attribute.of("length[" + offset + "]=" + random.nextInt(3)));
        }
        attributes.add(new Attribute("word=" + labels[t] + random.nextInt(300), 0.5 + random.nextInt(2)));
        return Token.ofAttributes(attributes);
    }

    private static double objective(SumFunction function, Penalty penalty, double[] x) {
        return function.evaluate(x, new double[x.length]) + penalty.value(x);
    }

    @Test
    void theBoundOfOneTermIsItsNorm() {
        Random random = new Random(4);
        try (TermProblem problem = TermProblem.of(entities(20, 9, random), LossFunction.LOG, true, 1)) {
            SumFunction function = problem.function();
            NormBound bound = function.normBound(1);
            for (int term = 0; term < function.terms(); term++) {
                double[] parts = random.doubles(function.parts(term), -1, 1).toArray();
                double norm = squaredNorm(function, new int[] {term}, List.of(parts));
                assertThat(bound.squaredNorm(term, parts, 0)).isCloseTo(norm, within(1e-5 * norm));
            }
        }
    }

    @Test
    void theBoundOfAllTermsTogetherHolds() {
        Random random = new Random(5);
        try (TermProblem problem = TermProblem.of(entities(30, 6, random), LossFunction.LOG, true, 1)) {
            SumFunction function = problem.function();
            int[] terms = new int[function.terms()];
            NormBound bound = function.normBound(terms.length);
            List<double[]> steps = new ArrayList<>();
            double sum = 0;
            for (int term = 0; term < terms.length; term++) {
                terms[term] = term;
                // All in one direction: the worst that there is.
                double[] parts = random.doubles(function.parts(term), 0.9, 1).toArray();
                steps.add(parts);
                sum += bound.squaredNorm(term, parts, 0);
            }
            double norm = squaredNorm(function, terms, steps);
            assertThat(sum).isBetween(norm, 1.2 * norm);
        }
    }

    private static double squaredNorm(SumFunction function, int[] terms, List<double[]> steps) {
        double[] sum = new double[function.dimension()];
        for (int k = 0; k < terms.length; k++) {
            function.addTerm(terms[k], steps.get(k), sum, 0, 1);
        }
        double norm = 0;
        for (double element : sum) {
            norm += element * element;
        }
        return norm;
    }

    @Test
    void dualAscentDoesNotDivergeOnChains() {
        Penalty penalty = Penalty.l2(1);
        for (int[] shape : new int[][] {{3_000, 8}, {600, 40}, {1, 4_000}}) {
            List<Sequence> sequences = entities(shape[0], shape[1], new Random(6));
            try (TermProblem problem = TermProblem.of(sequences, LossFunction.LOG, true, 1)) {
                SumFunction function = problem.function();
                double zero = objective(function, penalty, problem.zero());
                Result plain = new Lbfgs(LbfgsOptions.DEFAULTS).minimize(function, penalty, problem.zero());
                List<Double> steps = new ArrayList<>();
                List<Double> epochs = new ArrayList<>();

                Result found = new Hybrid(LbfgsOptions.DEFAULTS, DualOptions.DEFAULTS)
                        .minimize(function, penalty, problem.zero(), progress -> {
                            return progress.phase() == Phase.DUAL_ASCENT
                                    ? epochs.add(objective(function, penalty, progress.x()))
                                    : steps.add(progress.value());
                        });

                String where = shape[0] + " sequences of " + shape[1];
                assertThat(steps.get(0)).as(where).isLessThan(zero);
                assertThat(found.evaluations() + 3 * epochs.size()).as(where).isLessThanOrEqualTo((int)
                        (1.2 * plain.evaluations()));
                assertThat(found.value()).as(where).isLessThan(1.0005 * plain.value());
                if (shape[0] > 1) {
                    assertThat(epochs)
                            .as(where)
                            .allSatisfy(value -> assertThat(value).isLessThan(zero));
                    assertThat(epochs.get(epochs.size() - 1)).as(where).isLessThan(1.1 * plain.value());
                }
            }
        }
    }
}
