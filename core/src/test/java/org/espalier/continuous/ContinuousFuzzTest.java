package org.espalier.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.InstanceOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.model.ModelFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged model files and tables of edges: only the exceptions of their formats may escape. */
class ContinuousFuzzTest {
    private static final String EDGES = "from,to,similarity,kind\na,b,0.5,road\nb,c,2,\n\"c\",a,,rail\n";

    @TempDir
    Path folder;

    @Test
    void damagedModelsAreRefused() throws Exception {
        Path file = folder.resolve("model.esp");
        new ContinuousTrainer(FrameFeatures.parse("frames"), ContinuousOptions.DEFAULTS)
                .train(ContinuousTrainerTest.walks(2, 20, 0, 1))
                .save(file);
        byte[] good = Files.readAllBytes(file);
        Random random = new Random(1);
        for (int trial = 0; trial < 400; trial++) {
            byte[] bad = trial % 2 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
            if (trial % 2 == 1) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(file, bad);
            assertThatThrownBy(() -> ContinuousCrf.load(file)).isInstanceOf(ModelFormatException.class);
        }
    }

    @Test
    void otherModelsAreNotThese() throws Exception {
        Path file = folder.resolve("other.esp");
        Files.writeString(file, "ESPALIER and more");
        assertThat(ContinuousCrf.recognises(file)).isFalse();
        assertThat(ContinuousCrf.recognises(folder)).isFalse();
        assertThatThrownBy(() -> ContinuousCrf.load(file))
                .isInstanceOf(ModelFormatException.class)
                .hasMessageContaining("a continuous CRF of Espalier");
    }

    @Test
    void edgesAreRead() throws Exception {
        Path file = folder.resolve("edges.csv");
        Files.writeString(file, EDGES);
        EdgeList edges = EdgeList.read(file);
        assertThat(edges.size()).isEqualTo(3);
        assertThat(edges.kinds()).containsExactly("road", "edge", "rail");
        assertThat(edges.edges().get(2).similarity()).isEqualTo(1);
        assertThat(edges.from("b")).hasSize(1);
        refuse("from,to\na,a\n", "edges.csv:2", "to itself");
        refuse("from,to,similarity\na,b,-1\n", "edges.csv:2", "above 0");
        refuse("from,to,similarity\na,b,near\n", "edges.csv:2", "'near'");
        refuse("from,to,similarity\na,b,1e999\n", "edges.csv:2", "above 0");
        refuse("from,too\na,b\n", "edges.csv:2", "'too'");
        refuse("from\na\n", "edges.csv:2", "no column 'to'");
        refuse("from,to\na,\n", "edges.csv:2", "is empty");
    }

    private void refuse(String text, String... parts) throws Exception {
        Path file = folder.resolve("edges.csv");
        Files.writeString(file, text);
        assertThatThrownBy(() -> EdgeList.read(file))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void damagedEdgesAreReadOrRefused() throws Exception {
        Path file = folder.resolve("edges.csv");
        Random random = new Random(2);
        byte[] good = EDGES.getBytes(StandardCharsets.UTF_8);
        int refused = 0;
        for (int trial = 0; trial < 2000; trial++) {
            byte[] bad = Arrays.copyOf(good, 1 + random.nextInt(good.length));
            for (int k = random.nextInt(4); k > 0; k--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, bad);
            try {
                List<EdgeList.Edge> edges = EdgeList.read(file).edges();
                assertThat(edges).allMatch(edge -> edge.similarity() > 0);
            } catch (DataFormatException | UncheckedIOException e) {
                refused++;
                assertThat(e.getMessage()).contains("edges.csv");
            }
        }
        assertThat(refused).isBetween(200, 1900);
    }

    /** Tables with numbers as labels: read, or refused with their place; never a label that is neither a number nor missing. */
    @Test
    void damagedTablesAreReadOrRefused() throws Exception {
        DataOptions table = DataOptions.FRAMES.withInstances(
                InstanceOptions.DEFAULTS.withSequence("day").withLabel("y").withRealLabels(true));
        Path file = folder.resolve("table.csv");
        Random random = new Random(3);
        byte[] good = "day,a,b,y\nd1,1,2.5,3\nd1,-1,NA,\nd2,4e-3,0,NA\nd2,5,6,-7.25\n".getBytes(StandardCharsets.UTF_8);
        int refused = 0;
        for (int trial = 0; trial < 2000; trial++) {
            byte[] bad = Arrays.copyOf(good, 1 + random.nextInt(good.length));
            for (int k = random.nextInt(4); k > 0; k--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, bad);
            try {
                for (Sequence sequence : Sequences.read(table, file)) {
                    assertThat(RealLabels.of(sequence)).hasSize(sequence.length());
                }
            } catch (DataFormatException e) {
                refused++;
                assertThat(e.getMessage()).contains("table.csv");
            }
        }
        assertThat(refused).isBetween(200, 1900);
    }
}
