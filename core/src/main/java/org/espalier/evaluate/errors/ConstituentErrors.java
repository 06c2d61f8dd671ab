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
import org.espalier.evaluate.BracketScores;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is wrong with trees of constituents: how labels and lengths do, which labels are confused over the same words, how spans with unknown words
 * do, and the worst sentences. Constituents are compared as {@link BracketScores} does.
 *
 * <p>A constituent is wrong in one of three ways: another label stands over its words instead, nothing does that is not right itself (it is missed),
 * or it is found where there is none (invented).
 */
public final class ConstituentErrors implements MarkErrors {
    private static final int MOST = 20; // of confusions, and of labels
    private static final int[] LENGTHS = {1, 2, 3, 6, 11}; // where the groups of lengths begin
    private static final Comparator<Wrong> WORST = Comparator.comparingInt(
                    (Wrong wrong) -> -wrong.missed.size() - wrong.invented.size())
            .thenComparingLong(wrong -> wrong.number);

    private final KnownWords known;
    private final int most;
    private final Map<String, Found> labels = new TreeMap<>();
    private final Map<String, Found> groups = new LinkedHashMap<>(); // by length, and whether there are unknown words
    private final Map<Confusion, Long> confusions = new TreeMap<>();
    private final PriorityQueue<Wrong> worst = new PriorityQueue<>(WORST.reversed());
    private long sentences;

    /** How many constituents there are, how many were found, and how many of these are right. */
    public record Found(long gold, long predicted, long correct) {
        private Found plus(long golds, long predictions, long right) {
            return new Found(gold + golds, predicted + predictions, correct + right);
        }

        public double precision() {
            return predicted == 0 ? 0 : (double) correct / predicted;
        }

        public double recall() {
            return gold == 0 ? 0 : (double) correct / gold;
        }
    }

    private record Confusion(String gold, String predicted) implements Comparable<Confusion> {
        @Override
        public int compareTo(Confusion other) {
            int order = gold.compareTo(other.gold);
            return order == 0 ? predicted.compareTo(other.predicted) : order;
        }
    }

    /** A sentence with mistakes. */
    private record Wrong(long number, Sequence sequence, int constituents, List<Mark> missed, List<Mark> invented) {}

    /**
     * Nothing yet.
     *
     * @param model the parser
     * @param most how many of the worst sentences are kept
     */
    public ConstituentErrors(Model model, int most) {
        if (most < 0) {
            throw new IllegalArgumentException("most = " + most + "; expected 0 or more");
        }
        this.known = KnownWords.of(model.encoder(), model.columns());
        this.most = most;
        for (int k = 0; k < LENGTHS.length; k++) {
            groups.put(lengthName(k), new Found(0, 0, 0));
        }
        groups.put("known words only", new Found(0, 0, 0));
        groups.put("with unknown words", new Found(0, 0, 0));
    }

    private static String lengthName(int k) {
        int begin = LENGTHS[k];
        if (k == LENGTHS.length - 1) {
            return begin + " words or more";
        }
        int last = LENGTHS[k + 1] - 1;
        return begin == last ? begin + (begin == 1 ? " word" : " words") : begin + " to " + last + " words";
    }

    /** A constituent, and what it is compared as. */
    private record Counted(Mark mark, Mark own) {}

    private static List<Counted> counted(Sequence sequence, List<Mark> marks) {
        List<Counted> counted = new ArrayList<>();
        for (Mark mark : marks) {
            Mark own = BracketScores.comparable(sequence, mark);
            if (own != null) {
                counted.add(new Counted(mark, own));
            }
        }
        return counted;
    }

    @Override
    public void add(Sequence sequence, List<Mark> gold, List<Mark> predicted) {
        sentences++;
        boolean[] unknown = new boolean[sequence.length()];
        for (int t = 0; t < unknown.length; t++) {
            unknown[t] = known.unknown(sequence, t) != null;
        }
        List<Counted> golds = counted(sequence, gold);
        List<Counted> missed = new ArrayList<>();
        List<Counted> invented = counted(sequence, predicted);
        for (Counted one : golds) {
            boolean right = remove(one.own, invented);
            count(one, unknown, 1, right ? 1 : 0, right ? 1 : 0);
            if (!right) {
                missed.add(one);
            }
        }
        invented.forEach(one -> count(one, unknown, 0, 1, 0));
        confuse(missed, invented);
        if (!missed.isEmpty() || !invented.isEmpty()) {
            worst.add(new Wrong(sentences, sequence, golds.size(), marks(missed), marks(invented)));
            if (worst.size() > most) {
                worst.remove();
            }
        }
    }

    private static List<Mark> marks(List<Counted> counted) {
        return counted.stream().map(Counted::mark).toList();
    }

    private static boolean remove(Mark own, List<Counted> invented) {
        for (int k = 0; k < invented.size(); k++) {
            if (own.equals(invented.get(k).own)) {
                invented.remove(k);
                return true;
            }
        }
        return false;
    }

    private void count(Counted one, boolean[] unknown, int gold, int predicted, int correct) {
        labels.merge(
                one.own.label(),
                new Found(gold, predicted, correct),
                (sum, more) -> sum.plus(more.gold, more.predicted, more.correct));
        int length = one.own.to() - one.own.from();
        int group = LENGTHS.length - 1;
        while (LENGTHS[group] > length) {
            group--;
        }
        boolean isKnown = true;
        for (int t = one.mark.from(); t < one.mark.to(); t++) {
            isKnown &= !unknown[t];
        }
        for (String name : List.of(lengthName(group), isKnown ? "known words only" : "with unknown words")) {
            groups.computeIfPresent(name, (any, sum) -> sum.plus(gold, predicted, correct));
        }
    }

