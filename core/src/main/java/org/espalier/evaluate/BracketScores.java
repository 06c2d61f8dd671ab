package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.jspecify.annotations.Nullable;

/**
 * How many constituents are right, counted as evalb does with the parameters of Collins (COLLINS.prm): words with the tags {@code , : `` '' .} are not
 * there, the label TOP is none, and ADVP is the same as PRT. Constituents without a word left do not count. A constituent that stands twice counts
 * twice.
 *
 * @param sentences how many sentences there are
 * @param gold how many constituents there are
 * @param predicted how many were found
 * @param correct how many of these have the right words and label
 * @param exact how many sentences have all constituents right, and no others
 * @param crossing how many found constituents overlap with one that is there, without one being within the other
 * @param uncrossed how many sentences have none of these
 * @param hardlyCrossed how many sentences have at most two of these
 */
public record BracketScores(
        long sentences,
        long gold,
        long predicted,
        long correct,
        long exact,
        long crossing,
        long uncrossed,
        long hardlyCrossed) {
    /** Nothing was compared. */
    public static final BracketScores NONE = new BracketScores(0, 0, 0, 0, 0, 0, 0, 0);

    private static final Set<String> PUNCTUATION = Set.of(",", ":", "``", "''", ".");
    private static final String TOP = "TOP";
    private static final int HARDLY = 2;

    /**
     * With one more sentence, whose words have their tags in the second column.
     *
     * @param right its constituents, from the first word to the one after the last
     * @param found those that a parser found
     */
    public BracketScores plus(Sequence sentence, List<Mark> right, List<Mark> found) {
        int[] kept = kept(sentence);
        List<Mark> golds = counted(right, kept);
        List<Mark> answers = counted(found, kept);
        Map<Mark, Integer> open = new HashMap<>();
        golds.forEach(mark -> open.merge(mark, 1, Integer::sum));
        int same = 0;
        int crossed = 0;
        for (Mark mark : answers) {
            int left = open.getOrDefault(mark, 0);
            open.put(mark, Math.max(0, left - 1));
            same += left > 0 ? 1 : 0;
            crossed += golds.stream().anyMatch(other -> cross(mark, other)) ? 1 : 0;
        }
        return new BracketScores(
                sentences + 1,
                gold + golds.size(),
                predicted + answers.size(),
                correct + same,
                exact + (same == golds.size() && same == answers.size() ? 1 : 0),
                crossing + crossed,
                uncrossed + (crossed == 0 ? 1 : 0),
                hardlyCrossed + (crossed <= HARDLY ? 1 : 0));
    }

    /** How many words that are no punctuation stand before each // [n + 1]. */
    private static int[] kept(Sequence sentence) {
        int[] kept = new int[sentence.length() + 1];
        for (int t = 0; t < sentence.length(); t++) {
            Token token = sentence.tokens().get(t);
            boolean isMark =
                    token.columns().size() > 1 && isPunctuation(token.columns().get(1));
            kept[t + 1] = kept[t] + (isMark ? 0 : 1);
        }
        return kept;
    }

    /** Whether words with this tag are not there for evalb. */
    static boolean isPunctuation(String tag) {
        return PUNCTUATION.contains(tag);
    }

    private static List<Mark> counted(List<Mark> marks, int[] kept) {
        List<Mark> counted = new ArrayList<>(marks.size());
        for (Mark mark : marks) {
            Mark own = comparable(mark, kept);
            if (own != null) {
                counted.add(own);
            }
        }
        return counted;
    }

    private static @Nullable Mark comparable(Mark mark, int[] kept) {
        int from = kept[mark.from()];
        int to = kept[mark.to()];
        return from < to && !mark.label().equals(TOP)
                ? new Mark(from, to, mark.label().equals("PRT") ? "ADVP" : mark.label())
                : null;
    }

    /** A constituent as it is compared with others, over the words that are no punctuation; null for one that does not count. */
    public static @Nullable Mark comparable(Sequence sentence, Mark mark) {
        return comparable(mark, kept(sentence));
    }

    private static boolean cross(Mark one, Mark other) {
        return one.from() < other.from() && other.from() < one.to() && one.to() < other.to()
                || other.from() < one.from() && one.from() < other.to() && other.to() < one.to();
    }

    /** The share of the found constituents that are right. */
    public double precision() {
        return Counts.ratio(correct, predicted);
    }

    /** The share of the right constituents that were found. */
    public double recall() {
        return Counts.ratio(correct, gold);
    }

    /** The harmonic mean of precision and recall. */
    public double f1() {
        return new Counts(gold, predicted, correct).f1();
    }

    /** As text. */
    public String text() {
        return String.format(
                        Locale.ROOT,
                        "%d sentences, %d constituents%n"
                                + "F1         %6.2f %%%n"
                                + "precision  %6.2f %%  constituents that are right, of %d that were found%n"
                                + "recall     %6.2f %%  constituents that were found%n"
                                + "exact      %6.2f %%  sentences with the right tree%n"
                                + "crossing   %6.2f    constituents per sentence that overlap with a right one; %.2f %% of the sentences have"
                                + " none, %.2f %% at most two%n",
                        sentences,
                        gold,
                        100 * f1(),
                        100 * precision(),
                        predicted,
                        100 * recall(),
                        100 * Counts.ratio(exact, sentences),
                        Counts.ratio(crossing, sentences),
                        100 * Counts.ratio(uncrossed, sentences),
                        100 * Counts.ratio(hardlyCrossed, sentences))
                .replace(System.lineSeparator(), "\n");
    }

    /** As JSON values; rates are fractions. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sentences", sentences);
        map.put("constituents", gold);
        map.put("predicted", predicted);
        map.put("correct", correct);
        map.put("f1", f1());
        map.put("precision", precision());
        map.put("recall", recall());
        map.put("exact", Counts.ratio(exact, sentences));
        map.put("crossing", Counts.ratio(crossing, sentences));
        map.put("uncrossed", Counts.ratio(uncrossed, sentences));
        map.put("hardlyCrossed", Counts.ratio(hardlyCrossed, sentences));
        return map;
    }
}
