package org.espalier.structure.chain;

import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import org.espalier.data.Tag;
import org.espalier.data.TagScheme;

/**
 * Which labels may follow which, and which may begin and end a sequence.
 *
 * <p>{@link ChainTopology#constrained} composes it with a chain. What it forbids then scores −∞ in every question: best path, n-best list,
 * marginals, samples, training. That is not the same as a step without a weight, which scores 0. Where nothing is left, log Z and the best score
 * are −∞.
 *
 * <p>The first constraint is the validity of a tag scheme: of the labels O, B-X, I-X in the scheme IOB2, I-X may follow B-X and I-X only, and may not
 * begin. Immutable.
 */
public final class StepConstraint {
    private final int labels;
    private final BitSet begins = new BitSet(); // the labels that may not begin
    private final BitSet ends = new BitSet(); // the labels that may not end
    private final BitSet[] steps; // [labels]: the labels that may not follow each

    /** Says whether one label may follow another. */
    @FunctionalInterface
    public interface Step {
        boolean isAllowed(int from, int to);
    }

    private StepConstraint(int labels) {
        this.labels = labels;
        this.steps = new BitSet[labels];
        for (int from = 0; from < labels; from++) {
            steps[from] = new BitSet();
        }
    }

    /** Any constraint on so many labels. */
    public static StepConstraint of(int labels, IntPredicate mayBegin, Step mayFollow, IntPredicate mayEnd) {
        StepConstraint constraint = new StepConstraint(labels);
        for (int label = 0; label < labels; label++) {
            constraint.begins.set(label, !mayBegin.test(label));
            constraint.ends.set(label, !mayEnd.test(label));
            for (int next = 0; next < labels; next++) {
                constraint.steps[label].set(next, !mayFollow.isAllowed(label, next));
            }
        }
        return constraint;
    }

    /** Allows everything. */
    public static StepConstraint none(int labels) {
        return new StepConstraint(labels);
    }

    /**
     * Allows what the scheme allows, and nothing else; a label that the scheme does not know may stand where {@code O} may.
     *
     * @param labels the names of the labels, by their numbers
     */
    public static StepConstraint ofScheme(TagScheme scheme, List<String> labels) {
        Tag[] tags = labels.stream().map(Tag::parse).toArray(Tag[]::new);
        return of(
                tags.length,
                label -> scheme.mayBegin(tags[label]),
                (from, to) -> scheme.mayFollow(tags[from], tags[to]),
                label -> scheme.mayEnd(tags[label]));
    }

    /** Allows what both allow. */
    public StepConstraint and(StepConstraint other) {
        if (other.labels != labels) {
            throw new IllegalArgumentException(
                    "a constraint on " + other.labels + " labels and one on " + labels + " labels");
        }
        return of(
                labels,
                label -> mayBegin(label) && other.mayBegin(label),
                (from, to) -> mayFollow(from, to) && other.mayFollow(from, to),
                label -> mayEnd(label) && other.mayEnd(label));
    }

    public int labels() {
        return labels;
    }

    public boolean mayBegin(int label) {
        return !begins.get(label);
    }

    public boolean mayEnd(int label) {
        return !ends.get(label);
    }

    /** Whether a label may stand right after another. */
    public boolean mayFollow(int from, int to) {
        return !steps[from].get(to);
    }

    /** Whether any label may follow any. */
    public boolean allowsAllSteps() {
        for (BitSet forbidden : steps) {
            if (!forbidden.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Whether nothing is forbidden. */
    public boolean isOpen() {
        return begins.isEmpty() && ends.isEmpty() && allowsAllSteps();
    }

    /**
     * The first position at which labels break the constraint: that of a label that may not begin, that may not follow the one
     * before it, or that may not end; −1 when they keep it.
     */
    public int violation(int... path) {
        for (int t = 0; t < path.length; t++) {
            boolean allowed = t == 0 ? mayBegin(path[0]) : mayFollow(path[t - 1], path[t]);
            if (!allowed || (t == path.length - 1 && !mayEnd(path[t]))) {
                return t;
            }
        }
        return -1;
    }
}
