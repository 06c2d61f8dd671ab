package org.espalier.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.LabelNotation;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.kernel.KernelFeatures;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.model.Model;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chains in a kernel's space. */
class KernelCrfTest {
    private static final TrainingOptions OPTIONS =
            TrainingOptions.DEFAULTS.withThreads(1).withL2(0.1);

    /** The label is whether x and y have the same sign, which no linear score tells; it seldom changes. */
    private static List<Sequence> data(int count, long seed) {
        Random random = new Random(seed);
        List<Sequence> data = new ArrayList<>();
        for (int s = 0; s < count; s++) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            boolean same = random.nextBoolean();
            for (int t = 0; t < 8; t++) {
                same ^= random.nextInt(5) == 0;
                double x = random.nextGaussian();
                double y = Math.abs(random.nextGaussian()) * Math.signum(x) * (same ? 1 : -1);
                tokens.add(Token.ofAttributes(List.of(
                        new Attribute("x", x + 0.4 * random.nextGaussian()),
                        new Attribute("y", y + 0.4 * random.nextGaussian()))));
                labels.add(same ? "same" : "other");
            }
            data.add(new Sequence(tokens, labels, 1, List.of(), Location.NONE));
        }
        return data;
    }

    private static double accuracy(Model model, List<Sequence> data) {
        int right = 0;
        int all = 0;
        for (Sequence sequence : data) {
            List<String> predicted = model.tagger().tag(sequence).labels();
            for (int t = 0; t < predicted.size(); t++) {
                all++;
                right += predicted.get(t).equals(sequence.labels().get(t)) ? 1 : 0;
            }
        }
        return (double) right / all;
    }

    private static KernelCrf crf(String kernel, int most) {
        return new KernelCrf(new GivenAttributes(), KernelFunction.parse(kernel), OPTIONS)
                .withImportVectors(ImportVectors.DEFAULTS.withMost(most));
    }

    @Test
    void aKernelSeesWhatALinearScoreDoesNot() {
        List<Sequence> train = data(60, 1);
        List<Sequence> test = data(60, 2);
        double linear = accuracy(new Trainer(new GivenAttributes(), OPTIONS).train(train), test);
        double kernel = accuracy(crf("rbf(gamma=0.5)", 40).train(train), test);
        assertThat(kernel).isGreaterThan(0.8);
        assertThat(linear).isLessThan(kernel - 0.1);
    }

    /** Import vectors are chosen among positions whose label is known, by the notation of the training. */
    @Test
    void unknownLabelsAreWrittenAsTheOptionsSay() {
        LabelNotation notation = new LabelNotation("none", "|");
        List<Sequence> partial = new ArrayList<>();
        for (Sequence sequence : data(30, 1)) {
            List<String> labels = new ArrayList<>(sequence.labels());
            labels.set(0, "none");
            labels.set(1, "same|other");
            partial.add(new Sequence(sequence.tokens(), labels, 1, List.of(), Location.NONE));
        }
        Model model = new KernelCrf(
                        new GivenAttributes(), KernelFunction.parse("rbf(gamma=0.5)"), OPTIONS.withNotation(notation))
                .withImportVectors(ImportVectors.DEFAULTS.withMost(40))
                .train(partial);
        assertThat(model.labels().names()).containsExactlyInAnyOrder("same", "other");
        assertThat(accuracy(model, data(60, 2))).isGreaterThan(0.75);
    }

    @Test
    void stepsBetweenLabelsHaveWeights() {
        List<Sequence> train = data(60, 1);
        Model chain = crf("rbf(gamma=0.5)", 40).train(train);
        int shared = 0;
        for (int feature : chain.layout().sharedFeatures()) {
            shared += feature >= 0 ? 1 : 0;
        }
        assertThat(shared).isEqualTo(4);
    }

    /** The linear kernel with points that span all attributes is the linear model, in other coordinates. */
    @Test
    void theLinearKernelIsTheLinearModel() {
        List<Sequence> train = data(30, 3);
        Model linear = new Trainer(new GivenAttributes(), exact()).train(train);
        KernelCrf learner = new KernelCrf(new GivenAttributes(), KernelFunction.parse("linear"), exact())
                .withImportVectors(new ImportVectors(8, 0, 0));
        Model kernel = learner.train(train);
        KernelFeatures features = (KernelFeatures) kernel.encoder().extractor();
        assertThat(features.points().size()).isGreaterThanOrEqualTo(2);
        // The kernel's model has a bias, which is penalised too; a linear model with such an attribute is the same.
        List<Sequence> biased = data(30, 3).stream()
                .map(sequence -> new Sequence(
                        sequence.tokens().stream()
                                .map(token -> {
                                    List<Attribute> attributes = new ArrayList<>(token.attributes());
                                    attributes.add(new Attribute("bias", 1));
                                    return Token.ofAttributes(attributes);
                                })
                                .toList(),
                        sequence.labels(),
                        1,
                        List.of(),
                        Location.NONE))
                .toList();
        Model other = new Trainer(new GivenAttributes(), exact()).train(biased);
        assertThat(linear.labels().names()).isEqualTo(kernel.labels().names());
        for (int s = 0; s < 30; s++) {
            double[][] one = kernel.tagger().tag(train.get(s)).marginals();
            double[][] two = other.tagger().tag(biased.get(s)).marginals();
            for (int t = 0; t < one.length; t++) {
                assertThat(one[t]).containsExactly(two[t], within(1e-4));
            }
        }
    }

    private static TrainingOptions exact() {
        return OPTIONS.withOptimizer(
                OPTIONS.optimizer().withObjectiveTolerance(1e-12).withGradientTolerance(1e-9));
    }

    @Test
    void coordinatesHaveTheKernelsScalarProducts() {
        List<Sequence> train = data(20, 4);
        Model model = crf("rbf(gamma=0.5)", 12).train(train);
        KernelFeatures features = (KernelFeatures) model.encoder().extractor();
        Sequence sequence = train.get(0);
        // Of a support point the coordinates have its squared length, which is 1 for this kernel; of others at most
        // that.
        for (int t = 0; t < sequence.length(); t++) {
            double[] squares = {0};
            features.extract(sequence, t, new org.espalier.feature.AttributeSink() {
                @Override
                public void state(CharSequence name, double value) {
                    squares[0] += name.toString().startsWith("point") ? value * value : 0;
                }

                @Override
                public void transition(CharSequence name, double value) {}
            });
            assertThat(squares[0]).isLessThanOrEqualTo(1 + 1e-9).isPositive();
        }
    }

    @Test
    void filesAndThreadsKeepEveryBit(@TempDir Path folder) throws Exception {
        List<Sequence> train = data(20, 5);
        Path file = folder.resolve("one.esp");
        Model model = crf("rbf(gamma=0.5)", 15).train(train);
        model.save(file);
        Path other = folder.resolve("two.esp");
        new KernelCrf(new GivenAttributes(), KernelFunction.parse("rbf(gamma=0.5)"), OPTIONS.withThreads(3))
                .withImportVectors(ImportVectors.DEFAULTS.withMost(15))
                .withCacheBytes(1 << 16)
                .train(train)
                .save(other);
        assertThat(Files.readAllBytes(other)).isEqualTo(Files.readAllBytes(file));
        Model read = Model.load(file);
        for (Sequence sequence : train) {
            assertThat(read.tagger().tag(sequence).marginals())
                    .isDeepEqualTo(model.tagger().tag(sequence).marginals());
        }
    }

    @Test
    void aPenaltyIsNeeded() {
        assertThatThrownBy(
                        () -> new KernelCrf(new GivenAttributes(), KernelFunction.parse("linear"), OPTIONS.withL2(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("above 0");
    }
}
