package org.espalier.cli.dropin.crfsuite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Looks into files of CRFsuite, whose features are 20 bytes each from byte 60 on, the last 8 of which are the weight. */
final class CrfsuiteModels {
    private static final int COUNT = 56;
    private static final int FIRST = 60;
    private static final int SIZE = 20;
    private static final int WEIGHT = 12;

    private CrfsuiteModels() {}

    static void assertSameButForWeights(Path ours, Path theirs) throws IOException {
        byte[] one = Files.readAllBytes(ours);
        byte[] other = Files.readAllBytes(theirs);
        int features = buffer(other).getInt(COUNT);
        for (byte[] bytes : List.of(one, other)) {
            for (int k = 0; k < features; k++) {
                Arrays.fill(bytes, FIRST + SIZE * k + WEIGHT, FIRST + SIZE * (k + 1), (byte) 0);
            }
        }
        assertThat(one).isEqualTo(other);
    }

    static double[] weights(Path model) throws IOException {
        ByteBuffer buffer = buffer(Files.readAllBytes(model));
        double[] weights = new double[buffer.getInt(COUNT)];
        for (int k = 0; k < weights.length; k++) {
            weights[k] = buffer.getDouble(FIRST + SIZE * k + WEIGHT);
        }
        return weights;
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
