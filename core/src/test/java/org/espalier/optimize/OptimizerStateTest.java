package org.espalier.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.espalier.optimize.TestFunctions.Logistic;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.batch.Owlqn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OptimizerStateTest {
    private static final LbfgsOptions OPTIONS =
            LbfgsOptions.DEFAULTS.withObjectiveTolerance(1e-9).withPeriod(3).withGradientTolerance(1e-9);

    static Stream<Arguments> runs() {
        double[] valley = new double[10];
        for (int i = 0; i < valley.length; i++) {
            valley[i] = i % 2 == 0 ? -1.2 : 1;
        }
        Logistic logistic = Logistic.random(60, 25, new Random(8));
        return Stream.of(
                Arguments.of(new Lbfgs(OPTIONS), TestFunctions.rosenbrock(10), Penalty.NONE, valley),
                Arguments.of(new Lbfgs(OPTIONS), logistic, Penalty.l2(0.1), new double[25]),
                // No tolerance: the run ends in rounding noise, where stalled iterations are counted.
                Arguments.of(
                        new Lbfgs(OPTIONS.withObjectiveTolerance(0).withGradientTolerance(0)),
                        Logistic.random(20, 6, new Random(9)),
                        Penalty.l2(1),
                        new double[6]),
                Arguments.of(new Owlqn(OPTIONS), logistic, Penalty.l1(1), new double[25]),
                Arguments.of(new Owlqn(OPTIONS.withMemory(3)), logistic, new Penalty(1, 0.1), new double[25]));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void aResumedRunEndsWithTheSameBits(Optimizer optimizer, Function function, Penalty penalty, double[] start)
            throws IOException {
        List<OptimizerState> states = new ArrayList<>();
        Result whole = optimizer.minimize(function, penalty, start, progress -> states.add(progress.snapshot()));
        assertThat(whole.iterations()).isGreaterThan(15);
        assertThat(states).hasSize(whole.iterations());

        for (OptimizerState state : states) {
            Result resumed = optimizer.resume(function, penalty, copy(state), Monitor.NONE);
            assertSameBits(resumed, whole);
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void snapshotsDoNotDisturbTheRun(Optimizer optimizer, Function function, Penalty penalty, double[] start) {
        Result undisturbed = optimizer.minimize(function, penalty, start, Monitor.NONE);
        Result disturbed = optimizer.minimize(
                function, penalty, start, progress -> progress.snapshot().iteration() > 0);

        assertSameBits(disturbed, undisturbed);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void stoppingEveryIterationChangesNothing(Optimizer optimizer, Function function, Penalty penalty, double[] start) {
        Result whole = optimizer.minimize(function, penalty, start, Monitor.NONE);
        OptimizerState[] latest = new OptimizerState[1];
        Monitor once = progress -> {
            latest[0] = progress.snapshot();
            return false;
        };

        Result result = optimizer.minimize(function, penalty, start, once);
        while (result.reason() == StopReason.STOPPED) {
            result = optimizer.resume(function, penalty, latest[0], once);
        }

        assertSameBits(result, whole);
    }

    @Test
    void aKeptSnapshotIsNotTouchedByTheRun() throws IOException {
        List<OptimizerState> states = new ArrayList<>();
        List<byte[]> written = new ArrayList<>();
        new Lbfgs(OPTIONS).minimize(TestFunctions.rosenbrock(2), Penalty.NONE, new double[] {-1.2, 1}, progress -> {
            states.add(progress.snapshot());
            written.add(bytes(progress.snapshot()));
            return true;
        });

        for (int i = 0; i < states.size(); i++) {
            assertThat(bytes(states.get(i))).isEqualTo(written.get(i));
            assertThat(bytes(copy(states.get(i)))).isEqualTo(written.get(i));
        }
    }

    @Test
    void goesOnUnderOtherOptions() {
        OptimizerState state = stateAfter(12);
        Function function = TestFunctions.rosenbrock(2);

        Result smaller = new Lbfgs(OPTIONS.withMemory(2).withPeriod(1).withObjectiveTolerance(0))
                .resume(function, Penalty.NONE, state, Monitor.NONE);
        Result larger =
                new Lbfgs(OPTIONS.withMemory(20).withPeriod(50)).resume(function, Penalty.NONE, state, Monitor.NONE);

        assertThat(smaller.reason().converged()).isTrue();
        assertThat(smaller.value()).isLessThan(1e-15);
        assertThat(larger.value()).isLessThan(1e-15);
    }

    @Test
    void rejectsAStateOfAnotherDimension() {
        OptimizerState state = stateAfter(3);

        assertThatThrownBy(() -> new Lbfgs().resume(TestFunctions.rosenbrock(4), Penalty.NONE, state, Monitor.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the state has 2 variables; the function expects 4");
        assertThatThrownBy(() -> read(bytes(state), 4))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("of 2 variables, expected 4");
    }

    @Test
    void aTruncatedStateIsReported() {
        byte[] bytes = bytes(stateAfter(5));

        for (int length = 0; length < bytes.length; length++) {
            byte[] truncated = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(truncated, 2))
                    .as("length %d", length)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ends early");
        }
    }

    @Test
    void damagedNumbersAreReportedBeforeAnythingIsAllocatedForThem() {
        byte[] bytes = bytes(stateAfter(5));
        int recentCount = 4 + 4 + 4 + 4 + 8 + 8 + 8 + 8 + 4;

        assertThatThrownBy(() -> read(withInt(bytes, recentCount, Integer.MAX_VALUE), 2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("recent values is 2147483647");
        assertThatThrownBy(() -> read(withInt(bytes, 4, 4), 2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("phase is 4");
        assertThatThrownBy(() -> read(withInt(bytes, 8, -1), 2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("iteration is -1");
        assertThatThrownBy(() -> read(withInt(bytes, 16, 0x7ff80000), 2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("loss is NaN");
    }

    @Test
    void flippedBitsNeverEscapeAsAnythingButIoExceptions() {
        byte[] bytes = bytes(stateAfter(8));
        Random random = new Random(1);
        int rejected = 0;
        for (int trial = 0; trial < 5000; trial++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                OptimizerState state = read(damaged, 2);
                assertThat(state.dimension()).isEqualTo(2);
            } catch (IOException e) {
                rejected++;
            }
        }
        assertThat(rejected).isPositive();
    }

    private static OptimizerState stateAfter(int iterations) {
        OptimizerState[] state = new OptimizerState[1];
        new Lbfgs(OPTIONS).minimize(TestFunctions.rosenbrock(2), Penalty.NONE, new double[] {-1.2, 1}, progress -> {
            state[0] = progress.snapshot();
            return progress.iteration() < iterations;
        });
        return state[0];
    }

    private static void assertSameBits(Result actual, Result expected) {
        assertThat(Arrays.equals(actual.x(), expected.x())).isTrue();
        assertThat(actual.value()).isEqualTo(expected.value());
        assertThat(actual.gradientNorm()).isEqualTo(expected.gradientNorm());
        assertThat(actual.iterations()).isEqualTo(expected.iterations());
        assertThat(actual.evaluations()).isEqualTo(expected.evaluations());
        assertThat(actual.reason()).isEqualTo(expected.reason());
    }

    private static byte[] bytes(OptimizerState state) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            state.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static OptimizerState read(byte[] bytes, int dimension) throws IOException {
        return OptimizerState.read(new DataInputStream(new ByteArrayInputStream(bytes)), dimension);
    }

    private static OptimizerState copy(OptimizerState state) throws IOException {
        return read(bytes(state), state.dimension());
    }

    private static byte[] withInt(byte[] bytes, int offset, int value) {
        byte[] changed = bytes.clone();
        ByteBuffer.wrap(changed).putInt(offset, value);
        return changed;
    }
}
