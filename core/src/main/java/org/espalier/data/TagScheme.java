package org.espalier.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How the labels of single tokens describe spans.
 *
 * <p>With two spans of type X, of three tokens and of one token, side by side:
 *
 * <pre>
 * IOB1    I-X I-X I-X B-X    B only where a span follows another of the same type
 * IOB2    B-X I-X I-X B-X    B at every beginning; also called BIO
 * IOE1    I-X I-X E-X I-X    E only where another span of the same type follows
 * IOE2    I-X I-X E-X E-X    E at every end
 * IOBES   B-X I-X E-X S-X    S for a span of one token; also called BIOES
 * BILOU   B-X I-X L-X U-X    IOBES by other names
 * BMES    B-X M-X E-X S-X    IOBES by other names, usual for word segmentation
 * NONE    X   X   X   X      plain labels: a run of one label is one span; neighbours cannot be told apart
 * </pre>
 *
 * <p>Tokens outside all spans have the label {@code O}.
 */
public enum TagScheme {
    NONE("", "", "", ""),
    IOB1("B", "I", "", ""),
    IOB2("B", "I", "", ""),
    IOE1("", "I", "E", ""),
    IOE2("", "I", "E", ""),
    IOBES("B", "I", "E", "S"),
    BILOU("B", "I", "L", "U"),
    BMES("B", "M", "E", "S");

    /** The label of tokens outside all spans. */
    public static final String OUTSIDE = "O";

    private final String begin;
    private final String inside;
    private final String end;
    private final String single;

    TagScheme(String begin, String inside, String end, String single) {
        this.begin = begin;
        this.inside = inside;
        this.end = end;
        this.single = single;
    }

    /**
     * A place where labels break the scheme.
     *
     * @param position the token, counted from 0
     * @param message what was found and what the scheme expects
     */
    public record Violation(int position, String message) {}

    /** What a label says of its token. */
    public enum Role {
        /** It is in no span. */
        OUTSIDE,
        /** It begins a span; in IOB2 one of any length, in IOBES one of several tokens. */
        BEGIN,
        /** It is in a span. */
        INSIDE,
        /** It ends a span; in IOE2 one of any length, in IOBES one of several tokens. */
        END,
        /** It is a span. */
        SINGLE,
        /** The scheme does not know the label. */
        UNKNOWN
    }

    /** What a label says of its token; {@link #NONE} knows {@code O} only. */
    public Role role(String label) {
        return role(Tag.parse(label));
    }

    private Role role(Tag tag) {
        String prefix = tag.prefix();
        if (prefix.equals(OUTSIDE) && tag.type().isEmpty()) {
            return Role.OUTSIDE;
        }
        if (prefix.isEmpty()) {
            return Role.UNKNOWN;
        }
        if (prefix.equals(begin)) {
            return Role.BEGIN;
        }
        if (prefix.equals(inside)) {
            return Role.INSIDE;
        }
        if (prefix.equals(end)) {
            return Role.END;
        }
        return prefix.equals(single) ? Role.SINGLE : Role.UNKNOWN;
    }

    /**
     * The spans of a label sequence, also of one that breaks the scheme: a token that continues nothing begins a span,
     * a span ends where the type changes, and a label that the scheme does not know is outside.
     */
    public List<Span> decode(List<String> labels) {
        if (this == NONE) {
            return decodeRuns(labels);
        }
        List<Span> spans = new ArrayList<>();
        int start = -1;
        String type = "";
        for (int i = 0; i < labels.size(); i++) {
            Tag tag = Tag.parse(labels.get(i));
            Role role = role(tag);
            boolean continues = start >= 0 && (role == Role.INSIDE || role == Role.END) && type.equals(tag.type());
            if (start >= 0 && !continues) {
                spans.add(new Span(start, i, type));
                start = -1;
            }
            if (!continues && role != Role.OUTSIDE && role != Role.UNKNOWN) {
                start = i;
                type = tag.type();
            }
            if (start >= 0 && (role == Role.END || role == Role.SINGLE)) {
                spans.add(new Span(start, i + 1, type));
                start = -1;
            }
        }
        if (start >= 0) {
            spans.add(new Span(start, labels.size(), type));
        }
        return spans;
    }

