package org.espalier.data;

import org.espalier.text.TokenizedText;

/** Writes the text of a sequence as one line, without labels. */
public record LinesFormatter() implements SequenceFormatter {

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        TokenizedText text = line(sequence, "lines");
        out.append(text.text()).append(end(text));
    }

    /** What ends the line: nothing behind the last line of a file that has no end either. */
    static String end(TokenizedText text) {
        return text.lineEnd() == null ? "\n" : text.lineEnd();
    }

    /** The text of a sequence, if it can stand on one line. */
    static TokenizedText line(Sequence sequence, String format) {
        TokenizedText text = sequence.text();
        if (text == null || text.text().indexOf('\n') >= 0) {
            throw new IllegalArgumentException(sequence.location() + ": "
                    + (text == null ? "a sequence of tokens without its text" : "a text of several lines")
                    + ", which the format " + format + " cannot hold; write another format such as jsonl");
        }
        return text;
    }
}
