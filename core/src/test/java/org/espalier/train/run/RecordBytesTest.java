package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.espalier.data.LabelNotation;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.train.Algorithm;
import org.espalier.train.EarlyStopping;
import org.espalier.train.FeatureSelection;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

class RecordBytesTest {
    private static final TrainingOptions OPTIONS = TrainingOptions.DEFAULTS
            .withAlgorithm(Algorithm.SGD)
            .withL2(0.125)
            .withOptimizer(LbfgsOptions.DEFAULTS.withMaxIterations(7).withMemory(3))
            .withSelection(FeatureSelection.OBSERVED.withMinCount(4))
            .withNotation(new LabelNotation("??", "|"))
            .withEarlyStopping(new EarlyStopping(EarlyStopping.Metric.ACCURACY, 9))
            .withThreads(2)
            .withSeed(1L << 40)
            .withStochastic(TrainingOptions.DEFAULTS.stochastic().withRate(0.3).withAveraging(true));

    private static byte[] bytes(Record options) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordBytes.write(options, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static <R extends Record> R read(R defaults, byte[] bytes) throws IOException {
        return RecordBytes.read(defaults, new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    @Test
    void everyOptionButTheStructureTravels() throws IOException {
        assertThat(read(TrainingOptions.DEFAULTS, bytes(OPTIONS))).isEqualTo(OPTIONS);
        ParameterMixing mixing = ParameterMixing.iterated(8, 3).withWeighting(ParameterMixing.Weighting.BY_SIZE);
        assertThat(read(ParameterMixing.oneShot(1), bytes(mixing))).isEqualTo(mixing);
        assertThat(Arrays.stream(TrainingOptions.class.getRecordComponents())
                        .filter(component -> component.getType().isInterface())
                        .map(RecordComponent::getName))
                .containsExactly("structure");
    }

    @Test
    void anotherVersionAndDamageAreNoticed() throws IOException {
        byte[] bytes = bytes(OPTIONS);
        assertThatThrownBy(() -> read(ParameterMixing.oneShot(1), bytes))
                .hasMessageContaining("'loss' where 'kind' was expected");
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(TrainingOptions.DEFAULTS, cut)).isInstanceOf(IOException.class);
        }
        byte[] negative = bytes(ParameterMixing.oneShot(1));
        negative[negative.length - 1] = 0; // no iterations
        assertThatThrownBy(() -> read(ParameterMixing.oneShot(1), negative)).hasMessageContaining("epochIterations");
    }
}
