package org.espalier.train.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
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
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelDecoding;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.MarkDecoding;
import org.espalier.labelling.Marks;
import org.espalier.model.SequenceScorer;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.TwinWeights;
import org.espalier.scoring.VotedWeights;
import org.espalier.structure.Structure;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.GoldLabels;
import org.jspecify.annotations.Nullable;

/** The development set: measures weights on data that they were not learnt from. */
public final class DevSet<S extends Structure> implements TrainingProblem.Development {

    /** Scores the sequences of the set with some weights. */
    public interface Scoring<S extends Structure> {

        /**
         * Scores a sequence; returns its structure.
         *
         * @param number counts the sequences of the set that have tokens
         */
        S score(int number, EncodedSequence sequence);

        /** Where it is scored. */
        Workspace workspace();
    }

    private static final int MOST_NAMED = 10;

    private final List<EncodedSequence> sequences = new ArrayList<>();
    private final List<List<String>> gold = new ArrayList<>();
    private final List<Marks> goldMarks = new ArrayList<>(); // where outputs are marks
    private final List<@Nullable Gold> allowed = new ArrayList<>();
    private final LabelStructure<S> structure;
    private final Inference<S> inference;
    private final Function<double[], Scoring<S>> scoring; // where scores are not linear
    private final @Nullable LinearScorer<S> scorer; // null where scores are not linear
    private final @Nullable TwinWeights twins; // how weights are spread before they are measured
    private final @Nullable LabelDecoding<S> decoding; // where tokens have labels
    private final @Nullable MarkDecoding<S> marks; // where outputs are marks
    private final Labels labels;
    private final LabelNotation notation;
    private final EarlyStopping.Metric metric;
    private final Normalisation normalisation;
    private final Convention convention;
    private final SortedMap<String, Long> foreign = new TreeMap<>();
    private boolean isAsked; // whether there are sequences, with tokens or without
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
        this(
                task.labels(),
                task.inference(),
                labels,
                options,
                scheme,
                twins,
                twins == null ? task.scorer() : task.labels().scorer(twins.layout()),
                any -> {
                    throw new IllegalStateException("the scores are linear");
                });
    }

    /**
     * An empty set whose sequences are scored in a way of their own, such as by a network.
     *
     * @param scheme how the training data's labels describe spans
     * @param scoring scores with some weights
     */
    public DevSet(
            LabelStructure<S> structure,
            Inference<S> inference,
            Labels labels,
            TrainingOptions options,
            TagScheme scheme,
            Function<double[], Scoring<S>> scoring) {
        this(structure, inference, labels, options, scheme, null, null, scoring);
    }

    private DevSet(
            LabelStructure<S> structure,
            Inference<S> inference,
            Labels labels,
            TrainingOptions options,
            TagScheme scheme,
            @Nullable TwinWeights twins,
            @Nullable LinearScorer<S> scorer,
            Function<double[], Scoring<S>> scoring) {
        this.twins = twins;
        this.structure = structure;
        this.inference = inference;
        this.scorer = scorer;
        this.scoring = scoring;
        this.decoding = structure.hasMarks() ? null : structure.decoding(inference, structure.usualDecoder());
        this.marks = structure.hasMarks() ? structure.markDecoding(inference, structure.usualDecoder()) : null;
        this.labels = labels;
        this.notation = options.notation();
        this.metric = options.earlyStopping().metric();
        this.normalisation = options.normalisation();
        this.convention = Convention.of(scheme);
    }

    /** Adds a labelled sequence, unless it has no tokens. */
    public void add(Encoder encoder, Sequence sequence) {
        isAsked = true;
        if (structure.hasMarks()) {
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

    /**
     * Tells the listener what is measured, and what cannot be.
     *
     * @throws TrainingException when nothing can be measured
     */
    public void check(TrainingListener listener) {
        if (isAsked && knownTokens == 0) {
            throw new TrainingException(
                    "no label of the development set occurs in the training data, so nothing can be measured on it"
                            + (foreignTokens == 0
                                    ? ""
                                    : ": found " + some(foreign.keySet()) + ", expected labels such as "
                                            + some(new TreeSet<>(labels.names()))
                                            + "; is the label in the same column in both?"));
        }
        listener.onMetric(measured());
        if (unknownLabels > 0) {
            listener.onWarning(unknownLabels
                    + " sequences of the development set have labels that do not occur in the training data and cannot"
                    + " be predicted: " + foreignTokens + " tokens with "
                    + some(foreign.keySet())
                    + ", beside " + knownTokens + " that can be measured");
        }
    }

    private static String some(Set<String> labels) {
        return String.join(", ", labels.stream().limit(MOST_NAMED).toList())
                + (labels.size() > MOST_NAMED ? ", ..." : "");
    }

    /** What is measured. */
    public EarlyStopping.Metric measured() {
        boolean plain = metric == EarlyStopping.Metric.F1 && convention.equals(Convention.PLAIN) && marks == null;
        return plain ? EarlyStopping.Metric.ACCURACY : metric;
    }

    @Override
    public int size() {
        return sequences.size();
    }

    /** Higher is better for all metrics here: the loss is negated. */
    @Override
    public double score(double[] weights, @Nullable VotedWeights votes) {
        double[] all = twins == null ? weights : twins.spread(weights);
        Scoring<S> scored = scorer == null
                ? scoring.apply(all)
                : linear(SequenceScorer.of(scorer, structure, all, normalisation, votes));
        return metric == EarlyStopping.Metric.LOSS ? -meanLoss(scored) : rightness(scored);
    }

    private static <S extends Structure> Scoring<S> linear(SequenceScorer<S> scored) {
        return new Scoring<>() {
            @Override
            public S score(int number, EncodedSequence sequence) {
                return scored.score(sequence);
            }

            @Override
            public Workspace workspace() {
                return scored.workspace();
            }
        };
    }

    private double meanLoss(Scoring<S> scored) {
        double loss = 0;
        long tokens = 0;
        for (int n = 0; n < sequences.size(); n++) {
            Gold right = allowed.get(n);
            if (right != null) {
                S shape = scored.score(n, sequences.get(n));
                double free = inference.logSum(shape, scored.workspace());
                structure
                        .supervision(right, shape)
                        .forbid(shape, scored.workspace().scores());
                double clamped = inference.logSum(shape, scored.workspace());
                if (clamped > Double.NEGATIVE_INFINITY) { // else the structure cannot have these labels, whatever the
                    // weights
                    loss += free - clamped;
                    tokens += shape.length();
                }
            }
        }
        return tokens == 0 ? 0 : loss / tokens;
    }

    private double rightness(Scoring<S> scored) {
        if (decoding == null) {
            return rightMarks(scored);
        }
        Evaluation evaluation = new Evaluation(convention, notation);
        for (int n = 0; n < sequences.size(); n++) {
            S shape = scored.score(n, sequences.get(n));
            int[] found = new int[shape.length()];
            decoding.decode(shape, scored.workspace(), found);
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
    private double rightMarks(Scoring<S> scored) {
        MarkDecoding<S> reading = Objects.requireNonNull(marks);
        long right = 0;
        long all = 0;
        for (int n = 0; n < sequences.size(); n++) {
            S shape = scored.score(n, sequences.get(n));
            Marks found = reading.best(shape, scored.workspace()).marks();
            right += goldMarks.get(n).common(found);
            all += goldMarks.get(n).size() + found.size();
        }
        return all == 0 ? 0 : 2.0 * right / all;
    }
}
