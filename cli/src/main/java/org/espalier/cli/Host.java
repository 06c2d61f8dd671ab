package org.espalier.cli;

/** The program that a command is part of. */
interface Host {

    /** Where its commands write. */
    Streams streams();
}
