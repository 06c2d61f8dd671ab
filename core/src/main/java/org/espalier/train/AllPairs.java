package org.espalier.train;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.PairAttributes;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;

/**
 * Classifies with one binary classifier per pair of labels; any trainer may be the binary learner.
 *
 * <p>The K(K−1)/2 weight vectors are those of one {@link Model}, where they stand as the features of {@link PairAttributes}; the label
 * is found by votes or by coupled probabilities, see {@link org.espalier.scoring.BinaryNormalisation}. Tokens whose label is not known
 * take no part. Each training sees the data of its two labels only.
 *
 * @param binary trains each of the binary classifiers; its listener hears of each training, a development set serves each
 * @param coupled whether the probabilities of the pairs are coupled to probabilities of the labels; otherwise each pair has a vote
 */
public record AllPairs(Trainer binary, boolean coupled) implements Learner {

    @Override
    public String name() {
        return coupled ? "all-pairs" : "all-pairs-votes";
    }

    /** That of every binary classifier. */
    @Override
    public Map<String, Object> provenance() {
        return binary.provenance();
    }

    @Override
    public Learner withListener(TrainingListener listener) {
        return new AllPairs(binary.withListener(listener), coupled);
    }

    @Override
    public Learner withStop(BooleanSupplier stop) {
        return new AllPairs(binary.withStop(stop), coupled);
    }

    @Override
    public Learner withDev(List<Sequence> dev) {
        return new AllPairs(binary.withDev(dev), coupled);
    }

    /** Trains on labelled data, in which every token counts by itself. */
    @Override
    public Model train(Iterable<Sequence> data) {
        BinaryProblems problems = new BinaryProblems(binary, data, "all-pairs");
        Labels labels = problems.labels();
        for (int i = 0; i < labels.size(); i++) {
            for (int j = i + 1; j < labels.size(); j++) {
                String first = labels.name(i);
                String second = labels.name(j);
                problems.train(
                        i * labels.size() + j,
                        label -> label.equals(first)
                                ? BinaryProblems.POSITIVE
                                : label.equals(second) ? BinaryProblems.NEGATIVE : BinaryProblems.NOTATION.unknown());
            }
        }
        int[] shared = new int[labels.size() * labels.size()];
        Arrays.fill(shared, -1);
        BinaryProblems.Stacked stacked = problems.stack(shared.length);
        ParameterLayout layout =
                new ParameterLayout(labels.size(), FeatureLists.complete(0, labels.size()), shared, stacked.lists());
        return new Model(
                labels,
                new Encoder(
                        new PairAttributes(problems.extractor()),
                        false,
                        new Vocabulary.Builder().build(),
                        stacked.attributes()),
                layout,
                stacked.weights(),
                problems.columns(),
                problems.provenance(coupled ? "all-pairs, coupled" : "all-pairs, votes"),
                FileForm.PLAIN,
                coupled ? Normalisation.COUPLED : Normalisation.VOTES);
    }
}
