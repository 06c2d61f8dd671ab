package org.espalier.data;

import java.util.Locale;

/** The text formats that sequences, and instances as sequences of length 1, are read from and written to. */
public enum Format {
    /**
     * One token per line in columns separated by blanks or by one tab; a blank line ends the sequence (CoNLL, CRF++,
     * Wapiti).
     */
    COLUMNS,
    /** One token per line: {@code label<TAB>attribute[:value]<TAB>…}; a blank line ends the sequence (CRFsuite). */
    CRFSUITE,
    /**
     * One JSON object per line: a sequence with {@code tokens} and {@code labels}, or an instance with {@code label} and {@code
     * text}, {@code features} or named fields (JSON Lines).
     */
    JSONL,
    /** One instance per line: {@code label index:value index:value …} (LIBSVM, LIBLINEAR, SVMlight). */
    LIBSVM,
    /** One instance per row of a table with a header (RFC 4180). */
    CSV,
    /** One document per line, with its label before or behind it. */
    TEXT,
    /** One frame per row of a table with a header: real values, a label, the name of the sequence. */
    FRAMES,
    /** One sequence of frames per line, with one label for the whole (the {@code .ts} files of the UEA archive, sktime and aeon). */
    TS,
    /** One word per line in ten columns, with its head and its relation to it (CoNLL-U, the files of Universal Dependencies). */
    CONLLU,
    /** Trees of constituents in brackets, as in the Penn Treebank: {@code (S (NP (NNS birds)) (VP (VBP sing)))}. */
    BRACKETS,
    /** One graph per line: its variables with labels and attributes, and the factors that join them (JSON Lines). */
    GRAPHS,
    /** Raw text, one text per line, which a tokeniser cuts into tokens. */
    LINES,
    /** Annotated text, one text per line: {@code [2](QTY) [cups](UNIT) of [flour](NAME)}. */
    INLINE,
    /** Raw text: a file, or every {@code .txt} file of a directory, is one text, which is cut into sentences. */
    DOCUMENT,
    /**
     * Annotated text in JSON: one object per line, or all in an array, with the text and its spans (exports of doccano, Prodigy and Label
     * Studio, and what {@code espalier tag} writes).
     */
    SPANS,
    /** Annotated text in two files: {@code x.txt} has the text, {@code x.ann} its annotations (the standoff format of brat). */
    BRAT;

    /** Whether every sequence of the format is one instance: a sequence of length 1. */
    public boolean isInstances() {
        return this == LIBSVM || this == CSV || this == TEXT;
    }

    /** Whether tokens are frames: named columns of real values. */
    public boolean isFrames() {
        return this == FRAMES || this == TS;
    }

    /** Whether every line can be read without the others. */
    public boolean isLinewise() {
        return this == JSONL || this == GRAPHS || this == LIBSVM || this == TEXT || this == LINES || this == INLINE;
    }

    /** Whether the data are running text that a tokeniser cuts into tokens. */
    public boolean isText() {
        return this == LINES || this == DOCUMENT || isAnnotated();
    }

    /** Whether the texts are documents, which may have many sentences. */
    public boolean isDocuments() {
        return this == DOCUMENT || this == SPANS || this == BRAT;
    }

    /** Whether the data are running text with annotated spans. */
    public boolean isAnnotated() {
        return this == INLINE || this == SPANS || this == BRAT;
    }

    /** The format of that name in any case; the error lists the names. */
    public static Format of(String name) {
        for (Format format : values()) {
            if (format.toString().equals(name.toLowerCase(Locale.ROOT))) {
                return format;
            }
        }
        throw new IllegalArgumentException(
                "format '" + name
                        + "'; expected columns, crfsuite, jsonl, libsvm, csv, text, frames, ts, conllu, brackets, lines, inline, document, spans or brat");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
