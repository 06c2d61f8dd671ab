package org.espalier.data;

/** What separates the columns of a line. */
public enum Separator {
    /** One or more spaces or tabs; blanks at the ends of the line do not count, so that no column is empty. */
    BLANKS,
    /** Exactly one tab; columns may be empty and may contain spaces. */
    TAB
}
