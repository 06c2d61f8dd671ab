package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.espalier.train.Algorithm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@code --data-on-disk} changes, for every algorithm: what its help says. */
final class DataOnDiskTest {
    @TempDir
    static Path folder;

    static Path data;

    @BeforeAll
    static void write() {
        // More than one chunk of the store.
        data = SmallData.write(folder, "data.txt", SmallData.columns(6_000, 5));
    }

    private static Program.Outcome train(Algorithm algorithm, Path model, Object... more) {
        Object[] arguments = new Object[more.length + 9];
        Object[] first = {
            "train", "-q", "--features", "words(0..0)", "--algorithm", algorithm, "-o", model, data,
        };
        System.arraycopy(first, 0, arguments, 0, first.length);
        System.arraycopy(more, 0, arguments, first.length, more.length);
        return Program.run(arguments);
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void everyAlgorithmDoesAsTheHelpSays(Algorithm algorithm) {
        Path memory = folder.resolve("memory.esp");
        Path disk = folder.resolve("disk.esp");
        Object[] few = {"--max-iterations", 3};
        if (algorithm == Algorithm.FRANK_WOLFE) {
            few = new Object[] {"--max-iterations", 3, "--loss", "hinge"};
        }
        if (algorithm == Algorithm.SGD_L1) {
            few = new Object[] {"--max-iterations", 3, "--l1", 1, "--l2", 0};
        }
        Program.Outcome usual = train(algorithm, memory, few);
        Object[] onDisk = java.util.Arrays.copyOf(few, few.length + 1);
        onDisk[few.length] = "--data-on-disk";

        Program.Outcome outcome = train(algorithm, disk, onDisk);

        switch (algorithm) {
            case GIS, IIS, BCD, SGD, ASGD, SGD_L1, ADAGRAD, ADAM, SAG, SUBGRADIENT, FRANK_WOLFE -> {
                assertThat(outcome.code()).as(outcome.toString()).isNotZero();
                assertThat(outcome.err()).contains("memory");
            }
            case PERCEPTRON, PA, MIRA, AROW ->
                assertThat(outcome.code()).as(outcome.toString()).isZero();
            default -> {
                assertThat(usual.code()).as(usual.toString()).isZero();
                assertThat(outcome.code()).as(outcome.toString()).isZero();
                assertThat(disk).hasSameBinaryContentAs(memory);
            }
        }
    }

    @Test
    void onlineLearnersVisitTheDataInAnotherOrder() {
        Path memory = folder.resolve("memory.esp");
        Path disk = folder.resolve("disk.esp");

        train(Algorithm.PERCEPTRON, memory, "--max-iterations", 3);
        train(Algorithm.PERCEPTRON, disk, "--max-iterations", 3, "--data-on-disk");

        assertThat(memory.toFile()).exists();
        assertThat(disk.toFile()).exists();
        assertThat(Program.run("verify", "-m", memory, "-m", disk, data).out())
                .doesNotContain("largest difference between label marginals      0.00\n");
        assertThat(Program.run("train", "--help-all").out().replaceAll("\\s+", " "))
                .contains("Online algorithms visit the data in a different order and learn a different model");
    }
}
