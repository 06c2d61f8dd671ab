package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.template.Template;
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

    /** Streams the data, so that all of it fits into the 1 GB heap of the tests. */
    private Model train(AttributeExtractor extractor, TrainingOptions options) {
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onFinish(TrainingReport report) {
                objective = report.objective();
            }
        };
        try (SequenceReader reader = Sequences.open(DataOptions.COLUMNS, folder.resolve("train.txt"))) {
            return new Trainer(extractor, options).withListener(listener).train(reader);
        }
    }

    private Template template() throws IOException {
        return Template.read(folder.resolve("template"));
    }

    private double spanF1(Model model) {
        List<Sequence> data = Sequences.read(DataOptions.COLUMNS, folder.resolve("test.txt"));
        Tagger tagger = model.tagger();
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        data.forEach(sequence ->
                evaluation.add(sequence.labels(), tagger.tag(sequence).labels()));
        return 100 * evaluation.scores().spans().f1();
    }

    @Test
    void observedFeatures() throws IOException {
        Model model = train(template(), TIGHT);

        assertThat(model.weights()).hasSize(456_468);
        assertThat(objective).isLessThanOrEqualTo(8930.39).isCloseTo(8930.39, within(8930.39 * 5e-4));
        assertThat(spanF1(model)).isCloseTo(93.65, within(0.1));
    }

    @Test
    void allFeatures() throws IOException {
        Model model = train(template(), TIGHT.withAllFeatures(true));

        assertThat(objective).isLessThanOrEqualTo(7705.37).isCloseTo(7705.37, within(7705.37 * 5e-4));
        assertThat(spanF1(model)).isCloseTo(93.79, within(0.1));
    }

    @Test
    void crfsuiteAttributesWithL2() throws IOException {
        Model model = train(new CrfsuiteExample(template()), TIGHT.withL2(2));

        assertThat(model.weights()).hasSize(452_755);
        assertThat(objective).isCloseTo(13139.36, within(13139.36 * 5e-4));
        assertThat(spanF1(model)).isCloseTo(93.61, within(0.1));
    }

    @Test
    void crfsuiteAttributesWithL1() throws IOException {
        Model model = train(
                new CrfsuiteExample(template()),
                TIGHT.withTolerance(1e-6).withL1(1).withL2(0));

        assertThat(objective).isCloseTo(16889.4, within(16889.4 * 2e-3));
        assertThat(spanF1(model)).isCloseTo(93.68, within(0.15));
    }

    /** The attributes of CRFsuite's example: the template's, but none that look outside; and marks at both ends. */
    private record CrfsuiteExample(Template template) implements AttributeExtractor {

        @Override
        public void extract(Sequence sequence, int position, AttributeSink sink) {
            template.extract(sequence, position, new AttributeSink() {
                @Override
                public void state(CharSequence name, double value) {
                    String text = name.toString();
                    if (!text.contains("_B-") && !text.contains("_B+")) {
                        sink.state(text, value);
                    }
                }

                @Override
                public void transition(CharSequence name, double value) {
                    sink.transition(name, value);
                }
            });
            if (position == 0) {
                sink.state("__BOS__", 1);
            }
            if (position == sequence.length() - 1) {
                sink.state("__EOS__", 1);
            }
        }

        @Override
        public boolean sharedTransitions() {
            return true;
        }

        @Override
        public FeatureDefinition definition() {
            return new FeatureDefinition("crfsuite-example", "", Map.of());
        }
    }
}
