package org.espalier.cli.option;

import picocli.CommandLine.ParameterException;

/** The command that a group of options belongs to: it takes what the group has to say. */
public interface Caller {

    /** Wrong usage: exit code 2 and the way to the help. */
    ParameterException usage(String problem);

    /** Tells of something that may not be meant. */
    void warn(String message);

    /** Tells that an option was renamed; it still works. */
    void noteOldSpelling(String old, String current);
}
