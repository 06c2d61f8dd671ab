package org.espalier.cli.input;

import java.util.function.Consumer;
import org.espalier.data.Sequence;
import org.espalier.text.TokenizedText;

/** Sees whether every text stands on one line. */
public final class TextLines implements Consumer<Sequence> {
    private boolean broken;

    @Override
    public void accept(Sequence sequence) {
        TokenizedText text = sequence.text();
        broken |= text != null && text.text().indexOf('\n') >= 0;
    }

    /** Whether no text had a line end within. */
    public boolean areWhole() {
        return !broken;
    }
}
