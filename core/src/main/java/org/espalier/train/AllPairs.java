package org.espalier.train;

import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.labelling.chain.PairLabels;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.scoring.Normalisation;

/**
 * Classifies with one binary classifier per pair of labels; any trainer may be the binary learner.
 *
 * <p>The K(K−1)/2 weight vectors are those of one {@link Model}, where they are the family of {@link PairLabels}; the label
 * is found by votes or by coupled probabilities, see {@link org.espalier.scoring.BinaryNormalisation}. Tokens whose label is unknown
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
        PairLabels pairs = PairLabels.of(labels.size());
        for (int i = 0; i < labels.size(); i++) {
            for (int j = i + 1; j < labels.size(); j++) {
                String first = labels.name(i);
                String second = labels.name(j);
                problems.train(
                        pairs.pair(i, j),
                        label -> label.equals(first)
                                ? BinaryProblems.POSITIVE
                                : label.equals(second) ? BinaryProblems.NEGATIVE : BinaryProblems.NOTATION.unknown());
            }
        }
        BinaryProblems.Stacked stacked = problems.stack(pairs.pairs());
        return new Model(
                labels,
                new Encoder(problems.extractor(), false, stacked.attributes(), new Vocabulary.Builder().build()),
                pairs.layout(stacked.lists()),
                stacked.weights(),
                problems.columns(),
                problems.provenance(coupled ? "all-pairs, coupled" : "all-pairs, votes"),
                FileForm.PLAIN,
                coupled ? Normalisation.COUPLED : Normalisation.VOTES,
                pairs);
    }
}
