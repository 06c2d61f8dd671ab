package org.espalier.labelling;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Labels;
import org.espalier.data.TagScheme;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.structure.Structure;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.StepConstraint;
import org.jspecify.annotations.Nullable;

/**
 * A structure whose labels always follow the tag scheme of the data: {@code O I-X} has no probability, in training, in the best labels, in n-best
 * lists, in marginals and in samples.
 *
 * @param structure the structure without the constraint
 */
public record ValidLabels(StructureSpec structure) implements StructureSpec {

    /** The structure with the constraint that a scheme is; the same one where the scheme says nothing, or labels are valid in any case. */
    public static <S extends Structure> LabelStructure<S> of(
            LabelStructure<S> structure, Labels labels, TagScheme scheme) {
        return scheme == TagScheme.NONE || structure.isAlwaysValid()
                ? structure
                : structure.constrained(StepConstraint.ofScheme(scheme, labels.names()));
    }

    @Override
    public LabelStructure<?> settle(LabelData data) {
        if (data.scheme() != TagScheme.NONE) {
            StepConstraint constraint =
                    StepConstraint.ofScheme(data.scheme(), data.labels().names());
            int[] count = {0};
            data.forEach(gold -> require(constraint, gold.labels(), data, count[0]++));
        }
        return of(structure.settle(data), data.labels(), data.scheme());
    }

    @Override
    public @Nullable String idle(LabelData data, LabelStructure<?> settled) {
        String effect = ": asking for valid labels (--valid-labels) has no effect";
        if (data.scheme() == TagScheme.NONE) {
            return "the labels follow no tag scheme" + effect;
        }
        if (settled.isAlwaysValid()) {
            return (structure instanceof LearnScheme ? "learning another scheme (--learn-scheme)" : describe())
                    + " gives valid labels in any case" + effect;
        }
        boolean open =
                StepConstraint.ofScheme(data.scheme(), data.labels().names()).isOpen();
        return open
                ? "the scheme " + data.scheme() + " lets these labels follow each other in any order" + effect
                : null;
    }

    /** Some labelling that the data allow must keep the constraint; else the sequence could not be learnt. */
    private static void require(StepConstraint constraint, AllowedStates gold, LabelData data, int number) {
        int labels = constraint.labels();
        boolean[] before = new boolean[labels];
        for (int t = 0; t < gold.length(); t++) {
            boolean[] now = new boolean[labels];
            boolean any = false;
            for (int label = 0; label < labels; label++) {
                now[label] = gold.allows(t, label)
                        && (t < gold.length() - 1 || constraint.mayEnd(label))
                        && (t == 0 ? constraint.mayBegin(label) : mayFollow(constraint, before, label));
                any |= now[label];
            }
            if (!any) {
                throw new DataFormatException(
                        data.location(number),
                        "the label "
                                + name(gold, t, data) + " of token " + (t + 1) + " of the sequence "
                                + (t == 0 ? "may not begin" : "may not follow " + name(gold, t - 1, data))
                                + (t == gold.length() - 1 ? " as the last one" : "") + " in the scheme " + data.scheme()
                                + "; correct it, or train without --valid-labels");
            }
            before = now;
        }
    }

    private static boolean mayFollow(StepConstraint constraint, boolean[] before, int label) {
        for (int from = 0; from < before.length; from++) {
            if (before[from] && constraint.mayFollow(from, label)) {
                return true;
            }
        }
        return false;
    }

    private static String name(AllowedStates gold, int t, LabelData data) {
        int only = gold.onlyState(t);
        return only < 0 ? "?" : "'" + data.labels().name(only) + "'";
    }

    @Override
    public StructureSpec with(String number, int value) {
        return new ValidLabels(structure.with(number, value));
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>(structure.provenance());
        map.put("validLabels", true);
        return map;
    }

    @Override
    public String describe() {
        return structure.describe();
    }

    @Override
    public boolean hidesStates() {
        return structure.hidesStates();
    }

    @Override
    public PairPlaces pairPlaces() {
        return structure.pairPlaces();
    }

    /** The losses that judge one token after the other know no forbidden steps. */
    @Override
    public boolean isPlainChain() {
        return false;
    }
}
