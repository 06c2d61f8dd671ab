package org.espalier.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** The bytes of a file of sections, one after the other. */
interface SectionSource {

    /** How many there are, or −1 when only the end will tell. */
    long size();

    /** The next bytes, little-endian; fewer only at the end. The checksum takes them in. */
    ByteBuffer next(int length, CRC32C checksum) throws IOException;

    /** The next bytes as doubles; fewer only at the end. */
    double[] doubles(int count, CRC32C checksum) throws IOException;

    /**
     * Copies what it reads, so that nothing depends on the file afterwards.
     *
     * @param input read and not closed
     * @param size the length of the file, or −1 when it is not known
     */
    record Copied(InputStream input, long size) implements SectionSource {
        /** Read at a time: the checksum finds it in the cache, and a channel copies no more than this on its way. */
        private static final int PIECE = 1 << 16;

        @Override
        public ByteBuffer next(int length, CRC32C checksum) throws IOException {
            if (size < 0) {
                // A length that nothing has confirmed yet: the room grows with what comes.
                byte[] bytes = input.readNBytes(length);
                checksum.update(bytes);
                return littleEndian(bytes, bytes.length);
            }
            byte[] bytes = new byte[length];
            int at = 0;
            while (at < length) {
                int count = input.readNBytes(bytes, at, Math.min(PIECE, length - at));
                if (count == 0) {
                    break;
                }
                checksum.update(bytes, at, count);
                at += count;
            }
            return littleEndian(bytes, at);
        }

        @Override
        public double[] doubles(int count, CRC32C checksum) throws IOException {
            if (size < 0) {
                ByteBuffer bytes = next(Double.BYTES * count, checksum);
                double[] values = new double[bytes.remaining() / Double.BYTES];
                bytes.asDoubleBuffer().get(values);
                return values;
            }
            double[] values = new double[count];
            byte[] piece = new byte[Math.min(PIECE, Double.BYTES * count)];
            ByteBuffer view = littleEndian(piece, piece.length);
            for (int at = 0; at < count; ) {
                int wanted = Math.min(piece.length, Double.BYTES * (count - at));
                int found = input.readNBytes(piece, 0, wanted);
                checksum.update(piece, 0, found);
                view.asDoubleBuffer().get(values, at, found / Double.BYTES);
                at += found / Double.BYTES;
                if (found < wanted) {
                    return Arrays.copyOf(values, at);
                }
            }
            return values;
        }

        private static ByteBuffer littleEndian(byte[] bytes, int length) {
            return ByteBuffer.wrap(bytes, 0, length).slice().order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** Maps what it is asked for: sections are used where they lie, and must stay what they are. */
    final class Mapped implements SectionSource {
        private final FileChannel channel;
        private final long size;
        private long at;

        Mapped(FileChannel channel) throws IOException {
            this.channel = channel;
            this.size = channel.size();
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public ByteBuffer next(int length, CRC32C checksum) throws IOException {
            int count = (int) Math.min(length, size - at);
            ByteBuffer bytes = count == 0 ? ByteBuffer.allocate(0) : mapped(count);
            checksum.update(bytes.duplicate());
            at += count;
            return bytes.order(ByteOrder.LITTLE_ENDIAN);
        }

        private ByteBuffer mapped(int count) throws IOException {
            try {
                return channel.map(FileChannel.MapMode.READ_ONLY, at, count);
            } catch (UnsupportedOperationException e) {
                throw new IOException("a model inside an archive cannot be memory-mapped; use Loading.COPIED", e);
            }
        }

        @Override
        public double[] doubles(int count, CRC32C checksum) throws IOException {
            ByteBuffer bytes = next(Double.BYTES * count, checksum);
            double[] values = new double[bytes.remaining() / Double.BYTES];
            bytes.asDoubleBuffer().get(values);
            return values;
        }
    }
}
