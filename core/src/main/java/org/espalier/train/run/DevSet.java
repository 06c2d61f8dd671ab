package org.espalier.train.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.evaluate.Scores;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelDecoding;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.MarkDecoding;
import org.espalier.labelling.Marks;
import org.espalier.model.SequenceScorer;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.TwinWeights;
import org.espalier.scoring.VotedWeights;
import org.espalier.structure.Structure;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.GoldLabels;
import org.jspecify.annotations.Nullable;

/** The development set: measures weights on data that they were not learnt from. */
final class DevSet<S extends Structure> implements TrainingProblem.Development {
    private final List<EncodedSequence> sequences = new ArrayList<>();
    private final List<List<String>> gold = new ArrayList<>();
    private final List<Marks> goldMarks = new ArrayList<>(); // where outputs are marks
    private final List<@Nullable Gold> allowed = new ArrayList<>();
    private final Task<S> task;
    private final @Nullable TwinWeights twins; // how weights are spread before they are measured
    private final @Nullable LabelDecoding<S> decoding; // where tokens have labels
    private final @Nullable MarkDecoding<S> marks; // where outputs are marks
    private final Labels labels;
    private final LabelNotation notation;
    private final EarlyStopping.Metric metric;
    private final Normalisation normalisation;
    private final Convention convention;
    private final SortedMap<String, Long> foreign = new TreeMap<>();
    private int unknownLabels;
    private long knownTokens;
    private long foreignTokens;

    /**
     * An empty set.
     *
     * @param twins how the weights of the task become those of all attributes, which need not be together here; or null
     * @param scheme how the training data's labels describe spans
     */
    DevSet(Task<S> task, @Nullable TwinWeights twins, Labels labels, TrainingOptions options, TagScheme scheme) {
        LabelStructure<S> structure = task.labels();
        this.twins = twins;
        this.task = twins == null ? task : new Task<>(structure, structure.scorer(twins.layout()), task.inference());
        this.decoding = structure.hasMarks() ? null : structure.decoding(task.inference(), structure.usualDecoder());
        this.marks = structure.hasMarks() ? structure.markDecoding(task.inference(), structure.usualDecoder()) : null;
        this.labels = labels;
        this.notation = options.notation();
        this.metric = options.earlyStopping().metric();
        this.normalisation = options.normalisation();
        this.convention = Convention.of(scheme);
    }

    void add(Encoder encoder, Sequence sequence) {
        if (task.labels().hasMarks()) {
            addMarked(encoder, sequence);
            return;
        }
        List<String> names = sequence.labels();
        if (names == null) {
            throw new DataFormatException(
                    sequence.location(), "the sequence has no labels; a development set needs a label for every token");
        }
        if (sequence.length() == 0) {
            return;
        }
        List<List<String>> alternatives = GoldLabels.alternatives(notation, sequence, names);
        AllowedStates states = states(alternatives);
        unknownLabels += states == null ? 1 : 0;
        for (int t = 0; t < alternatives.size(); t++) {
            List<String> set = alternatives.get(t);
            boolean known = set.stream().anyMatch(name -> labels.indexOf(name) >= 0);
            if (!known && !set.isEmpty()) {
                foreignTokens++;
                foreign.merge(names.get(t), 1L, Long::sum);
            }
            knownTokens += known && (states != null || metric != EarlyStopping.Metric.LOSS) ? 1 : 0;
        }
        sequences.add(encoder.encode(sequence));
        gold.add(names);
        allowed.add(states == null ? null : Gold.of(states));
    }

    /** A mark whose label does not occur in the training data keeps the number −1, and cannot be found. */
    private void addMarked(Encoder encoder, Sequence sequence) {
        List<Mark> known = sequence.marks();
        if (known == null) {
            throw new DataFormatException(
                    sequence.location(), "the sequence has no tree; a development set needs one for every sequence");
        }
        if (sequence.length() == 0) {
            return;
        }
        int[] numbers = new int[3 * known.size()];
        boolean isForeign = false;
        for (int k = 0; k < known.size(); k++) {
            Mark mark = known.get(k);
            int label = labels.indexOf(mark.label());
            numbers[3 * k] = mark.from();
            numbers[3 * k + 1] = mark.to();
            numbers[3 * k + 2] = label;
            isForeign |= label < 0;
            if (label < 0) {
                foreignTokens++;
                foreign.merge(mark.label(), 1L, Long::sum);
            }
            knownTokens += label >= 0 ? 1 : 0;
        }
        unknownLabels += isForeign ? 1 : 0;
        sequences.add(encoder.encode(sequence));
        gold.add(List.of());
        int[] @Nullable [] any = new int[sequence.length()] @Nullable [];
        goldMarks.add(Marks.of(numbers));
        allowed.add(isForeign ? null : new Gold(AllowedStates.of(any), Marks.of(numbers)));
    }

