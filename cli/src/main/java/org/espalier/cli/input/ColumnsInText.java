package org.espalier.cli.input;

import java.util.function.Consumer;
import org.espalier.data.Sequence;
import org.espalier.text.TokenizedText;

/** Suspects that lines of raw text are columns of data: the first lines all have the same few fields. */
public final class ColumnsInText implements Consumer<Sequence> {
    private static final int LOOKED_AT = 100;
    private static final int ENOUGH = 20;
    private static final int MOST_FIELDS = 20;

    private int lines;
    private int fields;
    private boolean same = true;

    @Override
    public void accept(Sequence sequence) {
        TokenizedText text = sequence.text();
        if (text == null || lines >= LOOKED_AT || sequence.length() == 0) {
            return;
        }
        int found = text.text().strip().split("\\s+").length;
        same &= lines == 0 || found == fields;
        fields = found;
        lines++;
    }

    /** Whether the text looks like columns. */
    public boolean isLikely() {
        return same && lines >= ENOUGH && fields > 1 && fields <= MOST_FIELDS;
    }

    /** How many fields a line has. */
    public int fields() {
        return fields;
    }
}
