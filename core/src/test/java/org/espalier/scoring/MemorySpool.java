package org.espalier.scoring;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** A spool like a file, in memory. */
final class MemorySpool implements Spool {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public long append(ByteBuffer more) {
        long position = bytes.size();
        bytes.write(more.array(), more.position(), more.remaining());
        return position;
    }

    @Override
    public void read(long position, ByteBuffer into) {
        into.put(bytes.toByteArray(), (int) position, into.remaining());
    }

    @Override
    public void close() {}
}
