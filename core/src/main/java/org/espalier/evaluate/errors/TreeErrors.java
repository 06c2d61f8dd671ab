package org.espalier.evaluate.errors;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is wrong with dependency trees, one sentence at a time: which relations are confused, which arcs are missed by their length
 * and direction, how unknown words do, and the worst sentences. Words without a gold head do not count. For one thread; memory grows with
 * the kinds of mistakes, not with the sentences.
 */
public final class TreeErrors implements MarkErrors {
    private static final int MOST_CONFUSIONS = 20;
    private static final int[] LENGTHS = {1, 2, 3, 7}; // where the groups of arc lengths begin
    private static final Comparator<Wrong> WORST =
            Comparator.comparingInt((Wrong wrong) -> -wrong.mistakes).thenComparingLong(wrong -> wrong.number);

    private final KnownWords known;
    private final int most;
    private final Map<String, Right> groups =
            new LinkedHashMap<>(); // by length, direction and whether the word is known
    private final Map<Confusion, long[]> confusions = new TreeMap<>(); // how many, and how many with the right head
    private final PriorityQueue<Wrong> worst = new PriorityQueue<>(WORST.reversed());
    private long sentences;

    /** How many words of a group there are, and how many have the right head, and the right relation too. */
    public record Right(long words, long heads, long labelled) {
        private Right plus(boolean head, boolean relation) {
            return new Right(words + 1, heads + (head ? 1 : 0), labelled + (head && relation ? 1 : 0));
        }

        public double uas() {
            return words == 0 ? 0 : (double) heads / words;
        }

        public double las() {
            return words == 0 ? 0 : (double) labelled / words;
        }
    }

    private record Confusion(String gold, String predicted) implements Comparable<Confusion> {
        @Override
        public int compareTo(Confusion other) {
            int order = gold.compareTo(other.gold);
            return order == 0 ? predicted.compareTo(other.predicted) : order;
        }
    }

