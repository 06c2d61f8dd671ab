package org.espalier.data;

import java.util.Locale;

/** What to do with an annotation that begins or ends within a token, or has a gap. */
public enum Misalignment {
    /** It covers every token from the first to the last that it touches. */
    WIDEN,
    /** It is left out. */
    DROP,
    /** It is an error, and so are annotations that share tokens or cover none. */
    ERROR;

    /** The choice of that name in any case; the error lists the names. */
    public static Misalignment of(String name) {
        for (Misalignment choice : values()) {
            if (choice.toString().equals(name.toLowerCase(Locale.ROOT))) {
                return choice;
            }
        }
        throw new IllegalArgumentException("misaligned '" + name + "'; expected widen, drop or error");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
