package org.espalier.optimize.stochastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.optimize.OptimizerState;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.optimize.VisitingOrder;
import org.espalier.optimize.stochastic.DescentOptions.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Steps of {@link Descent} against their formulas in plain loops. */
final class DescentTest {
    private static final int RARE = 6;
    private static final int DIMENSION = 9;
    private static final int TERMS = 13;
    private static final DescentOptions OPTIONS = DescentOptions.DEFAULTS
            .withRate(0.05)
            .withBatch(3)
            .withEpochs(4)
            .withDecay(0.1)
            .withClip(0.7)
            .withSeed(11);

    /** Term n is ½ ‖x_common − n‖² + ½ (x_rare(n) − 1)², noise apart. */
    private static final class Quadratics implements BatchFunction {
        @Override
        public int terms() {
            return TERMS;
        }

        @Override
        public int rare() {
            return RARE;
        }

        @Override
        public int dimension() {
            return DIMENSION;
        }

        @Override
        public boolean isConvex() {
            return false;
        }

        @Override
        public double evaluate(double[] x, double[] gradient) {
            double value = 0;
            Arrays.fill(gradient, 0);
            for (int n = 0; n < TERMS; n++) {
                value += evaluate(n, x, 0, gradient);
            }
            return value;
        }

        double evaluate(int n, double[] x, double noise, double[] gradient) {
            double rare = x[n % RARE] - 1;
            gradient[n % RARE] += rare;
            double value = 0.5 * rare * rare;
            for (int i = RARE; i < DIMENSION; i++) {
                double d = x[i] - 0.1 * n - noise;
                gradient[i] += d;
                value += 0.5 * d * d;
            }
            return value;
        }

        @Override
        public double evaluateBatch(int[] terms, int begin, int end, double[] x, long noise, Gradient into) {
            double value = 0;
            double jitter = new SplittableRandom(noise).nextDouble();
            double[] sum = new double[DIMENSION];
            for (int k = begin; k < end; k++) {
                value += evaluate(terms[k], x, jitter, sum);
                into.add(terms[k] % RARE, 0);
            }
            for (int i = 0; i < RARE; i++) {
                if (sum[i] != 0) {
                    into.add(i, sum[i]);
                }
            }
            System.arraycopy(sum, RARE, into.values(), RARE, DIMENSION - RARE);
            return value;
        }
    }

    private static double[] start() {
        double[] x = new double[DIMENSION];
        for (int i = 0; i < x.length; i++) {
            x[i] = Math.sin(i);
        }
        return x;
    }

    /** In every step all velocities go on; but a rare coordinate is seen where it was met last, until it is met again. */
    @Test
    void velocityThatIsWorkedOffLaterIsThatOfEveryStep() {
        double l2 = 0.3;
        double[] x = start();
        double[] seen = start();
        double[] v = new double[DIMENSION];
        Quadratics function = new Quadratics();
        int[] order = new int[TERMS];
        for (int epoch = 0; epoch < OPTIONS.epochs(); epoch++) {
            double rate = OPTIONS.rate() / (1 + OPTIONS.decay() * epoch);
            VisitingOrder.shuffled(OPTIONS.seed()).arrange(order, epoch);
            SplittableRandom noise = new SplittableRandom(OPTIONS.seed() * 1_000_003 + epoch);
            int batches = 0;
            for (int begin = 0; begin < TERMS; begin += OPTIONS.batch()) {
                int end = Math.min(TERMS, begin + OPTIONS.batch());
                double jitter = new SplittableRandom(noise.nextLong()).nextDouble();
                double[] g = new double[DIMENSION];
                boolean[] met = new boolean[DIMENSION];
                Arrays.fill(met, RARE, DIMENSION, true);
                for (int k = begin; k < end; k++) {
                    function.evaluate(order[k], seen, jitter, g);
                    met[order[k] % RARE] = true;
                }
                double length = 0;
                for (double part : g) {
                    length += part * part / ((end - begin) * (double) (end - begin));
                }
                double shorter = Math.min(1, OPTIONS.clip() / Math.sqrt(length));
                for (int i = 0; i < DIMENSION; i++) {
                    v[i] = OPTIONS.momentum() * v[i] - rate * shorter * g[i] / (end - begin);
                    x[i] += v[i];
                    seen[i] = met[i] ? x[i] : seen[i];
                }
                batches++;
            }
            for (int i = 0; i < DIMENSION; i++) {
                x[i] *= Math.pow(1 - rate / (1 - OPTIONS.momentum()) * l2 / TERMS, batches);
                seen[i] = x[i];
            }
        }
        Result result = new Descent(OPTIONS).minimize(function, Penalty.l2(l2), start());
        assertThat(result.reason()).isEqualTo(StopReason.FINISHED);
        for (int i = 0; i < DIMENSION; i++) {
            assertThat(result.x()[i]).as("coordinate %d", i).isCloseTo(x[i], within(1e-12));
        }
    }

