package org.espalier.cli.input;

import java.util.function.Consumer;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.jspecify.annotations.Nullable;

/** Refuses files of one run that have different numbers of columns: what a feature looks at would be another thing in each. */
public final class SameColumns implements Consumer<Sequence> {
    private final boolean counted;
    private int columns = -1;
    private @Nullable Location first;

    public SameColumns(DataOptions options) {
        this.counted = options.format() == Format.COLUMNS || options.format() == Format.JSONL;
    }

    @Override
    public void accept(Sequence sequence) {
        if (!counted
                || sequence.length() == 0
                || !sequence.tokens().get(0).names().isEmpty()) {
            return;
        }
        int found = sequence.tokens().get(0).columns().size();
        if (first == null) {
            first = sequence.location();
            columns = found;
        }
        if (found != columns) {
            throw new DataFormatException(
                    sequence.location(),
                    found + (found == 1 ? " column" : " columns") + " besides the label, expected " + columns
                            + " as at " + first
                            + "; all training and development files need the same columns");
        }
    }
}
