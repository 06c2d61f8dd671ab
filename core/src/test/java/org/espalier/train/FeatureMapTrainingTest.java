package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.map.FeatureMap;
import org.espalier.feature.map.MappedFeatures;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chains over mapped attributes. */
class FeatureMapTrainingTest {
    private static final TrainingOptions OPTIONS =
            TrainingOptions.DEFAULTS.withThreads(1).withL2(0.1);

    /** The label is whether x and y have the same sign, which no linear score tells. */
    private static List<Sequence> data(int count, long seed) {
        Random random = new Random(seed);
        List<Sequence> data = new ArrayList<>();
        for (int s = 0; s < count; s++) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < 6; t++) {
                double x = random.nextGaussian();
                double y = random.nextGaussian();
                tokens.add(Token.ofAttributes(List.of(new Attribute("x", x), new Attribute("y", y))));
                labels.add(x * y > 0 ? "same" : "other");
            }
            data.add(new Sequence(tokens, labels, 1, List.of(), Location.NONE));
        }
        return data;
    }

    private static Model train(String map, TrainingOptions options, List<Sequence> data) {
        AttributeExtractor given = new GivenAttributes();
        return new Trainer(map.isEmpty() ? given : new MappedFeatures(given, FeatureMap.parse(map)), options)
                .train(data);
    }

    private static double accuracy(Model model, List<Sequence> data) {
        int right = 0;
        for (Sequence sequence : data) {
            List<String> predicted = model.tagger().tag(sequence).labels();
            for (int t = 0; t < predicted.size(); t++) {
                right += predicted.get(t).equals(sequence.labels().get(t)) ? 1 : 0;
            }
        }
        return right / (6.0 * data.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"fourier(gamma=0.5,size=100)", "polynomial(degree=2)"})
    void aMapSeesWhatALinearScoreDoesNot(String map) {
        List<Sequence> train = data(80, 1);
        List<Sequence> test = data(80, 2);
        assertThat(accuracy(train("", OPTIONS, train), test)).isLessThan(0.65);
        assertThat(accuracy(train(map, OPTIONS, train), test)).isGreaterThan(0.9);
    }

    @Test
    void productsOfOneAttributeAreTheLinearModel() {
        TrainingOptions exact = OPTIONS.withOptimizer(
                OPTIONS.optimizer().withObjectiveTolerance(1e-13).withGradientTolerance(1e-10));
        List<Sequence> data = data(20, 3);
        Model linear = train("", exact, data);
        Model mapped = train("polynomial(degree=1,coefficient=0)", exact, data);
        for (Sequence sequence : data) {
            double[][] one = linear.tagger().tag(sequence).marginals();
            double[][] two = mapped.tagger().tag(sequence).marginals();
            for (int t = 0; t < one.length; t++) {
                assertThat(two[t]).containsExactly(one[t], within(1e-7));
            }
        }
    }

    @Test
    void threadsAndFilesKeepEveryBit(@TempDir Path folder) throws Exception {
        List<Sequence> data = data(40, 4);
        String map = "fourier(gamma=0.5,size=40)";
        Path one = folder.resolve("one.esp");
        Path three = folder.resolve("three.esp");
        train(map, OPTIONS, data).save(one);
        train(map, OPTIONS.withThreads(3), data).save(three);
        assertThat(Files.readAllBytes(one)).isEqualTo(Files.readAllBytes(three));
        Model before = train(map, OPTIONS, data);
        Model after = Model.load(one);
        for (Sequence sequence : data) {
            assertThat(after.tagger().tag(sequence).marginals())
                    .isDeepEqualTo(before.tagger().tag(sequence).marginals());
        }
    }
}
