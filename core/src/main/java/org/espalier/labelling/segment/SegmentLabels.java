package org.espalier.labelling.segment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Tag;
import org.espalier.data.TagScheme;
import org.espalier.inference.segment.TokenMarginals;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.segment.GoldSegments;
import org.espalier.structure.segment.Segment;
import org.espalier.structure.segment.Segments;

/**
 * The labels of segments that belong to labels of tokens.
 *
 * <p>With a {@link TagScheme}, {@code B-X} and {@code I-X} are one label of segments, X. A label outside, which is {@code O} or one that
 * the scheme does not know, is a label of segments too; such segments have one token. Without a scheme every label is one of
 * segments, and a run of the same label is one segment; {@code O} again has segments of one token only.
 *
 * <p>Labels that break the scheme are read as {@link TagScheme#decode} reads them: a token that continues nothing begins a segment.
 * Whether token t continues the segment before it depends on the labels of t − 1 and t only. Immutable.
 */
public final class SegmentLabels {
    /** Where a label has no such role, another of the same type says it best. */
    private static final Map<TagScheme.Role, List<TagScheme.Role>> SUBSTITUTES = Map.of(
            TagScheme.Role.BEGIN, List.of(TagScheme.Role.INSIDE, TagScheme.Role.SINGLE, TagScheme.Role.END),
            TagScheme.Role.INSIDE, List.of(TagScheme.Role.BEGIN, TagScheme.Role.END, TagScheme.Role.SINGLE),
            TagScheme.Role.END, List.of(TagScheme.Role.INSIDE, TagScheme.Role.SINGLE, TagScheme.Role.BEGIN),
            TagScheme.Role.SINGLE, List.of(TagScheme.Role.BEGIN, TagScheme.Role.END, TagScheme.Role.INSIDE));

    private final List<String> labels;
    private final TagScheme scheme;
    private final List<String> names; // of the labels of segments
    private final int[] typeOf; // [labels]: the label of segments
    private final TagScheme.Role[] roleOf; // [labels]; UNKNOWN for every plain label but O
    private final boolean[] outside; // [names]: segments have one token
    private final int[][] labelOf; // [names][roles]: the label of a token

    private SegmentLabels(
            List<String> labels,
            TagScheme scheme,
            List<String> names,
            int[] typeOf,
            TagScheme.Role[] roleOf,
            boolean[] outside) {
        this.labels = labels;
        this.scheme = scheme;
        this.names = names;
        this.typeOf = typeOf;
        this.roleOf = roleOf;
        this.outside = outside;
        this.labelOf = new int[names.size()][TagScheme.Role.values().length];
        for (int y = 0; y < names.size(); y++) {
            for (TagScheme.Role role : TagScheme.Role.values()) {
                labelOf[y][role.ordinal()] = find(y, role);
            }
        }
    }

    /**
     * The labels of segments, in the order in which they appear.
     *
     * @param labels the labels of tokens, each once
     */
    public static SegmentLabels of(List<String> labels, TagScheme scheme) {
        if (labels.isEmpty()) {
            throw new IllegalArgumentException("no labels; expected at least one");
        }
        Map<String, Integer> numbers = new LinkedHashMap<>(); // a type may have the name of a label outside
        List<String> names = new ArrayList<>();
        int[] typeOf = new int[labels.size()];
        TagScheme.Role[] roleOf = new TagScheme.Role[labels.size()];
        boolean[] outside = new boolean[labels.size()];
        for (int label = 0; label < typeOf.length; label++) {
            String name = labels.get(label);
            roleOf[label] = scheme.role(name);
            boolean isOutside = roleOf[label] == TagScheme.Role.OUTSIDE
                    || (roleOf[label] == TagScheme.Role.UNKNOWN && scheme != TagScheme.NONE);
            boolean isWhole = isOutside || scheme == TagScheme.NONE;
            String type = isWhole ? name : Tag.parse(name).type();
            Integer number = numbers.putIfAbsent((isWhole ? "=" : "-") + type, names.size());
            if (number == null) {
                number = names.size();
                names.add(type);
            }
            typeOf[label] = number;
            outside[number] = isOutside;
        }
        return new SegmentLabels(
                List.copyOf(labels), scheme, List.copyOf(names), typeOf, roleOf, Arrays.copyOf(outside, names.size()));
    }

    /** The label with a type and a role, or the one that comes nearest. */
    private int find(int type, TagScheme.Role role) {
        List<TagScheme.Role> wanted = new ArrayList<>(List.of(role));
        wanted.addAll(SUBSTITUTES.getOrDefault(role, List.of()));
        for (TagScheme.Role substitute : wanted) {
            for (int label = 0; label < typeOf.length; label++) {
                if (typeOf[label] == type && roleOf[label] == substitute) {
                    return label;
                }
            }
        }
        for (int label = 0; ; label++) { // plain, or outside
            if (typeOf[label] == type) {
                return label;
            }
        }
    }

