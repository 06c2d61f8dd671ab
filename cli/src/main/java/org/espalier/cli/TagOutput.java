package org.espalier.cli;

import java.util.Locale;

/** How tagged sequences are written. */
enum TagOutput {
    COLUMNS,
    LABELS,
    JSON,
    CRFSUITE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
