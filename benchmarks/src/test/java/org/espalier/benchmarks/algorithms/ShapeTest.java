package org.espalier.benchmarks.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.espalier.data.Sequence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShapeTest {
    @TempDir
    Path empty;

    @Test
    void madeUpDataNeedNoFilesAndAreAlwaysTheSame() {
        assertThat(Shape.LONG.isThere(empty)).isTrue();
        assertThat(Shape.NCBI.isThere(empty)).isFalse();
        List<Sequence> once = Shape.LONG.sequences(empty);
        assertThat(once).hasSize(1).isEqualTo(Shape.LONG.sequences(empty));
        assertThat(once.get(0).length()).isEqualTo(200_000);
        assertThat(Shape.SINGLES.sequences(empty)).hasSize(200_000).allMatch(sequence -> sequence.length() == 1);
    }
}
