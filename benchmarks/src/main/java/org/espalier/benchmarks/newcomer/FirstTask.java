package org.espalier.benchmarks.newcomer;

import java.util.Locale;

/** The data sets: columns, of which the first is the word and the last the label. */
enum FirstTask {
    CONLL2000("CoNLL-2000 chunks"),
    UD("UD English EWT, parts of speech"),
    WNUT("WNUT-17 names"),
    NCBI("NCBI-disease"),
    BC5CDR("BC5CDR"),
    USADDRESS("usaddress"),
    SNIPS("SNIPS slots");

    /** For people. */
    final String title;

    FirstTask(String title) {
        this.title = title;
    }

    /** As in the names of the prepared files, and on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
