package org.espalier.cli.command;

import org.espalier.cli.output.Streams;

/** The program that a command is part of. */
public interface Host {

    /** Where its commands write. */
    Streams streams();
}
