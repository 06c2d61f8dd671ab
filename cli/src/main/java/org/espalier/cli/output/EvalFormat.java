package org.espalier.cli.output;

import java.util.Locale;

/** How {@code eval} writes its figures. */
public enum EvalFormat {
    TEXT,
    JSON,
    CONLLEVAL;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
