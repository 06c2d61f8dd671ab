package org.espalier.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes dependency trees in ten columns, as {@link ConlluReader} reads them: what it read comes out as it was, but for line ends. A word without a
 * mark gets {@code _} for its head.
 */
final class ConlluFormatter implements SequenceFormatter {
    private static final int COLUMNS = 7; // FORM, LEMMA, UPOS, XPOS, FEATS; DEPS, MISC
    private static final int BEFORE_HEAD = 5;

    @Override
    public void append(Sequence sequence, StringBuilder text) {
        Map<Integer, List<String>> before = new HashMap<>(); // words written as one, by the first of them
        Map<Integer, List<String>> after = new HashMap<>(); // words that are not written, by the one before them
        for (String comment : sequence.comments()) {
            if (comment.startsWith("#")) {
                text.append(comment).append('\n');
            } else {
                boolean isRange = comment.substring(0, comment.indexOf('\t')).indexOf('-') > 0;
                int number =
                        Integer.parseInt(comment.substring(0, isRange ? comment.indexOf('-') : comment.indexOf('.')));
                (isRange ? before : after)
                        .computeIfAbsent(number, any -> new ArrayList<>())
                        .add(comment);
            }
        }
        int[] heads = new int[sequence.length()];
        String[] relations = new String[sequence.length()];
        for (Mark mark : sequence.marks() == null ? List.<Mark>of() : sequence.marks()) {
            heads[mark.to()] = mark.from() + 1;
            relations[mark.to()] = mark.label();
        }
        lines(after.get(0), text);
        for (int t = 0; t < sequence.length(); t++) {
            lines(before.get(t + 1), text);
            List<String> columns = sequence.tokens().get(t).columns();
            text.append(t + 1);
            for (int k = 0; k < COLUMNS; k++) {
                if (k == BEFORE_HEAD) {
                    text.append('\t').append(relations[t] == null ? "_" : String.valueOf(heads[t]));
                    text.append('\t').append(relations[t] == null ? "_" : relations[t]);
                }
                text.append('\t').append(k < columns.size() ? checked(sequence, columns.get(k)) : "_");
            }
            text.append('\n');
            lines(after.get(t + 1), text);
        }
        text.append('\n');
    }

    private static String checked(Sequence sequence, String column) {
        if (column.isEmpty() || column.indexOf('\t') >= 0 || column.indexOf('\n') >= 0) {
            throw new IllegalArgumentException(sequence.location() + ": the column '" + column
                    + "'; a column of CoNLL-U is not empty, and has no tab and no line end");
        }
        return column;
    }

    private static void lines(@Nullable List<String> lines, StringBuilder text) {
        for (String line : lines == null ? List.<String>of() : lines) {
            text.append(line).append('\n');
        }
    }
}