    @Test
    void adamStepsAsItsFormulaSays() {
        DescentOptions options = OPTIONS.withMethod(Method.ADAM)
                .withBatch(TERMS)
                .withEpochs(3)
                .withClip(0)
                .withDecay(0);
        Quadratics function = new Quadratics();
        double[] x = start();
        double[] m = new double[DIMENSION];
        double[] s = new double[DIMENSION];
        for (int epoch = 0; epoch < 3; epoch++) {
            double jitter = new SplittableRandom(new SplittableRandom(options.seed() * 1_000_003 + epoch).nextLong())
                    .nextDouble();
            double[] g = new double[DIMENSION];
            for (int n = 0; n < TERMS; n++) {
                function.evaluate(n, x, jitter, g);
            }
            for (int i = 0; i < DIMENSION; i++) {
                double part = g[i] / TERMS;
                m[i] = 0.9 * m[i] + 0.1 * part;
                s[i] = 0.999 * s[i] + 0.001 * part * part;
                double first = m[i] / (1 - Math.pow(0.9, epoch + 1));
                double second = s[i] / (1 - Math.pow(0.999, epoch + 1));
                x[i] -= options.rate() * first / Math.sqrt(second);
            }
        }
        Result result = new Descent(options).minimize(function, Penalty.NONE, start());
        for (int i = 0; i < DIMENSION; i++) {
            assertThat(result.x()[i]).as("coordinate %d", i).isCloseTo(x[i], within(1e-5));
        }
    }

    @ParameterizedTest
    @EnumSource
    void goesOnFromAStateThatWasWritten(Method method) throws IOException {
        DescentOptions options = OPTIONS.withMethod(method);
        double[] whole = new Descent(options)
                .minimize(new Quadratics(), Penalty.l2(0.1), start())
                .x();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Descent(options).minimize(new Quadratics(), Penalty.l2(0.1), start(), progress -> {
            if (progress.iteration() == 2) {
                try {
                    progress.snapshot().write(new DataOutputStream(bytes));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
            return progress.iteration() < 3; // the state must not change with the run
        });
        OptimizerState state =
                OptimizerState.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), DIMENSION);
        double[] resumed = new Descent(options)
                .resume(new Quadratics(), Penalty.l2(0.1), state, progress -> true)
                .x();
        assertThat(resumed).containsExactly(whole);
        Method other = method == Method.SGD ? Method.ADAM : Method.SGD;
        assertThatThrownBy(() -> new Descent(options.withMethod(other))
                        .resume(new Quadratics(), Penalty.NONE, state, progress -> true))
                .hasMessageContaining("another optimiser");
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(() -> DescentOptions.DEFAULTS.withRate(0)).hasMessageContaining("expected a number above 0");
        assertThatThrownBy(() -> DescentOptions.DEFAULTS.withMomentum(1)).hasMessageContaining("from 0 to below 1");
        assertThatThrownBy(() -> new Descent(OPTIONS).minimize(new Quadratics(), Penalty.l1(1), start()))
                .hasMessageContaining("smooth penalty");
    }
}