    private static List<Span> decodeRuns(List<String> labels) {
        List<Span> spans = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= labels.size(); i++) {
            if (i == labels.size() || !labels.get(i).equals(labels.get(start))) {
                if (!labels.get(start).equals(OUTSIDE)) {
                    spans.add(new Span(start, i, labels.get(start)));
                }
                start = i;
            }
        }
        return spans;
    }

    /** Only those spans of {@link #decode} whose labels are exactly as the scheme writes them. */
    public List<Span> decodeStrictly(List<String> labels) {
        List<Span> spans = decode(labels);
        List<String> expected = encode(spans, labels.size());
        List<Span> valid = new ArrayList<>();
        for (Span span : spans) {
            if (labels.subList(span.start(), span.end()).equals(expected.subList(span.start(), span.end()))) {
                valid.add(span);
            }
        }
        return valid;
    }

    /**
     * The labels of a sequence of {@code length} tokens with the given spans, in any order.
     *
     * @throws IllegalArgumentException when spans overlap or end after the sequence; for {@link #NONE} also when
     *     neighbours have the same type, or a type is empty or {@code O}
     */
    public List<String> encode(Collection<Span> spans, int length) {
        List<Span> sorted = new ArrayList<>(spans);
        sorted.sort(Comparator.comparingInt(Span::start));
        List<String> labels = new ArrayList<>(length);
        for (int i = 0; i < sorted.size(); i++) {
            Span span = sorted.get(i);
            Span next = i + 1 < sorted.size() ? sorted.get(i + 1) : null;
            if (span.end() > length || (next != null && next.start() < span.end())) {
                throw new IllegalArgumentException(
                        next != null && next.start() < span.end()
                                ? span + " and " + next + " overlap; expected spans side by side"
                                : span + " ends after the sequence of " + length + " tokens");
            }
            while (labels.size() < span.start()) {
                labels.add(OUTSIDE);
            }
            boolean followsSame = i > 0 && isTouching(sorted.get(i - 1), span);
            boolean precedesSame = next != null && isTouching(span, next);
            appendSpan(span, followsSame, precedesSame, labels);
        }
        while (labels.size() < length) {
            labels.add(OUTSIDE);
        }
        return labels;
    }

    private static boolean isTouching(Span first, Span second) {
        return first.end() == second.start() && first.type().equals(second.type());
    }

    private void appendSpan(Span span, boolean followsSame, boolean precedesSame, List<String> labels) {
        if (this == NONE && (followsSame || span.type().isEmpty() || span.type().equals(OUTSIDE))) {
            throw new IllegalArgumentException(span
                    + " cannot be expressed by plain labels; expected a type other than '' and O, and no neighbour of the same"
                    + " type");
        }
        int last = span.end() - 1;
        for (int i = span.start(); i <= last; i++) {
            labels.add(
                    this == NONE
                            ? span.type()
                            : new Tag(prefix(i == span.start(), i == last, followsSame, precedesSame), span.type())
                                    .label());
        }
    }

    private String prefix(boolean first, boolean last, boolean followsSame, boolean precedesSame) {
        return switch (role(first, last, followsSame, precedesSame)) {
            case BEGIN -> begin;
            case INSIDE -> inside;
            case END -> end;
            case SINGLE -> single;
            case OUTSIDE, UNKNOWN -> "";
        };
    }

    /**
     * The role of a token of a span; {@link Role#UNKNOWN} where labels are plain.
     *
     * @param first whether the span begins there
     * @param last whether it ends there
     * @param followsSame whether a span of the same type ends right before this one
     * @param precedesSame whether a span of the same type begins right after it
     */
    public Role role(boolean first, boolean last, boolean followsSame, boolean precedesSame) {
        return switch (this) {
            case IOB1 -> first && followsSame ? Role.BEGIN : Role.INSIDE;
            case IOB2 -> first ? Role.BEGIN : Role.INSIDE;
            case IOE1 -> last && precedesSame ? Role.END : Role.INSIDE;
            case IOE2 -> last ? Role.END : Role.INSIDE;
            case IOBES, BILOU, BMES -> {
                if (first) {
                    yield last ? Role.SINGLE : Role.BEGIN;
                }
                yield last ? Role.END : Role.INSIDE;
            }
            case NONE -> Role.UNKNOWN;
        };
    }

    /** The labels of the same spans as {@link #decode} finds, written as the scheme wants them. */
    public List<String> repair(List<String> labels) {
        return encode(decode(labels), labels.size());
    }

    /**
     * Where the labels break the scheme, in order; empty when they follow it.
     *
     * <p>The unknown label {@code ?} breaks nothing, and spans that touch one are not judged.
     */
    public List<Violation> validate(List<String> labels) {
        List<Span> spans = decode(labels);
        List<String> expected = encode(spans, labels.size());
        boolean[] ignored = besideUnknown(labels, spans);
        List<Violation> violations = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            String label = labels.get(i);
            if (ignored[i] || label.equals(expected.get(i))) {
                continue;
            }
            if (role(Tag.parse(label)) == Role.UNKNOWN) {
                violations.add(new Violation(i, "'" + label + "' is not a label of the scheme " + this));
            } else {
                violations.add(new Violation(
                        i,
                        "'" + label + "' " + neighbours(labels, i) + "; expected '" + expected.get(i)
                                + "' in the scheme " + this));
            }
        }
        return violations;
    }

    /** Whether a sequence may begin with this label; one that the scheme does not know may stand where {@code O} may. */
    public boolean mayBegin(Tag tag) {
        return !needsBefore(role(tag));
    }

    /** Whether a sequence may end with this label. */
    public boolean mayEnd(Tag tag) {
        return !needsAfter(role(tag));
    }

    /** Whether a label may stand right after another. Labels that begin, follow and end as they may are valid, and no others are. */
    public boolean mayFollow(Tag before, Tag after) {
        Role from = role(before);
        Role to = role(after);
        boolean sameType = before.type().equals(after.type());
        boolean goesOn = sameType && (to == Role.INSIDE || to == Role.END);
        boolean isOpen = sameType && (from == Role.BEGIN || from == Role.INSIDE);
        return (!needsAfter(from) || goesOn) && (!needsBefore(to) || isOpen);
    }

    /** Whether a label must stand after a beginning or inside of its type. */
    private boolean needsBefore(Role role) {
        return switch (this) {
            case IOB1 -> role == Role.BEGIN;
            case IOB2 -> role == Role.INSIDE;
            case IOBES, BILOU, BMES -> role == Role.INSIDE || role == Role.END;
            case IOE1, IOE2, NONE -> false;
        };
    }

    /** Whether a label must stand before an inside or end of its type. */
    private boolean needsAfter(Role role) {
        return switch (this) {
            case IOE1 -> role == Role.END;
            case IOE2 -> role == Role.INSIDE;
            case IOBES, BILOU, BMES -> role == Role.BEGIN || role == Role.INSIDE;
            case IOB1, IOB2, NONE -> false;
        };
    }

    private static boolean[] besideUnknown(List<String> labels, List<Span> spans) {
        boolean[] ignored = new boolean[labels.size()];
        for (int i = 0; i < ignored.length; i++) {
            ignored[i] = LabelNotation.DEFAULT.isUnknown(labels.get(i));
        }
        boolean[] unknown = ignored.clone();
        for (Span span : spans) {
            boolean before = span.start() > 0 && unknown[span.start() - 1];
            boolean after = span.end() < unknown.length && unknown[span.end()];
            if (before || after) {
                Arrays.fill(ignored, span.start(), span.end(), true);
            }
        }
        return ignored;
    }

    private static String neighbours(List<String> labels, int i) {
        String before = i == 0 ? "at the beginning" : "after '" + labels.get(i - 1) + "'";
        String after = i + 1 == labels.size() ? "at the end" : "before '" + labels.get(i + 1) + "'";
        return before + " and " + after;
    }

    /**
     * The labels in another scheme.
     *
     * @throws IllegalArgumentException when the labels break this scheme (use {@link #repair} first), or the other
     *     scheme cannot tell the spans apart
     */
    public List<String> convert(List<String> labels, TagScheme target) {
        List<Violation> violations = validate(labels);
        if (!violations.isEmpty()) {
            Violation first = violations.get(0);
            throw new IllegalArgumentException("token " + (first.position() + 1) + ": " + first.message()
                    + "; repair the labels before converting them");
        }
        return target.encode(decode(labels), labels.size());
    }

    /**
     * The scheme that a set of labels suggests; {@link #NONE} unless every label but {@code O} and {@code ?} has a
     * prefix of one scheme.
     *
     * <p>A set cannot tell IOB1 from IOB2 or IOE1 from IOE2, and is taken for IOB2 and IOE2 (without any B, for IOB1);
     * {@link #detect} looks at sequences instead.
     */
    public static TagScheme ofLabels(Collection<String> labels) {
        Set<String> prefixes = new HashSet<>();
        boolean outside = false;
        for (String label : labels) {
            if (label.equals(OUTSIDE)) {
                outside = true;
            } else if (!LabelNotation.DEFAULT.isUnknown(label)) {
                prefixes.add(Tag.parse(label).prefix());
            }
        }
        if (prefixes.isEmpty() || isPlain(labels, prefixes)) {
            return NONE;
        }
        if (Set.of("I").equals(prefixes)) {
            return IOB1;
        }
        if (Set.of("B", "I").containsAll(prefixes)) {
            return IOB2;
        }
        if (Set.of("I", "E").containsAll(prefixes)) {
            return IOE2;
        }
        if (Set.of("B", "E", "S").containsAll(prefixes)) {
            // Without a middle tag, only word segmentation has no token outside.
            return outside ? IOBES : BMES;
        }
        for (TagScheme scheme : List.of(IOBES, BILOU, BMES)) {
            if (Set.of(scheme.begin, scheme.inside, scheme.end, scheme.single).containsAll(prefixes)) {
                return scheme;
            }
        }
        return NONE;
    }

    /** Without types only a beginning or an inside shows that spans are meant: E and S are also names of classes. */
    private static boolean isPlain(Collection<String> labels, Set<String> prefixes) {
        return !prefixes.contains("B")
                && !prefixes.contains("I")
                && labels.stream().noneMatch(TagScheme::hasType);
    }

    private static boolean hasType(String label) {
        return !Tag.parse(label).type().isEmpty();
    }

    /**
     * The scheme of labels that occur so often. The rarest labels, up to one token in ten, are taken for mistakes where all
     * others have a prefix and a type, such as {@code B-X}; labels without types must follow a scheme without exception.
     *
     * <p>This is the one decision about spans: training, tuning, tagging, evaluation and checks all ask for it.
     */
    public static TagScheme ofCounts(Map<String, ? extends Number> counts) {
        List<String> byCount = new ArrayList<>(new TreeSet<>(counts.keySet()));
        byCount.removeIf(LabelNotation.DEFAULT::isUnknown);
        byCount.sort(
                Comparator.comparing((String label) -> count(counts, label)).reversed());
        long tokens = byCount.stream().mapToLong(label -> count(counts, label)).sum();
        TagScheme exact = ofLabels(byCount);
        long mistakes = 0;
        while (exact == NONE && !byCount.isEmpty()) {
            mistakes += count(counts, byCount.remove(byCount.size() - 1));
            if (mistakes > Math.max(1, tokens / 10)) {
                return NONE;
            }
            boolean typed = byCount.stream().allMatch(label -> label.equals(OUTSIDE) || hasType(label));
            exact = typed ? ofLabels(byCount) : NONE;
        }
        return exact;
    }

    private static long count(Map<String, ? extends Number> counts, String label) {
        Number count = counts.get(label);
        return count == null ? 0 : count.longValue();
    }

    /** The scheme of labelled sequences: that of {@link #ofCounts}, or its variant when that is broken less often. */
    public static TagScheme detect(Iterable<List<String>> sequences) {
        Map<String, Long> counts = new HashMap<>();
        for (List<String> sequence : sequences) {
            sequence.forEach(label -> counts.merge(label, 1L, Long::sum));
        }
        return ofCounts(counts).orVariant(sequences);
    }

    /** This scheme, or IOB1 for IOB2 and IOE1 for IOE2, which a set of labels cannot tell apart, where these suit better. */
    public TagScheme orVariant(Iterable<List<String>> sequences) {
        return switch (this) {
            case IOB1, IOB2 -> leastBroken(sequences, IOB2, IOB1);
            case IOE1, IOE2 -> leastBroken(sequences, IOE2, IOE1);
            default -> this;
        };
    }

    private static TagScheme leastBroken(Iterable<List<String>> sequences, TagScheme usual, TagScheme variant) {
        long usualViolations = 0;
        long variantViolations = 0;
        for (List<String> sequence : sequences) {
            usualViolations += usual.validate(sequence).size();
            variantViolations += variant.validate(sequence).size();
        }
        return variantViolations < usualViolations ? variant : usual;
    }
}
