package org.espalier.labelling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.Labels;
import org.espalier.data.Tag;
import org.espalier.data.TagScheme;
import org.espalier.data.TagScheme.Role;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.StateMap;
import org.espalier.structure.chain.StepConstraint;
import org.jspecify.annotations.Nullable;

/**
 * The labels of the data (outside) and the labels of IOBES that a model learns (inside): which inside label each outside one may be.
 *
 * <pre>
 *   IOB2   O ← O    B-X ← S-X, B-X    I-X ← I-X, E-X
 *   IOE2   O ← O    E-X ← S-X, E-X    I-X ← B-X, I-X
 * </pre>
 *
 * Valid labels outside are valid labels inside, one to one, because both tell the same spans. The inside labels of an outside label stand together, in the
 * order of the outside labels, so that further outside labels add inside labels at the end. Immutable.
 */
final class SpanRoles {
    private final Labels inside;
    private final StateMap map;
    private final StepConstraint valid;

    private SpanRoles(Labels inside, StateMap map) {
        this.inside = inside;
        this.map = map;
        this.valid = StepConstraint.ofScheme(TagScheme.IOBES, inside.names());
    }

    /**
     * The roles of the labels of a scheme.
     *
     * @throws IllegalArgumentException when the scheme is not IOB2 or IOE2
     */
    static SpanRoles of(Labels outside, TagScheme scheme) {
        if (scheme != TagScheme.IOB2 && scheme != TagScheme.IOE2) {
            throw new IllegalArgumentException(
                    "the labels follow "
                            + (scheme == TagScheme.NONE ? "no tag scheme" : "the scheme " + scheme)
                            + "; only labels in IOB2 or IOE2 can be learnt as IOBES. Leave --learn-scheme out, or convert the labels");
        }
        List<String> names = new ArrayList<>();
        List<Integer> labelOf = new ArrayList<>();
        for (int label = 0; label < outside.size(); label++) {
            Tag tag = Tag.parse(outside.name(label));
            for (String prefix : prefixes(scheme, scheme.role(outside.name(label)))) {
                names.add(prefix.isEmpty() ? outside.name(label) : new Tag(prefix, tag.type()).label());
                labelOf.add(label);
            }
        }
        int[] states = labelOf.stream().mapToInt(Integer::intValue).toArray();
        return new SpanRoles(Labels.of(names), StateMap.of(outside.size(), states));
    }

    /** The prefixes in IOBES; an empty one where the label stays as it is. */
    private static List<String> prefixes(TagScheme scheme, Role role) {
        return switch (role) {
            case BEGIN -> List.of("S", "B"); // of IOB2
            case END -> List.of("S", "E"); // of IOE2
            case INSIDE -> scheme == TagScheme.IOB2 ? List.of("I", "E") : List.of("B", "I");
            case SINGLE, OUTSIDE, UNKNOWN -> List.of("");
        };
    }

    /** The labels that the model learns. */
    Labels inside() {
        return inside;
    }

    /** Which outside label each inside label is. */
    StateMap map() {
        return map;
    }

    /** The inside labels that outside labels allow; a single one everywhere where they are a valid labelling. */
    AllowedStates inside(AllowedStates outside) {
        int[] path = outside.isPath() ? path(outside.onlyPath()) : null;
        return path == null ? map.states(outside) : AllowedStates.path(path);
    }

    /** The only valid inside labels of outside labels, or null when there are none. */
    int @Nullable [] path(int[] outside) {
        int length = outside.length;
        int[][] before = new int[length][inside.size()];
        boolean[] reached = new boolean[inside.size()];
        for (int t = 0; t < length; t++) {
            boolean[] now = new boolean[inside.size()];
            for (int to = 0; to < now.length; to++) {
                if (map.label(to) != outside[t] || (t == length - 1 && !valid.mayEnd(to))) {
                    continue;
                }
                if (t == 0) {
                    now[to] = valid.mayBegin(to);
                    continue;
                }
                for (int from = 0; from < now.length; from++) {
                    if (reached[from] && valid.mayFollow(from, to)) {
                        now[to] = true;
                        before[t][to] = from;
                    }
                }
            }
            reached = now;
        }
        int last = -1;
        for (int s = 0; s < reached.length && length > 0; s++) {
            last = reached[s] ? s : last;
        }
        if (last < 0 && length > 0) {
            return null;
        }
        int[] path = new int[length];
        for (int t = length - 1; t >= 0; t--) {
            path[t] = last;
            last = before[t][last];
        }
        return path;
    }

    /** The outside labels, written over the inside ones. */
    void outside(int[] labels, int length) {
        Arrays.setAll(labels, t -> t < length ? map.label(labels[t]) : labels[t]);
    }

    /** A constraint on outside labels, as one on inside labels. */
    StepConstraint inside(StepConstraint outside) {
        return StepConstraint.of(
                inside.size(),
                label -> outside.mayBegin(map.label(label)),
                (from, to) -> outside.mayFollow(map.label(from), map.label(to)),
                label -> outside.mayEnd(map.label(label)));
    }
}