    /** The allowed states, or null when a label does not occur in the training data. */
    private @Nullable AllowedStates states(List<List<String>> alternatives) {
        int[] @Nullable [] sets = new int[alternatives.size()] @Nullable [];
        for (int t = 0; t < sets.length; t++) {
            int[] set = alternatives.get(t).stream()
                    .mapToInt(labels::indexOf)
                    .distinct()
                    .toArray();
            for (int state : set) {
                if (state < 0) {
                    return null;
                }
            }
            sets[t] = set.length == 0 ? null : set;
        }
        return AllowedStates.of(sets);
    }

    /** What is measured. */
    EarlyStopping.Metric measured() {
        boolean plain = metric == EarlyStopping.Metric.F1 && convention.equals(Convention.PLAIN) && marks == null;
        return plain ? EarlyStopping.Metric.ACCURACY : metric;
    }

    @Override
    public int size() {
        return sequences.size();
    }

    /** Tokens with a label that the training data have: without any, all weights look the same. */
    long knownTokens() {
        return knownTokens;
    }

    /** Sequences with a label that the training data do not have: the loss leaves them out, F1 counts them as errors. */
    int unknownLabels() {
        return unknownLabels;
    }

    /** Tokens with a label that the training data do not have, so that no weights can get them right. */
    long foreignTokens() {
        return foreignTokens;
    }

    /** The labels that the training data do not have. */
    Set<String> foreignLabels() {
        return foreign.keySet();
    }

    /** Higher is better for all metrics here: the loss is negated. */
    @Override
    public double score(double[] weights, @Nullable VotedWeights votes) {
        double[] all = twins == null ? weights : twins.spread(weights);
        SequenceScorer<S> scored = SequenceScorer.of(task.scorer(), task.labels(), all, normalisation, votes);
        return metric == EarlyStopping.Metric.LOSS ? -meanLoss(scored) : rightness(scored);
    }

    private double meanLoss(SequenceScorer<S> scored) {
        double loss = 0;
        long tokens = 0;
        for (int n = 0; n < sequences.size(); n++) {
            Gold right = allowed.get(n);
            if (right != null) {
                S structure = scored.score(sequences.get(n));
                double free = task.inference().logSum(structure, scored.workspace());
                task.labels()
                        .supervision(right, structure)
                        .forbid(structure, scored.workspace().scores());
                double clamped = task.inference().logSum(structure, scored.workspace());
                if (clamped > Double.NEGATIVE_INFINITY) { // else the structure cannot have these labels, whatever the
                    // weights
                    loss += free - clamped;
                    tokens += structure.length();
                }
            }
        }
        return tokens == 0 ? 0 : loss / tokens;
    }

    private double rightness(SequenceScorer<S> scored) {
        if (decoding == null) {
            return rightMarks(scored);
        }
        Evaluation evaluation = new Evaluation(convention, notation);
        for (int n = 0; n < sequences.size(); n++) {
            S structure = scored.score(sequences.get(n));
            int[] found = new int[structure.length()];
            decoding.decode(structure, scored.workspace(), found);
            List<String> predicted = new ArrayList<>(found.length);
            for (int label : found) {
                predicted.add(labels.name(label));
            }
            evaluation.add(gold.get(n), predicted);
        }
        Scores scores = evaluation.scores();
        boolean spans = metric == EarlyStopping.Metric.F1 && scores.spans().gold() > 0;
        return spans ? scores.spans().f1() : scores.tokenAccuracy();
    }

    /** The harmonic mean of precision and recall of marks: of a dependency tree, the labelled attachment score. */
    private double rightMarks(SequenceScorer<S> scored) {
        MarkDecoding<S> reading = Objects.requireNonNull(marks);
        long right = 0;
        long all = 0;
        for (int n = 0; n < sequences.size(); n++) {
            S structure = scored.score(sequences.get(n));
            Marks found = reading.best(structure, scored.workspace()).marks();
            right += goldMarks.get(n).common(found);
            all += goldMarks.get(n).size() + found.size();
        }
        return all == 0 ? 0 : 2.0 * right / all;
    }
}
