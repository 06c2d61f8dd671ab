package org.espalier.cli.tree;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.labelling.Marks;
import org.espalier.labelling.tree.ConstituentLabels;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;

/** What is to be known of trees of constituents before a parser learns from them, and what looks wrong with them. */
public final class ConstituentCheck extends TreeFindings {
    private final @Nullable Model known;
    private final Map<String, Long> labels = new TreeMap<>();
    private final Map<String, Long> tags = new TreeMap<>();
    private final Map<String, Location> firsts = new HashMap<>(); // of labels
    private final Map<List<String>, Sequence> seen = new HashMap<>(); // by its words
    private long constituents;
    private int deepest;
    private @Nullable Location deepestAt;
    private long repeated;

    /**
     * A check.
     *
     * @param known a parser of constituents, whose labels and rules those of the data are compared with; null for no comparison
     */
    public ConstituentCheck(@Nullable Model known) {
        this.known = known;
    }

    @Override
    void look(Sequence sequence, long[] lines) {
        Location place = sequence.location();
        List<Mark> marks = sequence.marks() == null ? List.of() : sequence.marks();
        constituents += marks.size();
        for (Token token : sequence.tokens()) {
            tags.merge(token.columns().get(1), 1L, Long::sum);
        }
        for (Mark mark : marks) {
            labels.merge(mark.label(), 1L, Long::sum);
            firsts.putIfAbsent(mark.label(), place);
        }
        countTops(sequence, marks);
        countLevels(sequence, marks);
        countRepeated(sequence, marks);
        if (known != null) {
            compare(known, sequence, marks);
        }
    }

    private void countTops(Sequence sequence, List<Mark> marks) {
        if (marks.isEmpty()) {
            warn("Trees without constituents", sequence.location() + ": only words stand below the outermost bracket");
            return;
        }
        Mark top = marks.get(0);
        if (top.from() > 0 || top.to() < sequence.length()) {
            warn(
                    "Trees without a constituent above all words",
                    sequence.location() + ": the first one, " + top.label() + ", has "
                            + counted(top.to() - top.from(), "word") + " of " + sequence.length());
        }
    }

    private void countLevels(Sequence sequence, List<Mark> marks) {
        int[] ends = new int[marks.size()];
        int depth = 0;
        for (int k = 0; k < marks.size(); k++) {
            Mark mark = marks.get(k);
            while (depth > 0 && ends[depth - 1] <= mark.from()) {
                depth--;
            }
            ends[depth++] = mark.to();
            if (depth > deepest) {
                deepest = depth;
                deepestAt = sequence.location();
            }
            if (k > 0 && mark.equals(marks.get(k - 1))) {
                warn(
                        "Constituents over themselves",
                        sequence.location() + ": " + mark.label() + " from the word '" + word(sequence, mark.from())
                                + "' stands right below another with the same words");
            }
        }
    }

    private void countRepeated(Sequence sequence, List<Mark> marks) {
        List<String> words =
                sequence.tokens().stream().map(token -> token.columns().get(0)).toList();
        Sequence before = seen.putIfAbsent(words, sequence);
        if (before != null) {
            repeated++;
            if (!marks.equals(before.marks())) {
                warn(
                        "The same words with another tree",
                        sequence.location() + ": as at " + before.location() + ", beginning with '" + words.get(0)
                                + "'");
            }
        }
    }

    private void compare(Model parser, Sequence sequence, List<Mark> marks) {
        Labels names = parser.labels();
        List<Mark> strange =
                marks.stream().filter(mark -> names.indexOf(mark.label()) < 0).toList();
        for (Mark mark : strange) {
            warn(
                    "Labels that the model does not know",
                    sequence.location() + ": '" + mark.label() + "' from the word '" + word(sequence, mark.from())
                            + "'");
        }
        if (strange.isEmpty()
                && parser.structure() instanceof ConstituentLabels grammar
                && !grammar.derives(sequence.length(), numbered(marks, names))) {
            warn(
                    "Trees that the grammar of the model does not have",
                    sequence.location() + ": the parser cannot answer with this tree");
        }
    }

    private static Marks numbered(List<Mark> marks, Labels names) {
        return Marks.of(marks.stream()
                .flatMapToInt(mark -> IntStream.of(mark.from(), mark.to(), names.indexOf(mark.label())))
                .toArray());
    }

    /** Warns of labels that occur once, which are often misspelt. */
    @Override
    public void finish() {
        labels.forEach((label, count) -> {
            if (count == 1) {
                warn("Labels that occur once", firsts.get(label) + ": '" + label + "'");
            }
        });
    }

    /** Sizes, depth, labels and tags. */
    @Override
    public String figures() {
        StringBuilder out = new StringBuilder();
        line(
                out,
                "sentences  %,d%s",
                sentences(),
                repeated == 0
                        ? ""
                        : ", of which " + repeated + (repeated == 1 ? " has" : " have") + " the words of one before");
        line(out, "words      %,d", words());
        appendLongest(out);
        line(
                out,
                "labels     %d of %s, %.1f in a sentence",
                labels.size(),
                counted(constituents, "constituent"),
                (double) constituents / Math.max(1, sentences()));
        appendCounts(out, labels);
        if (deepestAt != null) {
            line(out, "deepest    %s, at %s", counted(deepest, "level"), deepestAt);
        }
        line(out, "tags       %d", tags.size());
        appendCounts(out, tags);
        return out.toString();
    }
}
