package org.espalier.train;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.feature.arc.ArcColumns;
import org.espalier.feature.arc.ArcFeatures;
import org.espalier.feature.arc.ArcFilter;
import org.espalier.labelling.tree.Dependencies;
import org.espalier.loss.LossFunction;
import org.espalier.model.ArcPruner;
import org.espalier.model.Model;

/**
 * Learns which arcs a parser of second order need not look at: a parser of first order with few features and without relations, after a few
 * passive–aggressive epochs.
 *
 * <p>Few epochs, because the parser judges the sentences that it learns from, and must not be surer of them than it is of others.
 *
 * @param columns where the words have what it looks at
 * @param epochs how often it sees the data
 * @param most how many heads a word keeps at most
 * @param least the share of the probability of the likeliest head that another one must have
 * @param sharpness by what its scores are multiplied to make probabilities
 * @param threads how many threads read the data
 */
public record ArcPruning(ArcColumns columns, int epochs, int most, double least, double sharpness, int threads)
        implements ArcFilter.Learner {
    private static final String ANY_RELATION = "arc";

    /** As is usual, chosen on the development set of English EWT. */
    public static ArcPruning of(ArcColumns columns) {
        return new ArcPruning(columns, 2, 16, 1e-4, 10, 0);
    }

    /** The same with so many threads; 0 for all. */
    public ArcPruning withThreads(int value) {
        return new ArcPruning(columns, epochs, most, least, sharpness, value);
    }

    @Override
    public ArcFilter learn(Iterable<Sequence> data) {
        List<Sequence> plain = new ArrayList<>();
        for (Sequence sequence : data) {
            plain.add(sequence.withMarks(unlabelled(sequence)));
        }
        TrainingOptions usual = TrainingOptions.DEFAULTS;
        TrainingOptions options = usual.withOnline(usual.online().withEpochs(epochs))
                .withStructure(new Dependencies(true, true))
                .withL2(0)
                .withLearning(LossFunction.LOG, Algorithm.PA)
                .withThreads(threads);
        Model model = new Trainer(ArcFeatures.coarse(columns), options).train(plain);
        return new ArcPruner(model, most, least, sharpness);
    }

    /** The options that decide what is learnt. */
    @Override
    public String toString() {
        return "ArcPruning[epochs=" + epochs + ", most=" + most + ", least=" + least + ", sharpness=" + sharpness + "]";
    }

    private static List<Mark> unlabelled(Sequence sequence) {
        List<Mark> marks = sequence.marks();
        return marks == null
                ? List.of()
                : marks.stream()
                        .map(mark -> new Mark(mark.from(), mark.to(), ANY_RELATION))
                        .toList();
    }
}
