package org.espalier.cli.tree;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.input.OrderedWork;
import org.espalier.cli.option.Caller;
import org.espalier.cli.output.CommandFailure;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.model.Model;
import org.espalier.model.Parser;
import org.espalier.model.Parsing;

/** Two parsers on the same sentences: which heads and relations, or which constituents, differ. */
public final class TreeComparison {
    private final String firstName;
    private final Model first;
    private final String secondName;
    private final Model second;
    private final int most;
    private final boolean hasSpans; // trees are of constituents
    private final List<Both> differences = new ArrayList<>();
    private long sentences;
    private long identical;
    private long words;
    private long heads; // that differ
    private long relations; // that differ where the heads do not
    private long constituents; // of the first
    private long onlyFirst; // that the second does not have
    private long onlySecond;
    private double largest;

    /** The trees of one sentence, and how much the models differ in the probability of the first tree. */
    private record Both(Sequence sequence, List<Mark> first, List<Mark> second, double difference, long number) {
        Both withNumber(long value) {
            return new Both(sequence, first, second, difference, value);
        }
    }

    /**
     * A comparison.
     *
     * @param most how many differences are shown
     */
    public TreeComparison(String firstName, Model first, String secondName, Model second, int most) {
        this.firstName = firstName;
        this.first = first;
        this.secondName = secondName;
        this.second = second;
        this.most = most;
        this.hasSpans = first.structure().hasSpans();
    }

    /** Parses the sentences with both. */
    public void run(DataOptions options, List<Path> inputs, Caller caller) {
        if (!first.structure().hasMarks() || !second.structure().hasMarks()) {
            boolean isFirst = first.structure().hasMarks();
            throw caller.usage((isFirst ? firstName : secondName) + " is a parser, and "
                    + (isFirst ? secondName : firstName) + " gives labels to tokens; compare two models of one kind");
        }
        if (first.structure().hasSpans() != second.structure().hasSpans()) {
            boolean isFirst = first.structure().hasSpans();
            throw caller.usage((isFirst ? firstName : secondName) + " is a parser of constituents, and "
                    + (isFirst ? secondName : firstName) + " of dependencies; compare two models of one kind");
        }
        boolean isPlain = hasSpans && options.format() == Format.COLUMNS; // words and tags
        if (options.format() != (hasSpans ? Format.BRACKETS : Format.CONLLU) && !isPlain) {
            throw caller.usage("--format " + options.format() + " has no trees; "
                    + (hasSpans
                            ? "a parser of constituents reads brackets, or columns with words and tags"
                            : "a parser reads conllu"));
        }
        Parser one = first.parser();
        Parser other = second.parser();
        new OrderedWork(options, inputs, 0).run(sequence -> compare(sequence, one, other), this::add);
        if (sentences == 0) {
            throw new CommandFailure("there are no sentences to parse in the data");
        }
    }

    private static Both compare(Sequence sequence, Parser one, Parser other) {
        Parsing left = one.parse(sequence);
        Parsing right = other.parse(sequence);
        double difference = Math.abs(left.probability() - Math.exp(right.logProbability(left.marks())));
        return new Both(sequence, left.marks(), right.marks(), difference, 0);
    }

    private void add(Both both) {
        sentences++;
        words += both.sequence.length();
        largest = Math.max(largest, both.difference);
        long wrong = hasSpans ? countSpans(both) : countArcs(both);
        identical += wrong == 0 ? 1 : 0;
        if (wrong > 0 && differences.size() < most) {
            differences.add(both.withNumber(sentences));
        }
    }

    private long countSpans(Both both) {
        long left = without(both.first, both.second).size();
        long right = without(both.second, both.first).size();
        constituents += both.first.size();
        onlyFirst += left;
        onlySecond += right;
        return left
                + right
                + (both.first.equals(both.second) ? 0 : 1); // chains in another order have the same constituents
    }

    /** The marks that other ones lack, each as often as there are more of it. */
    private static List<Mark> without(List<Mark> marks, List<Mark> others) {
        List<Mark> left = new ArrayList<>(marks);
        others.forEach(left::remove);
        return left;
    }

    private long countArcs(Both both) {
        long wrong = 0;
        for (int k = 0; k < both.first.size(); k++) {
            Mark left = both.first.get(k);
            Mark right = both.second.get(k);
            boolean moved = left.from() != right.from();
            heads += moved ? 1 : 0;
            relations += !moved && !left.label().equals(right.label()) ? 1 : 0;
            wrong += left.equals(right) ? 0 : 1;
        }
        return wrong;
    }

