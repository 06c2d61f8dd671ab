package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;
import org.espalier.data.Token;
import org.espalier.feature.text.FeatureSet;
import org.espalier.labelling.LearnScheme;
import org.espalier.labelling.StructureSpec;
import org.espalier.labelling.ValidLabels;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A model that learns IOBES inside answers as one that was trained on labels in IOBES, in the scheme of its data. */
class LearnSchemeTest {
    private static final FeatureSet FEATURES = FeatureSet.parse("words(-1..1)");

    @TempDir
    Path folder;

    /** Spans of one to four tokens of two types, some of them side by side; words tell them in part. */
    private static List<Sequence> data(TagScheme scheme, int seed) {
        Random random = new Random(seed);
        List<Sequence> sequences = new ArrayList<>();
        for (int k = 0; k < 40; k++) {
            int length = 1 + random.nextInt(8);
            List<Span> spans = new ArrayList<>();
            for (int at = random.nextInt(2); at < length; ) {
                int end = Math.min(length, at + 1 + random.nextInt(4));
                spans.add(new Span(at, end, random.nextBoolean() ? "X" : "Y"));
                at = end + random.nextInt(2) * (1 + random.nextInt(2));
            }
            List<String> labels = scheme.encode(spans, length);
            List<Token> tokens = new ArrayList<>();
            for (int t = 0; t < length; t++) {
                tokens.add(Token.ofColumns("w" + random.nextInt(9)));
            }
            sequences.add(Sequence.of(tokens, labels));
        }
        return sequences;
    }

    private static Model train(List<Sequence> data, StructureSpec structure) {
        return new Trainer(
                        FEATURES,
                        TrainingOptions.DEFAULTS.withL2(1).withThreads(1).withStructure(structure))
                .train(data);
    }

    @ParameterizedTest
    @EnumSource(names = {"IOB2", "IOE2"})
    void answersAsAModelOfIobes(TagScheme scheme) {
        for (boolean second : new boolean[] {false, true}) {
            StructureSpec chain = second ? new HigherOrder(2) : HiddenStates.NONE;
            Model model = train(data(scheme, 1), new LearnScheme(chain));
            Model iobes = train(data(TagScheme.IOBES, 1), new ValidLabels(chain));
            Path file = folder.resolve("m.esp");
            model.save(file);
            for (Model one : List.of(model, Model.load(file))) {
                for (Sequence sequence : data(scheme, 2)) {
                    Tagging outside = one.tagger().tag(sequence);
                    Tagging inside = iobes.tagger().tag(sequence);
                    List<String> labels = outside.labels();
                    assertThat(labels).isEqualTo(TagScheme.IOBES.convert(inside.labels(), scheme));
                    assertThat(outside.probability()).isEqualTo(inside.probability(), within(1e-4));
                    assertThat(scheme.validate(labels)).isEmpty();
                    double[][] marginals = outside.marginals();
                    for (double[] row : marginals) {
                        double sum = 0;
                        for (double p : row) {
                            sum += p;
                        }
                        assertThat(sum).isEqualTo(1, within(1e-9));
                    }
                }
            }
        }
    }

    @Test
    void labelsThatBreakTheSchemeAreRefused() {
        Sequence broken = Sequence.ofWords("a", "b", "c").withLabels(List.of("B-X", "O", "I-X"));
        List<Sequence> data = new ArrayList<>(data(TagScheme.IOB2, 1));
        data.add(broken);
        assertThatThrownBy(() -> train(data, new LearnScheme(HiddenStates.NONE)))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("break the scheme IOB2");
        assertThatThrownBy(() -> train(data(TagScheme.BILOU, 1), new LearnScheme(HiddenStates.NONE)))
                .hasMessageContaining("only labels in IOB2 or IOE2");
    }
}
