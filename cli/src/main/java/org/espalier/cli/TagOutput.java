package org.espalier.cli;

/** How tagged sequences are written. */
enum TagOutput {
    COLUMNS,
    LABELS,
    JSON,
    CRFSUITE
}