    /** Whether all trees are the same. */
    public boolean isIdentical() {
        return identical == sentences;
    }

    /** The largest difference between what the two say of the probability of the first one's tree. */
    public double largestProbabilityDifference() {
        return largest;
    }

    /** As text. */
    public String text() {
        StringBuilder text = new StringBuilder();
        line(text, "first   %s", firstName);
        line(text, "second  %s%n", secondName);
        line(
                text,
                "%s: %,d of %,d sentences (%.4f %%) have the same tree from both; %s",
                isIdentical() ? "IDENTICAL TREES" : "TREES DIFFER",
                identical,
                sentences,
                100.0 * identical / sentences,
                hasSpans
                        ? String.format(
                                Locale.ROOT,
                                "of %,d constituents of the first the second lacks %,d, and has %,d others",
                                constituents,
                                onlyFirst,
                                onlySecond)
                        : String.format(
                                Locale.ROOT,
                                "of %,d words %,d have another head, %,d more another relation",
                                words,
                                heads,
                                relations));
        line(text, "largest difference between probabilities of the first's trees  %.3g", largest);
        for (Both both : differences) {
            line(text, "%n%s: sentence %,d", both.sequence.location(), both.number);
            if (hasSpans) {
                appendSpans(text, "first only", both.sequence, without(both.first, both.second));
                appendSpans(text, "second only", both.sequence, without(both.second, both.first));
            } else {
                appendArcs(text, both);
            }
        }
        long rest = sentences - identical - differences.size();
        if (rest > 0) {
            line(text, "%n… and %,d more sentences with differences (--show n shows more)", rest);
        }
        return text.toString();
    }

    private static void appendSpans(StringBuilder text, String who, Sequence sequence, List<Mark> marks) {
        for (Mark mark : marks) {
            line(
                    text,
                    "  %s: %s from word %d '%s' to %d '%s'",
                    who,
                    mark.label(),
                    mark.from() + 1,
                    word(sequence, mark.from()),
                    mark.to(),
                    word(sequence, mark.to() - 1));
        }
    }

    private static void appendArcs(StringBuilder text, Both both) {
        for (int k = 0; k < both.first.size(); k++) {
            Mark left = both.first.get(k);
            Mark right = both.second.get(k);
            if (!left.equals(right)) {
                line(
                        text,
                        "  word %d '%s': first %s of %s, second %s of %s",
                        left.to() + 1,
                        word(both.sequence, left.to()),
                        left.label(),
                        word(both.sequence, left.from()),
                        right.label(),
                        word(both.sequence, right.from()));
            }
        }
    }

    private static String word(Sequence sequence, int t) {
        return t == Mark.ROOT ? "the root" : sequence.tokens().get(t).columns().get(0);
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).replace("\r", ""))
                .append('\n');
    }

    /** As JSON values; heads are numbers of words from 1, 0 for the root, and constituents end before a word, counted from 0. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("first", firstName);
        map.put("second", secondName);
        map.put("identicalTrees", isIdentical());
        map.put("sentences", sentences);
        map.put("identicalSentences", identical);
        map.put("words", words);
        if (hasSpans) {
            map.put("constituents", constituents);
            map.put("onlyFirst", onlyFirst);
            map.put("onlySecond", onlySecond);
        } else {
            map.put("differentHeads", heads);
            map.put("differentRelations", relations);
        }
        map.put("largestProbabilityDifference", largest);
        map.put("differences", differences.stream().map(this::toMap).toList());
        return map;
    }

    private Map<String, Object> toMap(Both both) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sentence", both.number);
        map.put("location", both.sequence.location().toString());
        if (hasSpans) {
            map.put("onlyFirst", toMaps(without(both.first, both.second)));
            map.put("onlySecond", toMaps(without(both.second, both.first)));
            return map;
        }
        map.put("firstHeads", both.first.stream().map(mark -> mark.from() + 1).toList());
        map.put("firstRelations", both.first.stream().map(Mark::label).toList());
        map.put("secondHeads", both.second.stream().map(mark -> mark.from() + 1).toList());
        map.put("secondRelations", both.second.stream().map(Mark::label).toList());
        return map;
    }

    private static List<Map<String, Object>> toMaps(List<Mark> marks) {
        return marks.stream().map(ConstituentFormatter::toMap).toList();
    }
}
