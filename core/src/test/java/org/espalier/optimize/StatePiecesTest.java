package org.espalier.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.espalier.optimize.batch.ConjugateGradient;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.batch.Rprop;
import org.espalier.optimize.dual.DualOptions;
import org.espalier.optimize.dual.Hybrid;
import org.espalier.optimize.stochastic.AdaGrad;
import org.espalier.optimize.stochastic.StochasticOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** States of all phases with more variables than are converted at a time: written, read, and written again. */
class StatePiecesTest {
    private static final int CLASSES = 3;
    private static final Softmax WIDE = Softmax.random(30, 20_001 / CLASSES, CLASSES, 4, new Random(2));

    static Stream<Arguments> optimisers() {
        LbfgsOptions few = LbfgsOptions.DEFAULTS.withMaxIterations(8).withObjectiveTolerance(0);
        StochasticOptions epochs = StochasticOptions.DEFAULTS.withEpochs(3).withRate(0.1);
        return Stream.of(
                Arguments.of(new Lbfgs(few), Penalty.l2(1), Phase.QUASI_NEWTON),
                Arguments.of(new Hybrid(few, DualOptions.DEFAULTS.withEpochs(3)), Penalty.l2(1), Phase.QUASI_NEWTON),
                Arguments.of(new ConjugateGradient(few), Penalty.l2(1), Phase.BATCH),
                Arguments.of(new Rprop(few), new Penalty(0.1, 1), Phase.BATCH),
                Arguments.of(new AdaGrad(epochs), new Penalty(0.1, 1), Phase.STOCHASTIC));
    }

    private static byte[] bytes(OptimizerState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        state.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static OptimizerState read(byte[] bytes) throws IOException {
        return OptimizerState.read(new DataInputStream(new ByteArrayInputStream(bytes)), WIDE.dimension());
    }

    @ParameterizedTest
    @MethodSource("optimisers")
    void whatIsReadIsWhatWasWritten(Optimizer optimizer, Penalty penalty, Phase last) throws IOException {
        List<OptimizerState> states = new ArrayList<>();
        List<double[]> points = new ArrayList<>();
        Result whole = optimizer.minimize(WIDE, penalty, new double[WIDE.dimension()], progress -> {
            points.add(progress.x().clone());
            assertThat(progress.snapshot().value()).isEqualTo(progress.value());
            return states.add(progress.snapshot());
        });
        assertThat(states.get(states.size() - 1).phase()).isEqualTo(last);
        for (int k = 0; k < states.size(); k += 2) {
            byte[] written = bytes(states.get(k));
            OptimizerState copy = read(written);
            assertThat(bytes(copy)).isEqualTo(written);
            assertThat(copy.x()).isEqualTo(points.get(k));
            assertThat(copy.iteration()).isEqualTo(k + 1);
            assertThat(optimizer.resume(WIDE, penalty, copy, Monitor.NONE).x()).isEqualTo(whole.x());
        }
    }

    /** A number that is not finite is found wherever it stands, also behind the first piece. */
    @ParameterizedTest
    @MethodSource("optimisers")
    void numbersThatAreNotFiniteAreReported(Optimizer optimizer, Penalty penalty, Phase last) throws IOException {
        OptimizerState[] state = new OptimizerState[1];
        optimizer.minimize(WIDE, penalty, new double[WIDE.dimension()], progress -> {
            state[0] = progress.snapshot();
            return true;
        });
        byte[] written = bytes(state[0]);
        int bytes = last == Phase.QUASI_NEWTON ? Float.BYTES : Double.BYTES; // pairs come last there
        int preconditioned = optimizer instanceof Hybrid ? WIDE.dimension() * Float.BYTES : Integer.BYTES;
        int end = written.length - (last == Phase.QUASI_NEWTON ? preconditioned : 0);
        for (int back : new int[] {1, 9000, 19_000}) {
            byte[] damaged = written.clone();
            ByteBuffer buffer = ByteBuffer.wrap(damaged);
            int at = end - back * bytes;
            if (bytes == Float.BYTES) {
                buffer.putFloat(at, Float.POSITIVE_INFINITY);
            } else {
                buffer.putDouble(at, Double.NaN);
            }
            assertThatThrownBy(() -> read(damaged))
                    .as("%d numbers from the end", back)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("damaged");
        }
    }

    @Test
    void aPreconditionerIsPositive() throws IOException {
        OptimizerState[] state = new OptimizerState[1];
        new Hybrid(LbfgsOptions.DEFAULTS.withMaxIterations(6), DualOptions.DEFAULTS.withEpochs(2))
                .minimize(WIDE, Penalty.l2(1), new double[WIDE.dimension()], progress -> {
                    state[0] = progress.snapshot();
                    return true;
                });
        byte[] written = bytes(state[0]);
        ByteBuffer.wrap(written).putFloat(written.length - Float.BYTES, 0);
        assertThatThrownBy(() -> read(written)).hasMessageContaining("a positive number");
    }
}
