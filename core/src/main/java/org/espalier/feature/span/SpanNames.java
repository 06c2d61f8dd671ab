package org.espalier.feature.span;

import java.util.function.Consumer;

/** Spells the attributes of one span, from its first word to before {@code end}. */
final class SpanNames {
    private static final int[] LENGTHS = {6, 8, 11, 16, 21, 31}; // above 5, lengths are counted in these steps
    private static final int EXACT = 5;
    private static final int WHOLE = 5; // so many tags are spelt in a row
    private static final int LONGEST_SHAPE = 12;

    private final SpanWords sentence;
    private final Consumer<CharSequence> sink;
    private final StringBuilder name = new StringBuilder(64);

    SpanNames(SpanWords sentence, Consumer<CharSequence> sink) {
        this.sentence = sentence;
        this.sink = sink;
    }

    private static String length(int length) {
        int step = length;
        for (int k = 0; k < LENGTHS.length && length > EXACT; k++) {
            step = length >= LENGTHS[k] ? LENGTHS[k] : step;
        }
        return Integer.toString(length > EXACT ? step : length);
    }

    private String tag(int t) {
        return sentence.at(sentence.tags, t);
    }

    private String word(int t) {
        return sentence.at(sentence.words, t);
    }

    /** A few, for a model that only chooses spans: tags at the borders, and words beside them. */
    void reportCoarse(int begin, int end) {
        String far = length(end - begin);
        String first = tag(begin);
        String last = tag(end - 1);
        String before = tag(begin - 1);
        String after = tag(end);
        tell("n:", far);
        tell("f:", first, " n:", far);
        tell("l:", last, " n:", far);
        tell("b:", before, " n:", far);
        tell("a:", after, " n:", far);
        tell("f:", first, " l:", last);
        tell("b:", before, " f:", first);
        tell("l:", last, " a:", after);
        tell("b:", before, " a:", after);
        tell("b:", before, " f:", first, " l:", last, " a:", after);
        tell("b:", before, " f:", first, " a:", after);
        tell("f:", first, " l:", last, " a:", after);
        tell("l:", last, " a:", after, " a2:", tag(end + 1));
        tell("b2:", tag(begin - 2), " b:", before, " f:", first);
        tell("fw:", word(begin), " a:", after);
        tell("bw:", word(begin - 1), " f:", first);
        tell("aw:", word(end), " l:", last);
        tell("lw:", word(end - 1), " a:", after);
        row(begin, end);
    }

    /** All. */
    void report(int begin, int end) {
        reportCoarse(begin, end);
        String far = length(end - begin);
        String first = tag(begin);
        String last = tag(end - 1);
        String before = tag(begin - 1);
        String after = tag(end);
        tell("fw:", word(begin));
        tell("lw:", word(end - 1));
        tell("bw:", word(begin - 1));
        tell("aw:", word(end));
        tell("fw:", word(begin), " n:", far);
        tell("lw:", word(end - 1), " n:", far);
        tell("fw:", word(begin), " lw:", word(end - 1));
        tell("fw:", word(begin), " l:", last);
        tell("f:", first, " lw:", word(end - 1));
        tell("bw:", word(begin - 1), " fw:", word(begin));
        tell("lw:", word(end - 1), " aw:", word(end));
        tell("bw:", word(begin - 1), " aw:", word(end));
        tell("bw:", word(begin - 1), " a:", after);
        tell("b:", before, " aw:", word(end));
        tell("b:", before, " a:", after, " n:", far);
        tell("f:", first, " l:", last, " n:", far);
        tell("f:", first, " f2:", tag(begin + 1));
        tell("f:", first, " f2:", tag(begin + 1), " b:", before);
        tell("l:", last, " l2:", tag(end - 2));
        tell("l:", last, " l2:", tag(end - 2), " a:", after);
        tell("a:", after, " a2:", tag(end + 1));
        tell("b:", before, " b2:", tag(begin - 2));
        tell("fs:", sentence.suffixes[begin], " ", sentence.shapes[begin]);
        tell("ls:", sentence.suffixes[end - 1], " ", sentence.shapes[end - 1]);
        shape(begin, end);
        inside(begin, end);
    }

    /** The tags of a short span in a row. */
    private void row(int begin, int end) {
        if (end - begin > WHOLE) {
            return;
        }
        name.setLength(0);
        name.append("row:");
        for (int t = begin; t < end; t++) {
            name.append(' ').append(sentence.tags[t]);
        }
        sink.accept(name);
    }

    /** What the words look like, equal neighbours once. */
    private void shape(int begin, int end) {
        name.setLength(0);
        name.append("shape:");
        String last = "";
        int count = 0;
        for (int t = begin; t < end && count <= LONGEST_SHAPE; t++) {
            String own = sentence.shapes[t];
            if (!own.equals(last)) {
                name.append(' ').append(own);
                count++;
            }
            last = own;
        }
        if (count <= LONGEST_SHAPE) {
            sink.accept(name);
        }
    }

    /** How many commas, conjunctions and verbs a longer span has. */
    private void inside(int begin, int end) {
        int commas = 0;
        int conjunctions = 0;
        int verbs = 0;
        for (int t = begin; t < end; t++) {
            String tag = sentence.tags[t];
            commas += tag.equals(",") ? 1 : 0;
            conjunctions += tag.equals("CC") ? 1 : 0;
            verbs += tag.startsWith("VB") || tag.equals("MD") ? 1 : 0;
        }
        tell("in:", few(commas), few(conjunctions), few(verbs));
        tell("in:", few(commas), few(conjunctions), few(verbs), " f:", tag(begin));
        tell("in:", few(commas), few(conjunctions), few(verbs), " l:", tag(end - 1), " a:", tag(end));
    }

    private static String few(int count) {
        return count == 0 ? "0" : count == 1 ? "1" : count == 2 ? "2" : "3";
    }

    private void tell(String... pieces) {
        name.setLength(0);
        for (String piece : pieces) {
            name.append(piece);
        }
        sink.accept(name);
    }
}
