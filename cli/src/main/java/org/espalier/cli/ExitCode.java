package org.espalier.cli;

/** What the program tells its caller by a number. */
final class ExitCode {
    static final int SUCCESS = 0;

    /** The command could not do what it was asked to. */
    static final int FAILURE = 1;

    /** The command line is wrong. */
    static final int USAGE = 2;

    private ExitCode() {}
}
