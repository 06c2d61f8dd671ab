package org.espalier.emission;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/**
 * A file of the safetensors format.
 *
 * <pre>
 *   8 bytes   n, the length of the header, little-endian
 *   n bytes   JSON: {"name": {"dtype": "F32", "shape": [9, 9], "data_offsets": [begin, end]}, …, "__metadata__": {…}}
 *   the rest  the numbers, little-endian, the last dimension first
 * </pre>
 */
final class Safetensors implements TensorFile {
    private static final String METADATA = "__metadata__";
    private static final int LONGEST_HEADER = 100_000_000; // the limit of the format
    private static final int MOST_NUMBERS = 1 << 26; // a layer of 8,192 labels

    private final FileChannel channel;
    private final Location location;
    private final long dataBegin;
    private final Map<String, Entry> entries;

    private record Entry(String type, List<Long> shape, long begin, long end) {}

    private Safetensors(FileChannel channel, Location location, long dataBegin, Map<String, Entry> entries) {
        this.channel = channel;
        this.location = location;
        this.dataBegin = dataBegin;
        this.entries = entries;
    }

    static Safetensors open(Path file, Location location) throws IOException {
        FileChannel channel = FileChannel.open(file);
        boolean done = false;
        try {
            long length = read(channel, 0, Long.BYTES, location).getLong();
            if (length < 2 || length > LONGEST_HEADER || length > channel.size() - Long.BYTES) {
                throw new DataFormatException(
                        location,
                        "a header of " + Long.toUnsignedString(length) + " bytes in a file of " + channel.size()
                                + "; is it a safetensors file, and whole?");
            }
            String header = StandardCharsets.UTF_8
                    .decode(read(channel, Long.BYTES, (int) length, location))
                    .toString();
            long begin = Long.BYTES + length;
            Map<String, Entry> entries = entries(Json.parse(header, location), channel.size() - begin, location);
            done = true;
            return new Safetensors(channel, location, begin, entries);
        } finally {
            if (!done) {
                channel.close();
            }
        }
    }

    private static Map<String, Entry> entries(@Nullable Object header, long size, Location location) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        if (!(header instanceof Map<?, ?> map)) {
            throw new DataFormatException(location, "the header is no JSON object");
        }
        map.forEach((name, value) -> {
            if (!METADATA.equals(name)) {
                entries.put((String) name, entry((String) name, value, size, location));
            }
        });
        return entries;
    }

    private static Entry entry(String name, @Nullable Object value, long size, Location location) {
        if (value instanceof Map<?, ?> map
                && map.get("dtype") instanceof String type
                && map.get("shape") instanceof List<?> shape
                && map.get("data_offsets") instanceof List<?> offsets
                && shape.stream().allMatch(n -> n instanceof Long side && side >= 0)
                && offsets.size() == 2
                && offsets.get(0) instanceof Long begin
                && offsets.get(1) instanceof Long end
                && 0 <= begin
                && begin <= end
                && end <= size) {
            return new Entry(type, shape.stream().map(n -> (Long) n).toList(), begin, end);
        }
        throw new DataFormatException(
                location,
                "the header describes the tensor '" + name
                        + "' wrongly; expected dtype, shape, and data_offsets within the file. Is the file whole?");
    }

    private static ByteBuffer read(FileChannel channel, long position, int length, Location location)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(length, Math.max(0, channel.size() - position)))
                .order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new EOFException("the file became shorter");
            }
        }
        if (buffer.capacity() < length) {
            throw new DataFormatException(location, "the file ends too early; copy it again");
        }
        return buffer.flip();
    }

    @Override
    public Set<String> names() {
        return entries.keySet();
    }

    @Override
    public long[] shape(String name) {
        return entry(name).shape().stream().mapToLong(Long::longValue).toArray();
    }

    private Entry entry(String name) {
        Entry entry = entries.get(name);
        if (entry == null) {
            throw new IllegalArgumentException("no tensor '" + name + "'");
        }
        return entry;
    }

    @Override
    public double[] values(String name) {
        Entry entry = entry(name);
        FloatType type = FloatType.ofSafetensors(entry.type());
        if (type == null) {
            throw new DataFormatException(
                    location,
                    "the tensor '" + name + "' has the type " + entry.type() + "; expected F64, F32, F16 or BF16");
        }
        long count = 1;
        for (long side : entry.shape()) {
            count = side > MOST_NUMBERS ? Long.MAX_VALUE : Math.min(count * side, Integer.MAX_VALUE);
        }
        if (count > MOST_NUMBERS || count * type.bytes() != entry.end() - entry.begin()) {
            throw new DataFormatException(
                    location,
                    "the tensor '" + name + "' has the shape " + entry.shape() + " and " + (entry.end() - entry.begin())
                            + " bytes; one of the two is wrong");
        }
        try {
            return type.read(
                    read(channel, dataBegin + entry.begin(), (int) (count * type.bytes()), location), (int) count);
        } catch (IOException e) {
            throw new DataFormatException(location, "cannot be read: " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new DataFormatException(location, "cannot be closed: " + e, e);
        }
    }
}
