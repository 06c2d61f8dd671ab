package org.espalier.evaluate.errors;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.evaluate.Convention;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.jspecify.annotations.Nullable;

/**
 * Collects the mistakes of taggings, one sequence at a time, in memory that does not grow with their number.
 *
 * <p>{@link #examine} asks the model and may be called by many threads; {@link #add} is for one thread at a time, and the order of its calls is the
 * order of the sequences.
 */
public final class ErrorAnalysis {
    /** How many sequences are kept unless said otherwise. */
    public static final int USUAL_WORST = 10;

    /** A label or type is rare if at most one in so many gold tokens or spans has it. */
    public static final int RARE = 100;

    private static final Comparator<WrongSequence> WORST = Comparator.comparingInt(
                    (WrongSequence wrong) -> -wrong.mistakes().size())
            .thenComparing(Comparator.comparingDouble((WrongSequence wrong) -> known(wrong.gap()))
                    .reversed())
            .thenComparingInt(wrong -> -wrong.wrongTokens())
            .thenComparingLong(WrongSequence::number);

    private final Convention convention;
    private final LabelNotation notation;
    private final MistakeFinder finder;
    private final @Nullable CauseFinder causes;
    private final int most;

    private final PriorityQueue<WrongSequence> worst = new PriorityQueue<>(WORST.reversed());
    private final Map<Kind, Group> groups = new LinkedHashMap<>();
    private final Map<String, Long> golds = new HashMap<>();
    private long sequences;
    private long wrong;
    private long mistakes;

    /** Mistakes that are counted together; the cause may turn out to be a rare label. */
    private record Kind(Mistake.Kind kind, String gold, String predicted, Cause cause) {}

    private static final class Group {
        private final ErrorSummary.Example example;
        private long count;

        Group(ErrorSummary.Example example) {
            this.example = example;
        }
    }

    /** What was found in one sequence. */
    public static final class Examination {
        private final List<String> golds;
        private final @Nullable WrongSequence wrong;

        private Examination(List<String> golds, @Nullable WrongSequence wrong) {
            this.golds = golds;
            this.wrong = wrong;
        }
    }

    /** Of a model, with the convention that suits its labels. */
    public ErrorAnalysis(Model model) {
        this(model, Convention.of(model.scheme()), LabelNotation.DEFAULT, USUAL_WORST);
    }

    /**
     * With all choices.
     *
     * @param model the model to ask for causes, or null when there is none
     * @param most how many sequences are kept
     */
    public ErrorAnalysis(@Nullable Model model, Convention convention, LabelNotation notation, int most) {
        if (most < 0) {
            throw new IllegalArgumentException("most = " + most + "; expected 0 or more");
        }
        this.convention = convention;
        this.notation = notation;
        this.finder = new MistakeFinder(convention, notation);
        this.causes = model == null ? null : new CauseFinder(model, notation);
        this.most = most;
    }

    /** Adds the tagging of a labelled sequence. */
    public void add(Tagging tagging) {
        add(examine(tagging));
    }

    /** Adds labels that were predicted elsewhere, such as by another program; there are no causes then. */
    public void add(Sequence labelled, List<String> predicted) {
        add(examined(labelled, predicted, null));
    }

    /**
     * Looks for mistakes, and asks the model for their causes; safe to call from many threads.
     *
     * @throws IllegalArgumentException when the sequence is not labelled
     */
    public Examination examine(Tagging tagging) {
        return examined(tagging.sequence(), tagging.labels(), tagging);
    }

    private Examination examined(Sequence sequence, List<String> predicted, @Nullable Tagging tagging) {
        List<String> labels = sequence.labels();
        if (labels == null || labels.size() != predicted.size()) {
            throw new IllegalArgumentException((labels == null ? "no gold labels" : labels.size() + " gold labels")
                    + " for " + predicted.size() + " predicted ones; expected one of each per token");
        }
        List<String> gold = notation.judged(labels, predicted);
        List<String> golds = finder.units(gold).stream().map(Span::type).toList();
        int different = 0;
        for (int t = 0; t < gold.size(); t++) {
            different += !notation.isUnknown(gold.get(t)) && !gold.get(t).equals(predicted.get(t)) ? 1 : 0;
        }
        if (different == 0) {
            return new Examination(golds, null);
        }
        CauseFinder asked = tagging == null ? null : causes;
        List<Mistake> found = finder.mistakes(gold, predicted);
        if (asked == null || tagging == null) {
            return new Examination(
                    golds, new WrongSequence(0, sequence, gold, predicted, found, different, Double.NaN));
        }
        List<Mistake> explained = found.stream()
                .map(mistake -> asked.explained(mistake, tagging, gold))
                .toList();
        return new Examination(
                golds, new WrongSequence(0, sequence, gold, predicted, explained, different, asked.gap(tagging, gold)));
    }

