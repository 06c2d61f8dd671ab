package org.espalier.cli.command;

/** The exit codes of the program. */
public final class ExitCode {
    public static final int SUCCESS = 0;

    /** The command could not do what it was asked to. */
    public static final int FAILURE = 1;

    /** The command line is wrong. */
    public static final int USAGE = 2;

    private ExitCode() {}
}
