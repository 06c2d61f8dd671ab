package org.espalier.cli;

import java.util.Locale;

/** How {@code eval} writes its figures. */
enum EvalFormat {
    TEXT,
    JSON,
    CONLLEVAL;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
