package org.espalier.evaluate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.Mark;
import org.jspecify.annotations.Nullable;

/**
 * How many words of dependency trees have the right head (UAS), and the right relation too (LAS). All words count, punctuation included; words
 * without a gold head do not.
 *
 * @param sentences how many sentences there are
 * @param words how many words have a gold head
 * @param heads how many have the right head
 * @param labelled how many have the right head and relation
 * @param withoutSubtypes the same, where {@code nmod:poss} and {@code nmod} are one relation
 * @param wholeHeads how many sentences have all heads right
 * @param wholeTrees how many have all heads and relations right
 */
public record AttachmentScores(
        long sentences, long words, long heads, long labelled, long withoutSubtypes, long wholeHeads, long wholeTrees) {
    /** Nothing was compared. */
    public static final AttachmentScores NONE = new AttachmentScores(0, 0, 0, 0, 0, 0, 0);

    /** With one more sentence. */
    public AttachmentScores plus(int length, List<Mark> gold, List<Mark> predicted) {
        @Nullable Mark[] found = new Mark[length];
        predicted.forEach(mark -> found[mark.to()] = mark);
        int right = 0;
        int named = 0;
        int roughly = 0;
        for (Mark mark : gold) {
            Mark answer = found[mark.to()];
            if (answer != null && answer.from() == mark.from()) {
                right++;
                named += answer.label().equals(mark.label()) ? 1 : 0;
                roughly += main(answer.label()).equals(main(mark.label())) ? 1 : 0;
            }
        }
        return new AttachmentScores(
                sentences + 1,
                words + gold.size(),
                heads + right,
                labelled + named,
                withoutSubtypes + roughly,
                wholeHeads + (right == gold.size() ? 1 : 0),
                wholeTrees + (named == gold.size() ? 1 : 0));
    }

    private static String main(String relation) {
        int colon = relation.indexOf(':');
        return colon < 0 ? relation : relation.substring(0, colon);
    }

    /** The unlabelled attachment score, 0 to 1. */
    public double uas() {
        return rate(heads, words);
    }

    /** The labelled attachment score, 0 to 1. */
    public double las() {
        return rate(labelled, words);
    }

    private static double rate(long part, long all) {
        return all == 0 ? 0 : (double) part / all;
    }

    /** As text. */
    public String text() {
        return String.format(
                        Locale.ROOT,
                        "%d sentences, %d words%n"
                                + "UAS  %6.2f %%  words with the right head%n"
                                + "LAS  %6.2f %%  and the right relation%n"
                                + "     %6.2f %%  and the right relation, subtypes such as nmod:poss left aside%n"
                                + "     %6.2f %%  sentences with all heads right%n"
                                + "     %6.2f %%  sentences with the right tree%n",
                        sentences,
                        words,
                        100 * uas(),
                        100 * las(),
                        100 * rate(withoutSubtypes, words),
                        100 * rate(wholeHeads, sentences),
                        100 * rate(wholeTrees, sentences))
                .replace(System.lineSeparator(), "\n");
    }

    /** As JSON values; rates are fractions. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sentences", sentences);
        map.put("words", words);
        map.put("uas", uas());
        map.put("las", las());
        map.put("lasWithoutSubtypes", rate(withoutSubtypes, words));
        map.put("wholeHeads", rate(wholeHeads, sentences));
        map.put("wholeTrees", rate(wholeTrees, sentences));
        return map;
    }
}
