package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.Template;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * CoNLL-2000 chunking against the objectives and scores that native CRFsuite reaches; minutes each, so only with {@code
 * -Pslow}, and only where the data are.
 */
@Tag("slow")
class Conll2000IT {
    private static final TrainingOptions TIGHT =
            TrainingOptions.DEFAULTS.withTolerance(1e-7).withMaxIterations(2000);

    private final Path folder = ReferenceObjectivesTest.shared("data/conll2000");
    private double objective;

    private List<Sequence> read(String name) {
        return Sequences.read(DataOptions.COLUMNS, folder.resolve(name));
    }

    private Model train(AttributeExtractor extractor, TrainingOptions options, List<Sequence> data) {
        return new Trainer(extractor, options)
                .withListener(new TrainingListener() {
                    @Override
                    public void onFinish(TrainingReport report) {
                        objective = report.objective();
                    }
                })
                .train(data);
    }

    private static double spanF1(Model model, List<Sequence> data) {
        Tagger tagger = model.tagger();
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        data.forEach(sequence ->
                evaluation.add(sequence.labels(), tagger.tag(sequence).labels()));
        return 100 * evaluation.scores().spans().f1();
    }

    @Test
    void observedFeatures() throws IOException {
        Model model = train(Template.read(folder.resolve("template")), TIGHT, read("train.txt"));

        assertThat(model.weights()).hasSize(456_468);
        assertThat(objective).isLessThanOrEqualTo(8930.39).isCloseTo(8930.39, within(8930.39 * 5e-4));
        assertThat(spanF1(model, read("test.txt"))).isCloseTo(93.65, within(0.1));
    }

    @Test
    void allFeatures() throws IOException {
        Model model = train(Template.read(folder.resolve("template")), TIGHT.withAllFeatures(true), read("train.txt"));

        assertThat(objective).isLessThanOrEqualTo(7705.37).isCloseTo(7705.37, within(7705.37 * 5e-4));
        assertThat(spanF1(model, read("test.txt"))).isCloseTo(93.79, within(0.1));
    }

    @Test
    void crfsuiteAttributesWithL2() throws IOException {
        Model model = train(new GivenAttributes(), TIGHT.withL2(2), crfsuite("train.txt"));

        assertThat(model.weights()).hasSize(452_755);
        assertThat(objective).isCloseTo(13139.36, within(13139.36 * 5e-4));
        assertThat(spanF1(model, crfsuite("test.txt"))).isCloseTo(93.61, within(0.1));
    }

    @Test
    void crfsuiteAttributesWithL1() throws IOException {
        Model model =
                train(new GivenAttributes(), TIGHT.withTolerance(1e-6).withL1(1).withL2(0), crfsuite("train.txt"));

        assertThat(objective).isCloseTo(16889.4, within(16889.4 * 2e-3));
        assertThat(spanF1(model, crfsuite("test.txt"))).isCloseTo(93.68, within(0.15));
    }

    /** The attributes of CRFsuite's example: the template's, but none that look outside; and marks at both ends. */
    private List<Sequence> crfsuite(String name) throws IOException {
        Template template = Template.read(folder.resolve("template"));
        List<Sequence> sequences = new ArrayList<>();
        for (Sequence sequence : read(name)) {
            List<Token> tokens = new ArrayList<>();
            for (int t = 0; t < sequence.length(); t++) {
                List<Attribute> attributes = new ArrayList<>();
                template.extract(sequence, t, new AttributeSink() {
                    @Override
                    public void state(CharSequence attribute, double value) {
                        if (!attribute.toString().contains("_B-")
                                && !attribute.toString().contains("_B+")) {
                            attributes.add(new Attribute(attribute.toString(), value));
                        }
                    }

                    @Override
                    public void transition(CharSequence attribute, double value) {
                        throw new AssertionError("the template has none");
                    }
                });
                if (t == 0) {
                    attributes.add(Attribute.of("__BOS__"));
                }
                if (t == sequence.length() - 1) {
                    attributes.add(Attribute.of("__EOS__"));
                }
                tokens.add(Token.ofAttributes(attributes));
            }
            sequences.add(Sequence.of(tokens, sequence.labels()));
        }
        return sequences;
    }
}
