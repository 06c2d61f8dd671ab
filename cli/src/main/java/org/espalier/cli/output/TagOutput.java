package org.espalier.cli.output;

import java.util.Locale;

/** How tagged sequences are written. */
public enum TagOutput {
    COLUMNS,
    LABELS,
    JSON,
    CRFSUITE,
    INLINE,
    BRAT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
