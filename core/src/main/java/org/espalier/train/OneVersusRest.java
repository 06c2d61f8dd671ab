package org.espalier.train;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;

/**
 * Classifies with one binary classifier per label, which separates it from all others; any trainer may be the binary learner.
 *
 * <p>The K weight vectors are those of one linear {@link Model}: the label with the highest score is predicted, and the probabilities are
 * σ(score) divided by their sum, see {@link Normalisation#ONE_VERSUS_REST}. Tokens whose label is unknown take no part. K trainings,
 * each on all of the data.
 *
 * <pre>{@code
 * Model model = new OneVersusRest(new Trainer(new GivenAttributes(), TrainingOptions.DEFAULTS)).train(data);
 * }</pre>
 *
 * @param binary trains each of the binary classifiers; its listener hears of each training, a development set serves each
 */
public record OneVersusRest(Trainer binary) implements Learner {

    @Override
    public String name() {
        return "one-vs-rest";
    }

    /** That of every binary classifier. */
    @Override
    public Map<String, Object> provenance() {
        return binary.provenance();
    }

    @Override
    public Learner withListener(TrainingListener listener) {
        return new OneVersusRest(binary.withListener(listener));
    }

    @Override
    public Learner withStop(BooleanSupplier stop) {
        return new OneVersusRest(binary.withStop(stop));
    }

    @Override
    public Learner withDev(List<Sequence> dev) {
        return new OneVersusRest(binary.withDev(dev));
    }

    /** Trains on labelled data, in which every token counts by itself. */
    @Override
    public Model train(Iterable<Sequence> data) {
        BinaryProblems problems = new BinaryProblems(binary, data, "one-vs-rest");
        Labels labels = problems.labels();
        for (int k = 0; k < labels.size(); k++) {
            String name = labels.name(k);
            problems.train(k, label -> label.equals(name) ? BinaryProblems.POSITIVE : BinaryProblems.NEGATIVE);
        }
        BinaryProblems.Stacked stacked = problems.stack(labels.size());
        int[] shared = new int[labels.size() * labels.size()];
        Arrays.fill(shared, -1);
        ParameterLayout layout =
                new ParameterLayout(labels.size(), stacked.lists(), shared, FeatureLists.complete(0, shared.length));
        return new Model(
                labels,
                new Encoder(problems.extractor(), false, stacked.attributes(), new Vocabulary.Builder().build()),
                layout,
                stacked.weights(),
                problems.columns(),
                problems.provenance("one-vs-rest"),
                FileForm.PLAIN,
                Normalisation.ONE_VERSUS_REST);
    }
}