    /** A sentence with mistakes, and what was found for each of its words. */
    @SuppressWarnings("ArrayRecordComponent") // compared by its number
    private record Wrong(
            long number,
            Sequence sequence,
            List<Mark> gold,
            @Nullable Mark[] found,
            int mistakes) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Wrong wrong && wrong.number == number;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }
    }

    /**
     * Nothing yet.
     *
     * @param model the parser
     * @param most how many of the worst sentences are kept
     */
    public TreeErrors(Model model, int most) {
        if (most < 0) {
            throw new IllegalArgumentException("most = " + most + "; expected 0 or more");
        }
        this.known = KnownWords.of(model.encoder(), model.columns());
        this.most = most;
        for (int k = 0; k < LENGTHS.length; k++) {
            groups.put(lengthName(LENGTHS[k]), new Right(0, 0, 0));
        }
        for (String name : List.of(
                "from the root", "head before the word", "head after the word", "known words", "unknown words")) {
            groups.put(name, new Right(0, 0, 0));
        }
    }

    private static String lengthName(int length) {
        int k = LENGTHS.length - 1;
        while (LENGTHS[k] > length) {
            k--;
        }
        int begin = LENGTHS[k];
        if (k == LENGTHS.length - 1) {
            return "length " + begin + " or more";
        }
        int last = LENGTHS[k + 1] - 1;
        return "length " + begin + (last == begin ? "" : " to " + last);
    }

    @Override
    public void add(Sequence sequence, List<Mark> gold, List<Mark> predicted) {
        sentences++;
        @Nullable Mark[] found = new Mark[sequence.length()];
        predicted.forEach(mark -> found[mark.to()] = mark);
        int mistakes = 0;
        for (Mark mark : gold) {
            Mark answer = found[mark.to()];
            boolean head = answer != null && answer.from() == mark.from();
            boolean relation = answer != null && answer.label().equals(mark.label());
            mistakes += head && relation ? 0 : 1;
            if (!relation) {
                long[] counts = confusions.computeIfAbsent(
                        new Confusion(mark.label(), answer == null ? "_" : answer.label()), any -> new long[2]);
                counts[0]++;
                counts[1] += head ? 1 : 0;
            }
            count(mark, head, relation);
            boolean unknown = known.unknown(sequence, mark.to()) != null;
            count(unknown ? "unknown words" : "known words", head, relation);
        }
        if (mistakes > 0 && most > 0) {
            worst.add(new Wrong(sentences, sequence, gold, found, mistakes));
            if (worst.size() > most) {
                worst.remove();
            }
        }
    }

    private void count(Mark mark, boolean head, boolean relation) {
        if (mark.from() == Mark.ROOT) {
            count("from the root", head, relation);
            return;
        }
        count(lengthName(Math.abs(mark.from() - mark.to())), head, relation);
        count(mark.from() < mark.to() ? "head before the word" : "head after the word", head, relation);
    }

    private void count(String group, boolean head, boolean relation) {
        groups.merge(group, new Right(0, 0, 0).plus(head, relation), (sum, one) -> sum.plus(head, relation));
    }

    /** How many words of each group are right; groups are lengths and directions of gold arcs, and whether words are known. */
    public Map<String, Right> groups() {
        return Map.copyOf(groups);
    }

    private List<Map.Entry<Confusion, long[]>> mostConfused() {
        return confusions.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Confusion, long[]> entry) -> -entry.getValue()[0])
                        .thenComparing(Map.Entry::getKey))
                .limit(MOST_CONFUSIONS)
                .toList();
    }

    private List<Wrong> worst() {
        return worst.stream().sorted(WORST).toList();
    }

    @Override
    public String text() {
        StringBuilder text = new StringBuilder();
        line(text, "%-24s %8s %8s %8s", "words", "all", "UAS %", "LAS %");
        groups.forEach((name, right) -> {
            if (right.words > 0) {
                line(text, "  %-22s %8d %8.2f %8.2f", name, right.words, 100 * right.uas(), 100 * right.las());
            }
        });
        if (!confusions.isEmpty()) {
            line(text, "%n%-16s %-16s %8s %16s", "gold relation", "predicted", "words", "with right head");
            mostConfused()
                    .forEach(entry -> line(
                            text,
                            "  %-14s %-16s %8d %16d",
                            entry.getKey().gold,
                            entry.getKey().predicted,
                            entry.getValue()[0],
                            entry.getValue()[1]));
        }
        for (Wrong wrong : worst()) {
            line(
                    text,
                    "%n%s: sentence %d, %d of %d words are wrong",
                    wrong.sequence.location(),
                    wrong.number,
                    wrong.mistakes,
                    wrong.gold.size());
            wrong.gold.forEach(mark -> append(text, wrong, mark));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Wrong wrong, Mark gold) {
        Mark found = wrong.found[gold.to()];
        boolean same = gold.equals(found);
        line(
                text,
                "%s %3d %-16s %-28s %s",
                same ? " " : "*",
                gold.to() + 1,
                word(wrong.sequence, gold.to()),
                described(wrong.sequence, gold),
                same ? "" : found == null ? "nothing" : described(wrong.sequence, found));
    }

    /** An arc as its relation and its head. */
    private static String described(Sequence sequence, Mark mark) {
        return mark.from() == Mark.ROOT
                ? mark.label() + " of the root"
                : mark.label() + " of " + (mark.from() + 1) + " " + word(sequence, mark.from());
    }

    private static String word(Sequence sequence, int t) {
        List<String> columns = sequence.tokens().get(t).columns();
        return columns.isEmpty() ? "?" : columns.get(0);
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)
                        .stripTrailing()
                        .replace("\r", ""))
                .append('\n');
    }

    /** As JSON values; heads are numbers of words from 1, 0 for the root. */
    @Override
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        Map<String, Object> rates = new LinkedHashMap<>();
        groups.forEach((name, right) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("words", right.words);
            one.put("uas", right.uas());
            one.put("las", right.las());
            rates.put(name, one);
        });
        map.put("groups", rates);
        List<Map<String, Object>> confused = new ArrayList<>();
        for (Map.Entry<Confusion, long[]> entry : mostConfused()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("gold", entry.getKey().gold);
            one.put("predicted", entry.getKey().predicted);
            one.put("words", entry.getValue()[0]);
            one.put("withRightHead", entry.getValue()[1]);
            confused.add(one);
        }
        map.put("relations", confused);
        map.put("worst", worst().stream().map(TreeErrors::toMap).toList());
        return map;
    }

    private static Map<String, Object> toMap(Wrong wrong) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("location", wrong.sequence.location().toString());
        map.put("sentence", wrong.number);
        List<Map<String, Object>> words = new ArrayList<>();
        for (Mark gold : wrong.gold) {
            Mark found = wrong.found[gold.to()];
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("word", word(wrong.sequence, gold.to()));
            one.put("head", gold.from() + 1);
            one.put("relation", gold.label());
            if (found != null) {
                one.put("predictedHead", found.from() + 1);
                one.put("predictedRelation", found.label());
            }
            words.add(one);
        }
        map.put("words", words);
        return map;
    }
}
