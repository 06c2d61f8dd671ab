package org.espalier.evaluate;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.Sequence;

/**
 * How many words have the right tag beside a tree of constituents, counted as evalb does: punctuation by the right tag is left out, as in {@link BracketScores}.
 *
 * @param words how many words there are that are no punctuation
 * @param correct how many of these have the right tag
 * @param all how many words there are with punctuation
 * @param allCorrect how many of these have the right tag
 */
public record TagScores(long words, long correct, long all, long allCorrect) {
    /** Nothing was compared. */
    public static final TagScores NONE = new TagScores(0, 0, 0, 0);

    private static final int TAG = 1;

    /** With one more sentence: as it should be, and as it was tagged. */
    public TagScores plus(Sequence right, Sequence found) {
        long counted = 0;
        long same = 0;
        long sameOfAll = 0;
        for (int t = 0; t < right.length(); t++) {
            String tag = right.tokens().get(t).columns().get(TAG);
            boolean isSame = tag.equals(found.tokens().get(t).columns().get(TAG));
            boolean counts = !BracketScores.isPunctuation(tag);
            counted += counts ? 1 : 0;
            same += counts && isSame ? 1 : 0;
            sameOfAll += isSame ? 1 : 0;
        }
        return new TagScores(words + counted, correct + same, all + right.length(), allCorrect + sameOfAll);
    }

    /** The share of right tags, without punctuation. */
    public double accuracy() {
        return Counts.ratio(correct, words);
    }

    /** As text. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "tags       %6.2f %%  words with the right tag, of %d without punctuation; %.2f %% of all %d\n",
                100 * accuracy(),
                words,
                100 * Counts.ratio(allCorrect, all),
                all);
    }

    /** As JSON values; rates are fractions. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("words", words);
        map.put("correct", correct);
        map.put("accuracy", accuracy());
        map.put("allWords", all);
        map.put("allCorrect", allCorrect);
        return map;
    }
}