    /** The labels of tokens. */
    public List<String> labels() {
        return labels;
    }

    public TagScheme scheme() {
        return scheme;
    }

    /** The labels of segments: types, labels outside, or plain labels. A type without a name is empty. */
    public List<String> names() {
        return names;
    }

    /** How many labels of segments there are. */
    public int size() {
        return names.size();
    }

    /** Whether segments with this label have one token, because it says that the token is in no span. */
    public boolean isOutside(int type) {
        return outside[type];
    }

    /** The label of the segment that a token with this label is in. */
    public int type(int label) {
        return typeOf[label];
    }

    TagScheme.Role role(int label) {
        return roleOf[label];
    }

    /** Whether a token with the second label continues the segment of a token with the first one right before it. */
    boolean continues(int before, int label) {
        if (typeOf[before] != typeOf[label] || outside[typeOf[label]]) {
            return false;
        }
        return scheme == TagScheme.NONE
                || (isOpen(roleOf[before])
                        && (roleOf[label] == TagScheme.Role.INSIDE || roleOf[label] == TagScheme.Role.END));
    }

    private static boolean isOpen(TagScheme.Role role) {
        return role == TagScheme.Role.BEGIN || role == TagScheme.Role.INSIDE;
    }

    /** The segments of a sequence whose labels are all known // [T]. */
    public List<Segment> segments(int[] path) {
        List<Segment> segments = new ArrayList<>();
        int start = 0;
        for (int t = 1; t <= path.length; t++) {
            if (t == path.length || !continues(path[t - 1], path[t])) {
                segments.add(new Segment(start, t, typeOf[path[start]]));
                start = t;
            }
        }
        return segments;
    }

    /**
     * What labels of tokens say of segments. Where a token has several labels, or any, all segmentations are allowed whose labels
     * are; in the schemes that mark boundaries only where they are needed (IOB1, IOE1, plain labels) a boundary beside such a token
     * is unknown.
     *
     * @throws IllegalArgumentException when the labels that a token may have cannot be told as a set of types and a set of boundaries:
     *     {@code I-X} or {@code O} would allow that an X begins there
     */
    public GoldSegments gold(AllowedStates allowed) {
        return allowed.isPath()
                ? GoldSegments.of(segments(allowed.onlyPath()))
                : new PartialLabels(this, allowed).gold();
    }

    /** The labels of the tokens of segments, as the scheme wants them, as far as there are such labels // [T]. */
    public int[] labels(Segments segments) {
        int[] path = new int[segments.segmentation().length()];
        for (int k = 0; k < segments.count(); k++) {
            int y = segments.label(k);
            boolean followsSame = k > 0 && segments.label(k - 1) == y;
            boolean precedesSame = k + 1 < segments.count() && segments.label(k + 1) == y;
            int last = segments.end(k) - 1;
            for (int t = segments.start(k); t <= last; t++) {
                path[t] = label(y, scheme.role(t == segments.start(k), t == last, followsSame, precedesSame));
            }
        }
        return path;
    }

    private int label(int type, TagScheme.Role role) {
        return labelOf[type][role.ordinal()];
    }

    /**
     * The probabilities of the labels of token t: those of all segmentations whose {@linkplain #labels(Segments) labels} are so.
     *
     * @param length how many tokens there are
     */
    public double[] probabilities(TokenMarginals marginals, int t, int length) {
        double[] sums = new double[labels.size()];
        for (int y = 0; y < names.size(); y++) {
            double token = marginals.token(t, y);
            switch (outside[y] ? TagScheme.NONE : scheme) {
                case NONE -> sums[label(y, TagScheme.Role.UNKNOWN)] += token;
                case IOB1 -> share(sums, y, TagScheme.Role.BEGIN, marginals.repeats(t, y), token);
                case IOB2 -> share(sums, y, TagScheme.Role.BEGIN, marginals.begins(t, y), token);
                case IOE1 -> {
                    double repeats = t + 1 < length ? marginals.repeats(t + 1, y) : 0;
                    share(sums, y, TagScheme.Role.END, repeats, token);
                }
                case IOE2 -> share(sums, y, TagScheme.Role.END, marginals.ends(t, y), token);
                case IOBES, BILOU, BMES -> {
                    sums[label(y, TagScheme.Role.SINGLE)] += marginals.single(t, y);
                    sums[label(y, TagScheme.Role.BEGIN)] += marginals.first(t, y);
                    sums[label(y, TagScheme.Role.INSIDE)] += marginals.inside(t, y);
                    sums[label(y, TagScheme.Role.END)] += marginals.last(t, y);
                }
            }
        }
        return sums;
    }

    /** Some of the probability of a type for one role, the rest for the inside. */
    private void share(double[] sums, int type, TagScheme.Role role, double some, double all) {
        sums[label(type, role)] += some;
        sums[label(type, TagScheme.Role.INSIDE)] += Math.max(0, all - some);
    }

    @Override
    public String toString() {
        return scheme + names.toString();
    }
}
