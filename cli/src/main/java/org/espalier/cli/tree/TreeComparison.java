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

/** Two parsers on the same sentences: which heads and relations differ. */
public final class TreeComparison {
    private final String firstName;
    private final Model first;
    private final String secondName;
    private final Model second;
    private final int most;
    private final List<Both> differences = new ArrayList<>();
    private long sentences;
    private long identical;
    private long words;
    private long heads; // that differ
    private long relations; // that differ where the heads do not
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
    }

    /** Parses the sentences with both. */
    public void run(DataOptions options, List<Path> inputs, Caller caller) {
        if (!first.structure().hasMarks() || !second.structure().hasMarks()) {
            boolean isFirst = first.structure().hasMarks();
            throw caller.usage((isFirst ? firstName : secondName) + " is a parser, and "
                    + (isFirst ? secondName : firstName) + " gives labels to tokens; compare two models of one kind");
        }
        if (first.structure().hasSpans() || second.structure().hasSpans()) {
            throw caller.usage("verify compares labels and dependency trees, and "
                    + (first.structure().hasSpans() ? firstName : secondName)
                    + " is a parser of constituents; compare two of them by 'espalier eval --against'");
        }
        if (options.format() != Format.CONLLU) {
            throw caller.usage("--format " + options.format() + " has no trees; a parser reads conllu");
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
        long wrong = 0;
        for (int k = 0; k < both.first.size(); k++) {
            Mark left = both.first.get(k);
            Mark right = both.second.get(k);
            boolean moved = left.from() != right.from();
            heads += moved ? 1 : 0;
            relations += !moved && !left.label().equals(right.label()) ? 1 : 0;
            wrong += left.equals(right) ? 0 : 1;
        }
        identical += wrong == 0 ? 1 : 0;
        if (wrong > 0 && differences.size() < most) {
            differences.add(both.withNumber(sentences));
        }
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
                "%s: %,d of %,d sentences (%.4f %%) have the same tree from both; of %,d words %,d have another head, %,d more another"
                        + " relation",
                isIdentical() ? "IDENTICAL TREES" : "TREES DIFFER",
                identical,
                sentences,
                100.0 * identical / sentences,
                words,
                heads,
                relations);
        line(text, "largest difference between probabilities of the first's trees  %.3g", largest);
        for (Both both : differences) {
            line(text, "%n%s: sentence %,d", both.sequence.location(), both.number);
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
        long rest = sentences - identical - differences.size();
        if (rest > 0) {
            line(text, "%n… and %,d more sentences with differences (--show n shows more)", rest);
        }
        return text.toString();
    }

    private static String word(Sequence sequence, int t) {
        return t == Mark.ROOT ? "the root" : sequence.tokens().get(t).columns().get(0);
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).replace("\r", ""))
                .append('\n');
    }

    /** As JSON values; heads are numbers of words from 1, 0 for the root. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("first", firstName);
        map.put("second", secondName);
        map.put("identicalTrees", isIdentical());
        map.put("sentences", sentences);
        map.put("identicalSentences", identical);
        map.put("words", words);
        map.put("differentHeads", heads);
        map.put("differentRelations", relations);
        map.put("largestProbabilityDifference", largest);
        map.put("differences", differences.stream().map(TreeComparison::toMap).toList());
        return map;
    }

    private static Map<String, Object> toMap(Both both) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sentence", both.number);
        map.put("location", both.sequence.location().toString());
        map.put("firstHeads", both.first.stream().map(mark -> mark.from() + 1).toList());
        map.put("firstRelations", both.first.stream().map(Mark::label).toList());
        map.put("secondHeads", both.second.stream().map(mark -> mark.from() + 1).toList());
        map.put("secondRelations", both.second.stream().map(Mark::label).toList());
        return map;
    }
}
