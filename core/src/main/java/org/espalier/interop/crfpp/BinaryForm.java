package org.espalier.interop.crfpp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.NativeText;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;

/**
 * The binary form of a CRF++ model.
 *
 * <pre>
 *   int     version              100 to 199
 *   int     type                 0
 *   double  cost factor
 *   int     number of weights    unsigned, as all sizes
 *   int     columns needed
 *   int     bytes of the double array
 *   int     bytes of the labels
 *   labels, each ended by a zero byte
 *   int     bytes of the template
 *   template lines, each ended by a zero byte; zero bytes until labels and template are a multiple of 4 together
 *   double array                 see {@link DoubleArrayKeys}
 *   float   weight[number of weights]
 * </pre>
 *
 * CRF++ writes in the byte order of the machine; the version tells which one that was.
 */
final class BinaryForm {
    private static final int HEADER = 32;
    private static final int FLOATS_PER_PART = 1 << 28;
    private static final int MOST_TEXT = 1 << 28;

    /** Read at a time, because a channel sets as much aside as is asked for at once. */
    private static final int PIECE = 1 << 16;

    /** Strings may be this many times as long as the file: neighbours share their beginnings in it. */
    private static final int SPELLING = 64;

    private final Path file;
    private final SeekableByteChannel channel;
    private final Charset charset;
    private final long size;
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

    private BinaryForm(Path file, SeekableByteChannel channel, Charset charset) throws IOException {
        this.file = file;
        this.channel = channel;
        this.charset = charset;
        this.size = channel.size();
    }

    /** Whether a file that begins with these bytes may be a binary model. */
    static boolean begins(ByteBuffer start) {
        return start.remaining() >= 8
                && start.getInt(start.position() + 4) == 0
                && (isVersion(start.order(ByteOrder.LITTLE_ENDIAN).getInt(start.position()))
                        || isVersion(start.order(ByteOrder.BIG_ENDIAN).getInt(start.position())));
    }

    private static boolean isVersion(int version) {
        return version / 100 == CrfppContent.VERSION / 100;
    }

    static CrfppContent read(Path file, SeekableByteChannel channel, Charset charset) throws IOException {
        return new BinaryForm(file, channel, charset).read();
    }

    private CrfppContent read() throws IOException {
        require(HEADER, "its header");
        ByteBuffer header = part(0, HEADER);
        int version = version(header);
        header.order(order);
        double costFactor = header.getDouble(8);
        long weightCount = Integer.toUnsignedLong(header.getInt(16));
        int columns = header.getInt(20);
        long arrayBytes = Integer.toUnsignedLong(header.getInt(24));
        long labelBytes = Integer.toUnsignedLong(header.getInt(28));
        long templateAt = HEADER + labelBytes;
        require(templateAt + 4, "its labels");
        long templateBytes = Integer.toUnsignedLong(part(templateAt, 4).getInt(0));
        long arrayAt = templateAt + 4 + templateBytes;
        long weightsAt = arrayAt + arrayBytes;
        long expected = weightsAt + Float.BYTES * weightCount;
        require(expected, "what its header announces");
        if (size > expected) {
            throw corrupt(expected, "the file continues for " + (size - expected) + " bytes after its end");
        }
        if (!Double.isFinite(costFactor)) {
            throw corrupt(8, "a cost factor of " + costFactor);
        }
        if (weightCount > Integer.MAX_VALUE || arrayBytes > Integer.MAX_VALUE || arrayBytes % 8 != 0 || columns < 0) {
            throw corrupt(
                    16, weightCount + " weights, " + columns + " columns and " + arrayBytes + " bytes of dictionary");
        }
        List<String> labels = texts(HEADER, labelBytes, true);
        List<String> template = texts(templateAt + 4, templateBytes, false);
        Strings strings = strings(arrayAt, (int) arrayBytes);
        FloatBuffer[] weights = weights(weightsAt, (int) weightCount);
        return new CrfppContent(
                version,
                costFactor,
                columns,
                labels,
                template,
                strings.texts.toArray(new String[0]),
                Arrays.copyOf(strings.ids, strings.texts.size()),
                (int) weightCount,
                index -> weights[index / FLOATS_PER_PART].get(index % FLOATS_PER_PART));
    }

    private int version(ByteBuffer header) {
        int little = header.getInt(0);
        int big = Integer.reverseBytes(little);
        if (isVersion(big)) {
            order = ByteOrder.BIG_ENDIAN;
            return big;
        }
        if (!isVersion(little)) {
            boolean newer = little >= 200 && little < 10_000;
            throw new ModelFormatException(
                    newer ? Kind.TOO_NEW : Kind.NOT_A_MODEL,
                    file,
                    "this is not a CRF++ model: its version is " + Integer.toUnsignedString(little)
                            + ", expected 100 to 199");
        }
        return little;
    }

