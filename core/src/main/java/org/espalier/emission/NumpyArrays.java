package org.espalier.emission;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;

/**
 * Arrays of numpy: a single one ({@code .npy}), or an archive of them ({@code .npz}).
 *
 * <pre>
 *   \x93NUMPY  version (2 bytes)  n (2 bytes, from version 2 on 4)
 *   n bytes    {'descr': '&lt;f4', 'fortran_order': False, 'shape': (9, 9), }
 *   the rest   the numbers
 * </pre>
 */
final class NumpyArrays implements TensorFile {
    /** What the array of an {@code .npy} file is called: it has no name of its own. */
    private static final String ONLY = "transitions";

    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int LARGEST = 1 << 29; // bytes: a layer of 8,192 labels
    private static final Pattern DESCRIPTION = Pattern.compile("'descr':\\s*'([<>|=])f([248])'");
    private static final Pattern ORDER = Pattern.compile("'fortran_order':\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape':\\s*\\(([0-9, ]*)\\)");
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

    private final Map<String, Array> arrays;

    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Array(long[] shape, double[] values) {}

    private NumpyArrays(Map<String, Array> arrays) {
        this.arrays = arrays;
    }

    static NumpyArrays ofArray(byte[] bytes, Location location) {
        return new NumpyArrays(Map.of(ONLY, array(bytes, location)));
    }

    /** Reads the floating-point arrays of an archive. */
    static NumpyArrays ofArchive(Path file, Location location) throws IOException {
        Map<String, Array> arrays = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                try (InputStream input = zip.getInputStream(entry)) {
                    byte[] bytes = input.readNBytes(LARGEST);
                    arrays.put(entry.getName(), array(bytes, new Location(location + "!" + entry.getName(), 0)));
                }
            }
        } catch (IllegalArgumentException e) { // a name that is no text
            throw new DataFormatException(location, "the archive is damaged: " + e.getMessage(), e);
        }
        return new NumpyArrays(arrays);
    }

    private static Array array(byte[] bytes, Location location) {
        if (bytes.length < 12 || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new DataFormatException(location, "no array of numpy; expected a file that numpy.save wrote");
        }
        ByteBuffer buffer =
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).position(MAGIC.length);
        int version = buffer.get();
        buffer.get();
        long length = version == 1 ? buffer.getShort() & 0xFFFF : buffer.getInt() & 0xFFFFFFFFL;
        if (length > buffer.remaining()) {
            throw new DataFormatException(location, "the file ends within its header; copy it again");
        }
        String header = new String(bytes, buffer.position(), (int) length, StandardCharsets.ISO_8859_1);
        buffer.position(buffer.position() + (int) length);
        Matcher description = DESCRIPTION.matcher(header);
        Matcher order = ORDER.matcher(header);
        Matcher shape = SHAPE.matcher(header);
        if (!description.find() || !order.find() || !shape.find()) {
            throw new DataFormatException(
                    location,
                    "the header is " + header.trim()
                            + "; expected an array of floating-point numbers: save it with .astype('float32')");
        }
        FloatType type = FloatType.ofBytes(Integer.parseInt(description.group(2)));
        if (type == null) {
            throw new IllegalStateException("the pattern knows more types than there are");
        }
        long[] sides = sides(shape.group(1), location);
        long count = 1;
        for (long side : sides) {
            count = Math.min(count * Math.min(side, Integer.MAX_VALUE), Integer.MAX_VALUE);
        }
        if (count * type.bytes() != buffer.remaining()) {
            throw new DataFormatException(
                    location,
                    "the shape " + Arrays.toString(sides) + " needs " + count * type.bytes() + " bytes, and "
                            + buffer.remaining() + " are there; copy the file again");
        }
        buffer.order(description.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        double[] values = type.read(buffer, (int) count);
        return new Array(
                sides, order.group(1).equals("True") && sides.length == 2 ? transposed(values, sides) : values);
    }

    private static long[] sides(String text, Location location) {
        try {
            return COMMA.splitAsStream(text.trim())
                    .filter(side -> !side.isEmpty())
                    .mapToLong(Long::parseLong)
                    .toArray();
        } catch (NumberFormatException e) {
            throw new DataFormatException(location, "the shape is (" + text + "); expected whole numbers", e);
        }
    }

    /** Columns written one after the other, as rows one after the other. */
    private static double[] transposed(double[] values, long[] sides) {
        int rows = (int) sides[0];
        int columns = (int) sides[1];
        double[] other = new double[values.length];
        for (int k = 0; k < values.length; k++) {
            other[k % rows * columns + k / rows] = values[k];
        }
        return other;
    }

    @Override
    public Set<String> names() {
        return arrays.keySet();
    }

    private Array array(String name) {
        Array array = arrays.get(name);
        if (array == null) {
            throw new IllegalArgumentException("no array '" + name + "'");
        }
        return array;
    }

    @Override
    public long[] shape(String name) {
        return array(name).shape().clone();
    }

    @Override
    public double[] values(String name) {
        return array(name).values().clone();
    }

    @Override
    public void close() {} // everything has been read
}
