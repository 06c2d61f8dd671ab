package org.espalier.data;

import org.espalier.text.TokenizedText;

/** Writes the text of a sequence as it was read: the sentences of a document, one after the other, are the document. */
public record DocumentFormatter() implements SequenceFormatter {

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        TokenizedText text = sequence.text();
        if (text == null) {
            throw new IllegalArgumentException(sequence.location()
                    + ": a sequence of tokens without its text, which the format document cannot hold; write another format such"
                    + " as jsonl");
        }
        out.append(text.text()).append(text.lineEnd() == null ? "" : text.lineEnd());
    }
}
