package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.data.Token;
import org.espalier.feature.text.FeatureSet;
import org.espalier.labelling.LearnScheme;
import org.espalier.labelling.StructureSpec;
import org.espalier.labelling.ValidLabels;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The probability of a span is the sum over all labellings that have it, in every structure that labels tokens. */
class SpanProbabilityTest {
    private static final List<Sequence> DATA = List.of(
            sequence("a b c a", "O B-X I-X O"),
            sequence("b b a", "B-X B-X O"),
            sequence("c a b b", "B-Y O B-X I-X"),
            sequence("a c c b", "O B-Y I-Y B-X"));
    private static final List<String> LABELS = List.of("B-X", "B-Y", "I-X", "I-Y", "O");
    private static final Sequence TEXT = Sequence.ofWords("b", "a", "c", "b");

    private static Sequence sequence(String words, String labels) {
        return Sequence.of(Stream.of(words.split(" ")).map(Token::ofColumns).toList(), List.of(labels.split(" ")));
    }

    private static Model train(StructureSpec structure) {
        return new Trainer(
                        FeatureSet.parse("words"),
                        TrainingOptions.DEFAULTS.withL2(1).withStructure(structure))
                .train(DATA);
    }

    @TestFactory
    Stream<DynamicTest> isTheSumOverTheLabellingsThatHaveIt() {
        StructureSpec chain = TrainingOptions.DEFAULTS.structure();
        Map<String, Model> models = Map.of(
                "chain", train(chain),
                "order 2", train(new HigherOrder(2)),
                "segments", train(new SemiMarkov(3, Map.of(), false)),
                "hidden states", train(new HiddenStates(2)),
                "IOBES inside", train(new LearnScheme(chain)),
                "valid labels", train(new ValidLabels(chain)),
                "locally normalised",
                        new Trainer(FeatureSet.parse("words"), TrainingOptions.DEFAULTS.withLoss(LossFunction.LOCAL))
                                .train(DATA));
        return models.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> check(entry.getValue())));
    }

    private static void check(Model model) {
        Tagging tagging = model.tagger().tag(TEXT);
        List<List<String>> labellings = List.of(List.of());
        for (int t = 0; t < TEXT.length(); t++) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> begun : labellings) {
                LABELS.forEach(label -> longer.add(
                        Stream.concat(begun.stream(), Stream.of(label)).toList()));
            }
            labellings = longer;
        }
        double most = 0;
        for (int start = 0; start < TEXT.length(); start++) {
            for (int end = start + 1; end <= TEXT.length(); end++) {
                for (String type : List.of("X", "Y", "Z")) {
                    Span span = new Span(start, end, type);
                    double sum = 0;
                    for (List<String> labels : labellings) {
                        if (model.scheme().decode(labels).contains(span)) {
                            sum += Math.exp(tagging.logProbability(labels));
                        }
                    }
                    assertThat(tagging.probability(span)).as("%s", span).isCloseTo(sum, within(1e-10));
                    most = Math.max(most, sum);
                }
            }
        }
        assertThat(most).isGreaterThan(0.2);
    }
}
