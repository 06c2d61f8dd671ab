package org.espalier.data;

import java.util.Locale;

/** The text formats that sequences are read from and written to. */
public enum Format {
    /**
     * One token per line in columns separated by blanks or by one tab; a blank line ends the sequence (CoNLL, CRF++,
     * Wapiti).
     */
    COLUMNS,
    /** One token per line: {@code label<TAB>attribute[:value]<TAB>…}; a blank line ends the sequence (CRFsuite). */
    CRFSUITE,
    /** One sequence per line, as a JSON object with {@code tokens} and {@code labels} (JSON Lines). */
    JSONL;

    /** The format of that name in any case; the error lists the names. */
    public static Format of(String name) {
        for (Format format : values()) {
            if (format.toString().equals(name.toLowerCase(Locale.ROOT))) {
                return format;
            }
        }
        throw new IllegalArgumentException("format '" + name + "'; expected columns, crfsuite or jsonl");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
