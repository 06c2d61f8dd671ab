package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.labelling.chain.PairLabels;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of models with one classifier per pair of labels; those of old versions are in {@link OldModelFilesTest}. */
class PairModelFileTest {
    private static final String OLD = "{\"kind\":\"pairs\",\"text\":\"template\\nU0:%x[0,0]\",\"gazetteers\":{},"
            + "\"boundaries\":false,\"columns\":1}";

    @TempDir
    private Path folder;

    private static Vocabulary vocabulary(String... names) {
        Vocabulary.Builder builder = new Vocabulary.Builder();
        List.of(names).forEach(builder::add);
        return builder.build();
    }

    private static Encoder encoder(Vocabulary states, Vocabulary steps) {
        return new Encoder(Template.parse("U0:%x[0,0]", "t"), false, states, steps);
    }

    /** A word that speaks for one label against all others. */
    @Test
    void thereMayBeMorePairsThanLabels() {
        int labels = 300;
        PairLabels pairs = PairLabels.of(labels);
        int[] own = pairs.pairsOf(7);
        double[] weights = IntStream.of(own)
                .mapToDouble(pair -> pair < pairs.pair(7, 8) ? -1 : 1) // where it is the second label, below 0
                .toArray();
        Model model = new Model(
                Labels.of(IntStream.range(0, labels)
                        .mapToObj(label -> "y" + label)
                        .toList()),
                encoder(vocabulary("U0:w"), vocabulary()),
                pairs.layout(new FeatureLists(pairs.pairs(), new int[] {0, own.length}, own)),
                weights,
                1,
                Map.of(),
                FileForm.PLAIN,
                Normalisation.VOTES,
                pairs);
        model.save(folder.resolve("m.esp"));
        Model loaded = Model.load(folder.resolve("m.esp"));

        assertThat(pairs.pairs()).isEqualTo(44_850);
        assertThat(loaded.tagger().tag(Sequence.ofWords("w")).labels()).containsExactly("y7");
        assertThat(loaded.tagger().tag(Sequence.ofWords("other")).labels()).containsExactly("y0");
    }

    @Test
    void votesAndCouplingGoWithPairs() {
        Encoder encoder = encoder(vocabulary("U0:w"), vocabulary());
        PairLabels pairs = PairLabels.of(3);
        ParameterLayout layout = pairs.layout(FeatureLists.complete(1, 3));
        for (Normalisation normalisation : List.of(Normalisation.GLOBAL, Normalisation.ONE_VERSUS_REST)) {
            assertThatThrownBy(() -> new Model(
                            Labels.of(List.of("a", "b", "c")),
                            encoder,
                            layout,
                            new double[3],
                            1,
                            Map.of(),
                            FileForm.PLAIN,
                            normalisation,
                            pairs))
                    .hasMessageContaining("does not fit the structure 'pairs'");
        }
        assertThatThrownBy(() -> new Model(
                        Labels.of(List.of("a", "b", "c")),
                        encoder,
                        layout,
                        new double[3],
                        1,
                        Map.of(),
                        FileForm.PLAIN,
                        Normalisation.VOTES,
                        ChainLabels.plain(3)))
                .hasMessageContaining("does not fit the structure 'chain'");
    }

    /** The form of a pairwise model before version 5: a chain whose steps have the weights, with an extractor around the extractor. */
    private Path old(String features, int[] steps, boolean stateWeights) {
        ParameterLayout layout = new ParameterLayout(
                3,
                FeatureLists.complete(stateWeights ? 1 : 0, 3),
                new int[] {-1, -1, -1, -1, -1, -1, -1, -1, -1},
                new FeatureLists(9, new int[] {0, steps.length}, steps));
        Model chain = new Model(
                Labels.of(List.of("a", "b", "c")),
                encoder(stateWeights ? vocabulary("U0:w") : vocabulary(), vocabulary("U0:w")),
                layout,
                IntStream.range(0, layout.parameters())
                        .mapToDouble(k -> k - 1.5)
                        .toArray(),
                1,
                Map.of());
        Path file = folder.resolve("old.esp");
        chain.save(file);
        Map<String, ByteBuffer> sections =
                new LinkedHashMap<>(SectionFile.read(file, ModelFile.MAGIC, ModelFile.VERSION, "a model"));
        sections.put("features", ByteBuffer.wrap(features.getBytes(StandardCharsets.UTF_8)));
        sections.put("normalisation", ByteBuffer.wrap("\"VOTES\"".getBytes(StandardCharsets.UTF_8)));
        SectionFile.write(file, ModelFile.MAGIC, 3, sections);
        return file;
    }

    /** The steps 0·3+1, 0·3+2 and 1·3+2 are the pairs 0, 1 and 2; b against c has the only weight above 0. */
    @Test
    void stepsOfOldFilesArePairs() {
        Model model = Model.load(old(OLD, new int[] {1, 2, 5}, false));
        Tagging tagging = model.tagger().tag(Sequence.ofWords("w"));
        assertThat(model.layout().lists(0).targets()).containsExactly(0, 1, 2);
        assertThat(model.weights()).containsExactly(-1.5, -0.5, 0.5);
        assertThat(tagging.labels()).containsExactly("b");
    }

    @Test
    void damagedOldFilesAreRefused() {
        for (int step : new int[] {0, 3, 8}) { // from a to a, from b to a, from c to c
            assertThatThrownBy(() -> Model.load(old(OLD, new int[] {step}, false)))
                    .isInstanceOf(ModelFormatException.class)
                    .hasMessageContaining("smaller label first");
        }
        assertThatThrownBy(() -> Model.load(old(OLD, new int[] {1}, true)))
                .isInstanceOf(ModelFormatException.class)
                .hasMessageContaining("4 weights, of which 1 are those of pairs");
        for (String features : List.of(OLD.replace("pairs", "template"), OLD.replace("\\n", " "))) {
            assertThatThrownBy(() -> Model.load(old(features, new int[] {1}, false)))
                    .isInstanceOf(ModelFormatException.class)
                    .hasMessageContaining("definition of the pairs' features");
        }
    }
}
