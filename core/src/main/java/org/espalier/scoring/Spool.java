package org.espalier.scoring;

import java.nio.ByteBuffer;

/** A place outside the heap for what is written once and read again on every pass. */
public interface Spool extends AutoCloseable {

    /** Appends the remaining bytes; returns the position of the first. */
    long append(ByteBuffer bytes);

    /** Fills the buffer with what was appended from that position on. */
    void read(long position, ByteBuffer into);

    /** Lets go of everything. */
    @Override
    void close();
}