    /** Texts that are ended by zero bytes; empty ones are labels too, but no template lines. */
    private List<String> texts(long offset, long length, boolean keepEmpty) throws IOException {
        if (length > MOST_TEXT) {
            throw corrupt(offset, length + " bytes of text; expected at most " + MOST_TEXT);
        }
        byte[] bytes = new byte[(int) length];
        part(offset, (int) length).get(bytes);
        List<String> texts = new ArrayList<>();
        int begin = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == 0) {
                if (at > begin || keepEmpty) {
                    texts.add(text(bytes, begin, at - begin, offset + begin));
                }
                begin = at + 1;
            }
        }
        if (begin < bytes.length) {
            throw corrupt(offset + begin, "a text without the zero byte that ends it");
        }
        return texts;
    }

    /** The strings of the dictionary, in the order of their bytes, and their values. */
    private static final class Strings {
        private final List<String> texts = new ArrayList<>();
        private int[] ids = new int[64];

        void add(String text, int id) {
            ids = texts.size() == ids.length ? Arrays.copyOf(ids, 2 * ids.length) : ids;
            ids[texts.size()] = id;
            texts.add(text);
        }
    }

    private Strings strings(long offset, int length) throws IOException {
        Strings strings = new Strings();
        try {
            DoubleArrayKeys.list(
                    part(offset, length),
                    SPELLING * size + (1 << 20),
                    (buffer, keyLength, value) -> strings.add(text(buffer, 0, keyLength, offset), value));
        } catch (DoubleArrayKeys.Damage e) {
            throw corrupt(offset + 8L * e.unit(), "a unit of its dictionary is damaged: " + e.getMessage());
        }
        return strings;
    }

    private String text(byte[] bytes, int from, int length, long offset) {
        try {
            return NativeText.decode(bytes, from, length, charset);
        } catch (CharacterCodingException e) {
            throw corrupt(
                    offset, "a text that is not " + charset + "; name the encoding that the model was trained in");
        }
    }

    private FloatBuffer[] weights(long offset, int count) throws IOException {
        FloatBuffer[] parts = new FloatBuffer[(int) ((count + (long) FLOATS_PER_PART - 1) / FLOATS_PER_PART)];
        for (int k = 0; k < parts.length; k++) {
            long from = (long) k * FLOATS_PER_PART;
            int floats = (int) Math.min(FLOATS_PER_PART, count - from);
            parts[k] = part(offset + Float.BYTES * from, Float.BYTES * floats).asFloatBuffer();
        }
        return parts;
    }

    /** A copy of a part of the file. */
    private ByteBuffer part(long offset, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(order);
        channel.position(offset);
        while (bytes.position() < length) {
            bytes.limit(Math.min(length, bytes.position() + PIECE));
            if (channel.read(bytes) < 0) {
                throw new IOException("the file became shorter while it was read");
            }
        }
        return bytes.flip();
    }

    private void require(long needed, String what) {
        if (size < needed) {
            throw new ModelFormatException(
                    Kind.TRUNCATED,
                    file,
                    "the file is truncated: it has " + size + " bytes, " + what + " takes " + needed
                            + "; copy it again, or create it again");
        }
    }

    private ModelFormatException corrupt(long offset, String problem) {
        return new ModelFormatException(
                Kind.CORRUPT, file, "the CRF++ model is corrupt at byte " + offset + ": " + problem);
    }

    /** Writes the content from the beginning of the file on; strings are sorted already. */
    static void write(CrfppContent content, FileChannel target, Charset charset) throws IOException {
        byte[][] keys = new byte[content.strings().length][];
        for (int k = 0; k < keys.length; k++) {
            keys[k] = NativeText.encode(content.strings()[k], charset);
        }
        ByteBuffer array = DoubleArrayBuilder.build(keys, content.ids());
        byte[] labels = joined(content.labels(), charset);
        byte[] lines = joined(content.template(), charset);
        lines = Arrays.copyOf(lines, lines.length + Math.floorMod(-(labels.length + lines.length), 4));
        ByteBuffer header =
                ByteBuffer.allocate(HEADER + labels.length + 4 + lines.length).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(content.version()).putInt(0).putDouble(content.costFactor());
        header.putInt(content.weightCount()).putInt(content.columns());
        header.putInt(array.remaining()).putInt(labels.length).put(labels);
        header.putInt(lines.length).put(lines);
        writeFully(target, header.flip());
        writeFully(target, array);
        ByteBuffer block = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
        for (int k = 0; k < content.weightCount(); k++) {
            block.putFloat((float) content.weights().applyAsDouble(k));
            if (!block.hasRemaining()) {
                writeFully(target, block.flip());
                block.clear();
            }
        }
        writeFully(target, block.flip());
    }

    private static byte[] joined(List<String> texts, Charset charset) throws CharacterCodingException {
        return NativeText.encode(String.join("\0", texts) + (texts.isEmpty() ? "" : "\0"), charset);
    }

    private static void writeFully(FileChannel target, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            target.write(bytes);
        }
    }
}