    /** Counts what was found in the next sequence. */
    public void add(Examination examination) {
        sequences++;
        examination.golds.forEach(type -> golds.merge(type, 1L, Long::sum));
        if (examination.wrong == null) {
            return;
        }
        WrongSequence next = examination.wrong.numbered(sequences);
        wrong++;
        mistakes += next.mistakes().size();
        for (Mistake mistake : next.mistakes()) {
            Kind kind = new Kind(mistake.kind(), mistake.goldType(), mistake.predictedType(), mistake.cause());
            groups.computeIfAbsent(kind, key -> new Group(new ErrorSummary.Example(next, mistake))).count++;
        }
        worst.add(next);
        if (worst.size() > most) {
            worst.remove();
        }
    }

    /** What was found so far; more can be added afterwards. */
    public ErrorSummary summary() {
        List<WrongSequence> sorted = new ArrayList<>(worst);
        sorted.sort(WORST);
        return new ErrorSummary(
                convention,
                sequences,
                wrong,
                mistakes,
                sorted.stream().map(this::settled).toList(),
                confusions(),
                reasons(),
                notes());
    }

    private List<ErrorSummary.Confusion> confusions() {
        Map<Kind, ErrorSummary.Confusion> merged = new LinkedHashMap<>();
        groups.forEach((kind, group) -> merged.merge(
                new Kind(kind.kind(), kind.gold(), kind.predicted(), Cause.NO_MODEL),
                new ErrorSummary.Confusion(
                        kind.kind(), kind.gold(), kind.predicted(), group.count, settled(group.example)),
                (a, b) -> new ErrorSummary.Confusion(
                        a.kind(), a.gold(), a.predicted(), a.count() + b.count(), a.example())));
        return merged.values().stream()
                .sorted(Comparator.comparingLong(ErrorSummary.Confusion::count).reversed())
                .toList();
    }

    private List<ErrorSummary.Reason> reasons() {
        Map<Cause, ErrorSummary.Reason> merged = new LinkedHashMap<>();
        groups.forEach((kind, group) -> {
            ErrorSummary.Example example = settled(group.example);
            Cause cause = example.mistake().cause();
            merged.merge(
                    cause,
                    new ErrorSummary.Reason(cause, group.count, example),
                    (a, b) -> new ErrorSummary.Reason(cause, a.count() + b.count(), a.example()));
        });
        return merged.values().stream()
                .sorted(Comparator.comparingLong(ErrorSummary.Reason::count).reversed())
                .toList();
    }

    private ErrorSummary.Example settled(ErrorSummary.Example example) {
        return new ErrorSummary.Example(settled(example.sequence()), settled(example.mistake()));
    }

    private WrongSequence settled(WrongSequence sequence) {
        return sequence.withMistakes(
                sequence.mistakes().stream().map(this::settled).toList());
    }

    /** Whether a label is rare is known only now. */
    private Mistake settled(Mistake mistake) {
        boolean decided = mistake.cause() == Cause.UNKNOWN_LABEL || mistake.cause() == Cause.UNKNOWN_WORD;
        if (decided || mistake.gold() == null || !isRare(mistake.goldType())) {
            return mistake;
        }
        return mistake.withCause(
                Cause.RARE_LABEL,
                golds.getOrDefault(mistake.goldType(), 0L) + " of " + units() + " in the gold standard");
    }

    private boolean isRare(String type) {
        return golds.getOrDefault(type, 0L) * RARE <= units();
    }

    private long units() {
        return golds.values().stream().mapToLong(Long::longValue).sum();
    }

    private List<String> notes() {
        if (causes != null) {
            return causes.notes();
        }
        return List.of("without a model, probabilities and causes other than rare labels are unknown");
    }

    /** An unknown gap comes last. */
    private static double known(double gap) {
        return Double.isNaN(gap) ? Double.NEGATIVE_INFINITY : gap;
    }
}
