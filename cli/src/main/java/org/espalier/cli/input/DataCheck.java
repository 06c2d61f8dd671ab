package org.espalier.cli.input;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.espalier.data.AnnotationProblem;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.LabelNotation;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.data.Token;
import org.jspecify.annotations.Nullable;

/** Collects what is noteworthy about labelled data: errors, warnings and figures. */
public final class DataCheck implements LenientReader.Findings {
    private static final double MANY_LABELS = 0.5;

    private final LabelNotation notation;
    private final Consumer<Sequence> guard;
    private final List<String> errors = new ArrayList<>();
    private final Map<String, List<String>> warnings = new LinkedHashMap<>();
    private final List<Sequence> sequences = new ArrayList<>();
    private final List<long[]> lines = new ArrayList<>();
    private final Map<String, Integer> labels = new TreeMap<>();
    private final Map<String, Location> firstOf = new HashMap<>();
    private final Map<List<Token>, Sequence> distinct = new HashMap<>();
    private final Map<Integer, Integer> widths = new TreeMap<>();
    private long tokens;
    private long unknown;
    private @Nullable Sequence longest;

    public DataCheck(LabelNotation notation, DataOptions options) {
        this.notation = notation;
        this.guard = new WrongFormat(options).andThen(new SameColumns(options));
    }

    @Override
    public void sequence(Sequence sequence, long[] where) {
        try {
            // The location is that of the first token here, not of the comments before it.
            guard.accept(new Sequence(
                    sequence.tokens(), sequence.labels(), sequence.weight(), List.of(), sequence.location()));
        } catch (DataFormatException e) {
            error(String.valueOf(e.getMessage()));
        }
        sequences.add(sequence);
        lines.add(where);
        tokens += sequence.length();
        if (longest == null || sequence.length() > longest.length()) {
            longest = sequence;
        }
        if (sequence.length() == 0) {
            warn("empty sequences", sequence.location() + ": a sequence without tokens");
            return;
        }
        sequence.tokens().forEach(token -> widths.merge(token.columns().size(), 1, Integer::sum));
        countLabels(sequence, where);
        Sequence former = distinct.putIfAbsent(sequence.tokens(), sequence);
        if (former != null) {
            boolean same = String.valueOf(former.labels()).equals(String.valueOf(sequence.labels()));
            warn(
                    same ? "duplicate sequences" : "equal sequences with different labels",
                    sequence.location() + ": the same tokens as at " + former.location()
                            + (same ? "" : ", but with other labels"));
        }
    }

    private void countLabels(Sequence sequence, long[] where) {
        List<String> given = sequence.labels();
        for (int t = 0; given != null && t < given.size(); t++) {
            unknown += notation.isUnknown(given.get(t)) ? 1 : 0;
            for (String label : notation.alternatives(given.get(t))) {
                labels.merge(label, 1, Integer::sum);
                firstOf.putIfAbsent(label, new Location(sequence.location().source(), where[t]));
            }
        }
    }

    @Override
    public void annotation(AnnotationProblem problem) {
        warn(problem.kind().toString(), problem.toString());
    }

    @Override
    public void error(String message) {
        errors.add(message);
    }

    @Override
    public void blankLine(Location location) {
        warn("empty sequences", location + ": two blank lines in a row, which some tools read as an empty sequence");
    }

    @Override
    public int errors() {
        return errors.size();
    }

    private void warn(String kind, String message) {
        warnings.computeIfAbsent(kind, key -> new ArrayList<>()).add(message);
    }

    /** What can only be said when everything was read. */
    public void finish() {
        if (tokens == 0 && errors.isEmpty()) {
            errors.add("there are no tokens: the data are empty");
        } else if (labels.isEmpty() && errors.isEmpty()) {
            errors.add("every label is '" + notation.unknown() + "': there is nothing to learn");
        }
        if (unknown > 0) {
            warn(
                    "unknown labels",
                    unknown + (unknown == 1 ? " token has" : " tokens have") + " the label '" + notation.unknown()
                            + "', from which nothing is learnt directly; give --unknown-label '' if it is an ordinary label");
        }
        checkLabels();
        TagScheme scheme = scheme();
        for (int n = 0; n < sequences.size(); n++) {
            List<String> given = sequences.get(n).labels();
            if (given != null && scheme != TagScheme.NONE) {
                for (TagScheme.Violation violation : scheme.validate(given)) {
                    warn(
                            "labels that break the scheme " + scheme,
                            new Location(sequences.get(n).location().source(), lines.get(n)[violation.position()])
                                    + ": " + violation.message());
                }
            }
        }
    }

    private void checkLabels() {
        Map<String, List<String>> byFolded = new TreeMap<>();
        labels.forEach((label, count) -> {
            if (count == 1 && tokens > 1) {
                warn("labels that occur once", firstOf.get(label) + ": the label '" + label + "' occurs only here");
            }
            if (label.codePoints()
                    .anyMatch(
                            c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c))) {
                warn(
                        "odd labels",
                        firstOf.get(label) + ": the label '" + label + "' contains a blank or control character");
            }
            byFolded.computeIfAbsent(label.toLowerCase(Locale.ROOT), key -> new ArrayList<>())
                    .add(label);
        });
        byFolded.values().stream().filter(variants -> variants.size() > 1).forEach(variants -> {
            String rarest = variants.stream()
                    .min(Comparator.comparing((String label) -> labels.getOrDefault(label, 0)))
                    .orElse("");
            warn(
                    "odd labels",
                    firstOf.get(rarest) + ": the labels " + String.join(", ", variants) + " differ only in case");
        });
        if (labels.size() > 20 && labels.size() > MANY_LABELS * tokens) {
            warn(
                    "odd labels",
                    labels.size() + " labels for " + tokens
                            + " tokens; is this the column of the labels (--label-column)?");
        }
    }

    /** The scheme that the labels follow; a few may be mistakes, see {@link TagScheme#ofCounts}. */
    public TagScheme scheme() {
        List<List<String>> given = new ArrayList<>();
        for (Sequence sequence : sequences) {
            if (sequence.labels() != null) {
                given.add(sequence.labels());
            }
        }
        return TagScheme.ofCounts(labels).orVariant(given);
    }

    public List<String> errorMessages() {
        return errors;
    }

    public Map<String, List<String>> warnings() {
        return warnings;
    }

    public List<Sequence> sequences() {
        return sequences;
    }

    /** Every label and its number of tokens. */
    public Map<String, Integer> labels() {
        return labels;
    }

    /** How many tokens have so many observed columns. */
    public Map<Integer, Integer> widths() {
        return widths;
    }

    public long tokens() {
        return tokens;
    }

    @Nullable
    public Sequence longest() {
        return longest;
    }
}