    /** Pairs what is missed with what was found over the same words. */
    private void confuse(List<Counted> missed, List<Counted> invented) {
        List<Mark> open = new ArrayList<>(invented.stream().map(Counted::own).toList());
        for (Counted one : missed) {
            Mark instead = open.stream()
                    .filter(other -> other.from() == one.own.from() && other.to() == one.own.to())
                    .findFirst()
                    .orElse(null);
            if (instead != null) {
                open.remove(instead);
            }
            confusions.merge(new Confusion(one.own.label(), instead == null ? "" : instead.label()), 1L, Long::sum);
        }
        open.forEach(mark -> confusions.merge(new Confusion("", mark.label()), 1L, Long::sum));
    }

    /** How constituents of each length do, and those with unknown words. */
    public Map<String, Found> groups() {
        return Map.copyOf(groups);
    }

    /** How constituents of each label do. */
    public Map<String, Found> labels() {
        return Map.copyOf(labels);
    }

    private List<Map.Entry<Confusion, Long>> mostConfused() {
        return confusions.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Confusion, Long> entry) -> -entry.getValue())
                        .thenComparing(Map.Entry::getKey))
                .limit(MOST)
                .toList();
    }

    private List<Map.Entry<String, Found>> frequentLabels() {
        return labels.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Found> entry) -> -entry.getValue().gold)
                        .thenComparing(Map.Entry::getKey))
                .toList();
    }

    private List<Wrong> worst() {
        return worst.stream().sorted(WORST).toList();
    }

    @Override
    public String text() {
        StringBuilder text = new StringBuilder();
        line(text, "%-24s %8s %8s %12s %9s", "constituents", "gold", "found", "precision %", "recall %");
        groups.forEach((name, found) -> append(text, name, found));
        line(text, "%n%-24s %8s %8s %12s %9s", "labels", "gold", "found", "precision %", "recall %");
        frequentLabels().stream().limit(MOST).forEach(entry -> append(text, entry.getKey(), entry.getValue()));
        if (!confusions.isEmpty()) {
            line(text, "%n%-16s %-16s %13s", "gold label", "over its words", "constituents");
            mostConfused()
                    .forEach(entry -> line(
                            text,
                            "  %-14s %-16s %13d",
                            entry.getKey().gold.isEmpty() ? "(none)" : entry.getKey().gold,
                            entry.getKey().predicted.isEmpty() ? "(missed)" : entry.getKey().predicted,
                            entry.getValue()));
        }
        for (Wrong wrong : worst()) {
            line(
                    text,
                    "%n%s: sentence %d, %d of %d constituents are missed, %d invented",
                    wrong.sequence.location(),
                    wrong.number,
                    wrong.missed.size(),
                    wrong.constituents,
                    wrong.invented.size());
            wrong.missed.forEach(mark -> append(text, "missed", wrong.sequence, mark));
            wrong.invented.forEach(mark -> append(text, "invented", wrong.sequence, mark));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String name, Found found) {
        if (found.gold + found.predicted > 0) {
            line(
                    text,
                    "  %-22s %8d %8d %12.2f %9.2f",
                    name,
                    found.gold,
                    found.predicted,
                    100 * found.precision(),
                    100 * found.recall());
        }
    }

    private static void append(StringBuilder text, String what, Sequence sequence, Mark mark) {
        StringBuilder words = new StringBuilder();
        for (int t = mark.from(); t < mark.to(); t++) {
            words.append(' ').append(sequence.tokens().get(t).columns().get(0));
        }
        line(text, "  %-8s  %-8s %3d to %-3d %s", what, mark.label(), mark.from() + 1, mark.to(), words);
    }

    private static void line(StringBuilder text, String format, @Nullable Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)
                        .stripTrailing()
                        .replace("\r", ""))
                .append('\n');
    }

    /** As JSON values; constituents end before a word, counted from 0. */
    @Override
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("groups", toMap(groups));
        Map<String, Found> ordered = new LinkedHashMap<>();
        frequentLabels().forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        map.put("labels", toMap(ordered));
        List<Map<String, Object>> confused = new ArrayList<>();
        for (Map.Entry<Confusion, Long> entry : mostConfused()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("gold", entry.getKey().gold);
            one.put("predicted", entry.getKey().predicted);
            one.put("constituents", entry.getValue());
            confused.add(one);
        }
        map.put("confusions", confused);
        List<Map<String, Object>> sentencesFound = new ArrayList<>();
        for (Wrong wrong : worst()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("location", wrong.sequence.location().toString());
            one.put("sentence", wrong.number);
            one.put(
                    "missed",
                    wrong.missed.stream().map(ConstituentErrors::toMap).toList());
            one.put(
                    "invented",
                    wrong.invented.stream().map(ConstituentErrors::toMap).toList());
            sentencesFound.add(one);
        }
        map.put("worst", sentencesFound);
        return map;
    }

    private static Map<String, Object> toMap(Map<String, Found> found) {
        Map<String, Object> map = new LinkedHashMap<>();
        found.forEach((name, one) -> {
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("gold", one.gold);
            figures.put("predicted", one.predicted);
            figures.put("precision", one.precision());
            figures.put("recall", one.recall());
            map.put(name, figures);
        });
        return map;
    }

    private static Map<String, Object> toMap(Mark mark) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("begin", mark.from());
        map.put("end", mark.to());
        map.put("label", mark.label());
        return map;
    }
}
