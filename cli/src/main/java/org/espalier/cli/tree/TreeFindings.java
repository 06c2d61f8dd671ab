package org.espalier.cli.tree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.input.LenientReader;
import org.espalier.data.AnnotationProblem;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.jspecify.annotations.Nullable;

/** What a check of trees of any kind finds and counts. */
public abstract class TreeFindings implements LenientReader.Findings {
    private static final int MOST_ROWS = 60;

    private final List<String> errors = new ArrayList<>();
    private final Map<String, List<String>> warnings = new LinkedHashMap<>();
    private long sentences;
    private long words;
    private @Nullable Sequence longest;

    TreeFindings() {}

    @Override
    public final void sequence(Sequence sequence, long[] lines) {
        sentences++;
        words += sequence.length();
        if (longest == null || sequence.length() > longest.length()) {
            longest = sequence;
        }
        look(sequence, lines);
    }

    /** Looks at one more sentence, and at the lines of its words. */
    abstract void look(Sequence sequence, long[] lines);

    /** Looks at what only all sentences together show. */
    public void finish() {}

    /** Sizes, labels, and what is special about the trees. */
    public abstract String figures();

    final long sentences() {
        return sentences;
    }

    final long words() {
        return words;
    }

    static String word(Sequence sequence, int t) {
        return sequence.tokens().get(t).columns().get(0);
    }

    final void warn(String kind, String message) {
        warnings.computeIfAbsent(kind, any -> new ArrayList<>()).add(message);
    }

    @Override
    public final void error(String message) {
        errors.add(message);
    }

    /** Several blank lines between two sentences are one. */
    @Override
    public final void blankLine(Location location) {}

    @Override
    public final int errors() {
        return errors.size();
    }

    /** Trees have no annotations of texts. */
    @Override
    public final void annotation(AnnotationProblem problem) {}

    public final List<String> errorMessages() {
        return errors;
    }

    /** Findings that do not keep the data from being used, by their kind. */
    public final Map<String, List<String>> warnings() {
        return warnings;
    }

    final void appendLongest(StringBuilder out) {
        if (longest != null) {
            line(out, "longest    %,d words, at %s", longest.length(), longest.location());
        }
    }

    /** Names by how often they occur. */
    static void appendCounts(StringBuilder out, Map<String, Long> counts) {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        counts.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Long> entry) -> -entry.getValue())
                        .thenComparing(Map.Entry::getKey))
                .limit(MOST_ROWS)
                .forEach(entry -> line(
                        out,
                        "           %-16s %,9d  %5.1f%%",
                        entry.getKey(),
                        entry.getValue(),
                        100.0 * entry.getValue() / all));
        if (counts.size() > MOST_ROWS) {
            line(out, "           ... and %d more", counts.size() - MOST_ROWS);
        }
    }

    static String counted(long count, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    static void line(StringBuilder out, String format, @Nullable Object... arguments) {
        out.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
