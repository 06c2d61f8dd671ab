package org.espalier.labelling.tree;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Token;

/**
 * Tags as marks: the tag of a word, which stands in the second column of its token, is the lowest mark over it.
 *
 * @param sequence the sentence with tags
 * @param marks its constituents, without tags
 */
public record TagMarks(Sequence sequence, List<Mark> marks) {
    private static final int TAG = 1;

    public TagMarks {
        marks = List.copyOf(marks);
    }

    /** Constituents and tags, from the top, by their first words. */
    public List<Mark> all() {
        List<Mark> all = new ArrayList<>(marks.size() + sequence.length());
        int next = 0;
        for (int t = 0; t < sequence.length(); t++) {
            for (; next < marks.size() && marks.get(next).from() <= t; next++) {
                all.add(marks.get(next));
            }
            all.add(new Mark(t, t + 1, tag(sequence, t)));
        }
        return all;
    }

    /**
     * The tag of a word.
     *
     * @throws DataFormatException when there is none
     */
    public static String tag(Sequence sequence, int t) {
        List<String> columns = sequence.tokens().get(t).columns();
        if (columns.size() <= TAG) {
            throw new DataFormatException(
                    sequence.location(),
                    "word " + (t + 1) + " has " + columns.size() + (columns.size() == 1 ? " column" : " columns")
                            + "; expected the word and its tag");
        }
        return columns.get(TAG);
    }

    /**
     * What {@link #all} gave, taken apart.
     *
     * @param sentence whose tags are replaced, or added if it has none
     */
    public static TagMarks of(Sequence sentence, List<Mark> all) {
        List<Mark> marks = new ArrayList<>(all);
        List<String> tags = new ArrayList<>();
        int last = -1;
        for (int t = 0; t < sentence.length(); t++) {
            for (int k = last + 1; k < marks.size() && marks.get(k).from() <= t; k++) {
                last = k;
            }
            tags.add(marks.remove(last--).label());
        }
        return new TagMarks(withTags(sentence, tags), marks);
    }

    /** A sentence with these tags in its second column. */
    public static Sequence withTags(Sequence sentence, List<String> tags) {
        List<Token> tokens = new ArrayList<>(sentence.length());
        for (int t = 0; t < sentence.length(); t++) {
            Token token = sentence.tokens().get(t);
            List<String> columns = new ArrayList<>(token.columns());
            if (columns.size() > TAG) {
                columns.set(TAG, tags.get(t));
            } else {
                columns.add(tags.get(t));
            }
            tokens.add(new Token(columns, token.attributes()));
        }
        return new Sequence(
                tokens,
                sentence.labels(),
                sentence.weight(),
                sentence.comments(),
                sentence.location(),
                null,
                sentence.marks());
    }
}
