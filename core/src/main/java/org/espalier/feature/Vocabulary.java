package org.espalier.feature;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Strings numbered from 0, both ways; immutable, safe to share between threads.
 *
 * <p>The vocabulary <em>is</em> its bytes: {@link #read} of a heap buffer or of a memory-mapped slice of a model file
 * copies nothing, and {@link #toBytes} gives the same bytes back. Little-endian:
 * <pre>
 * int  version                 1
 * int  n                       number of strings
 * int  m                       number of slots, n &lt; m
 * int  b                       number of bytes of all strings together
 * int  offset[n + 1]           string i is text[offset[i] … offset[i+1])
 * int  slot[m]                 open addressing: 0 is empty, else (fingerprint, i + 1), with i + 1 in the lowest bits
 * byte text[b]                 UTF-8
 * </pre>
 * A string with hash h (of its UTF-8 bytes, see {@code Utf8}) is looked for from slot ⌊(h ≫ 32) · m / 2³²⌋ onwards,
 * wrapping round, until an empty slot. The bits of a slot above those that the number n needs hold the lowest bits of
 * h, so that most other strings are passed by without a look at them. m = 2n + 1.
 *
 * <p>Memory: 12 bytes per string and the text. The whole may take 2 GiB. {@link #indexOf} allocates nothing.
 */
public final class Vocabulary implements AttributeIndex {
    static final int VERSION = 1;
    private static final int HEADER = 16;

    /** Checked at a time: a loop over an array is fast from its first pass on, which a program that tags one line needs. */
    private static final int BLOCK = 1024;

    private static final int LIMIT = Integer.MAX_VALUE - 8;

    private final ByteBuffer buffer;
    private final int size;
    private final int slots;
    private final int slotStart;
    private final int textStart;
    private final int idBits;

    /** Expects a validated little-endian buffer whose index 0 is the header. */
    private Vocabulary(ByteBuffer buffer) {
        this.buffer = buffer;
        this.size = buffer.getInt(4);
        this.slots = buffer.getInt(8);
        this.slotStart = HEADER + 4 * (size + 1);
        this.textStart = slotStart + 4 * slots;
        this.idBits = idBits(size);
    }

    /** At most 30, since n &lt; m and 4m bytes fit into a buffer. */
    private static int idBits(int size) {
        return 32 - Integer.numberOfLeadingZeros(size);
    }

    private static int home(long hash, int slots) {
        return (int) ((hash >>> 32) * slots >>> 32);
    }

    /** What a slot holds for string {@code id} with this hash; never 0. */
    private static int entry(long hash, int id, int idBits) {
        return (int) hash << idBits | id + 1;
    }

    /**
     * The vocabulary in the remaining bytes of a buffer, which must not change afterwards; the buffer's position does
     * not move.
     *
     * <p>Everything that a later look-up relies on is checked, in time proportional to the number of strings; the text
     * is not read.
     *
     * @throws IllegalArgumentException when the bytes are not a vocabulary; the message says why
     */
    public static Vocabulary read(ByteBuffer bytes) {
        ByteBuffer buffer = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        long available = buffer.remaining();
        check(available >= HEADER, "it has %d bytes, its header alone takes %d", available, HEADER);
        int version = buffer.getInt(0);
        check(version == VERSION, "its layout has the version %d, expected %d", version, VERSION);
        int size = buffer.getInt(4);
        int slots = buffer.getInt(8);
        int textBytes = buffer.getInt(12);
        check(size >= 0, "it claims %d strings", size);
        check(slots > size, "it claims %d slots for %d strings, expected more slots than strings", slots, size);
        check(textBytes >= 0, "it claims %d bytes of text", textBytes);
        long expected = HEADER + 4L * (size + 1L) + 4L * slots + textBytes;
        check(
                available == expected,
                "it has %d bytes, but %d strings, %d slots and %d bytes of text take %d",
                available,
                size,
                slots,
                textBytes,
                expected);
        Vocabulary vocabulary = new Vocabulary(buffer);
        vocabulary.checkOffsets(textBytes);
        vocabulary.checkSlots();
        return vocabulary;
    }

    private void checkOffsets(int textBytes) {
        int previous = buffer.getInt(HEADER);
        check(previous == 0, "its first string begins at byte %d of the text, expected 0", previous);
        IntBuffer offsets = ints(HEADER + 4, size);
        int[] block = new int[BLOCK];
        for (int begin = 0; begin < size; begin += BLOCK) {
            int count = Math.min(BLOCK, size - begin);
            offsets.get(block, 0, count);
            for (int i = 0; i < count; i++) {
                int next = block[i];
                if (next < previous) {
                    throw broken("string %d ends at byte %d, before it begins (%d)", begin + i, next, previous);
                }
                previous = next;
            }
        }
        check(previous == textBytes, "its last string ends at byte %d of %d bytes of text", previous, textBytes);
    }

    private void checkSlots() {
        IntBuffer entries = ints(slotStart, slots);
        int[] block = new int[BLOCK];
        int mask = (1 << idBits) - 1;
        int used = 0;
        for (int begin = 0; begin < slots; begin += BLOCK) {
            int count = Math.min(BLOCK, slots - begin);
            entries.get(block, 0, count);
            for (int i = 0; i < count; i++) {
                int slot = block[i];
                if (slot != 0) {
                    int id = (slot & mask) - 1;
                    if (id < 0 || id >= size) {
                        throw broken("slot %d points to string %d of %d", begin + i, id, size);
                    }
                    used++;
                }
            }
        }
        // As many used slots as strings leaves an empty one, where every search ends.
        check(used == size, "%d of its slots are in use for %d strings", used, size);
    }

    private IntBuffer ints(int begin, int count) {
        return buffer.slice(begin, 4 * count).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
    }

    private static void check(boolean condition, String problem, Object... values) {
        if (!condition) {
            throw broken(problem, values);
        }
    }

    private static IllegalArgumentException broken(String problem, Object... values) {
        return new IllegalArgumentException("not a vocabulary: " + String.format(Locale.ROOT, problem, values));
    }

    /** The number of strings. */
    @Override
    public int size() {
        return size;
    }

    /** String {@code index}. */
    @Override
    public String get(int index) {
        Objects.checkIndex(index, size);
        int from = offset(index);
        byte[] bytes = new byte[offset(index + 1) - from];
        buffer.get(textStart + from, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The string's number, or −1 when it is not in the vocabulary. */
    @Override
    public int indexOf(CharSequence text) {
        if (text instanceof AttributeName name) {
            return indexOf(name);
        }
        long hash = Utf8.hash(text);
        for (int i = candidate(hash, home(hash, slots)); i >= 0; i = candidate(hash, next(i))) {
            int id = id(slot(i));
            if (Utf8.matches(text, buffer, textStart + offset(id), textStart + offset(id + 1))) {
                return id;
            }
        }
        return -1;
    }

    /** The same for a name that is bytes already. */
    int indexOf(AttributeName name) {
        long hash = name.hash();
        for (int i = candidate(hash, home(hash, slots)); i >= 0; i = candidate(hash, next(i))) {
            int id = id(slot(i));
            if (name.matches(buffer, textStart + offset(id), textStart + offset(id + 1))) {
                return id;
            }
        }
        return -1;
    }

    /** The first slot from {@code i} on, before an empty one, whose fingerprint is that of the hash; −1 for none. */
    private int candidate(long hash, int i) {
        int wanted = (int) hash << idBits;
        int mask = -1 << idBits;
        while (true) {
            int slot = slot(i);
            if (slot == 0) {
                return -1;
            }
            if ((slot & mask) == wanted) {
                return i;
            }
            i = next(i);
        }
    }

    private int next(int i) {
        return i + 1 == slots ? 0 : i + 1;
    }

    private int slot(int i) {
        return buffer.getInt(slotStart + 4 * i);
    }

    private int id(int slot) {
        return (slot & (1 << idBits) - 1) - 1;
    }

    private int offset(int index) {
        return buffer.getInt(HEADER + 4 * index);
    }

    @Override
    public Vocabulary toVocabulary() {
        return this;
    }

    /** The bytes that {@link #read} takes: a read-only view, the same for equal strings in equal order. */
    public ByteBuffer toBytes() {
        return buffer.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The vocabulary of those strings whose number passes the test, in the same order. */
    public Cut keep(IntPredicate test) {
        ByteBuffer text = buffer.slice(textStart, buffer.capacity() - textStart).order(ByteOrder.LITTLE_ENDIAN);
        return assemble(text, this::offset, size, test);
    }

    private static Cut assemble(ByteBuffer text, IntUnaryOperator offset, int count, IntPredicate test) {
        int[] mapping = new int[count];
        int size = 0;
        long textBytes = 0;
        for (int i = 0; i < count; i++) {
            boolean kept = test.test(i);
            mapping[i] = kept ? size++ : -1;
            textBytes += kept ? offset.applyAsInt(i + 1) - offset.applyAsInt(i) : 0;
        }
        ByteBuffer target = ByteBuffer.wrap(room(size, textBytes)).order(ByteOrder.LITTLE_ENDIAN);
        int textStart = target.capacity() - (int) textBytes;
        int end = 0;
        for (int i = 0; i < count; i++) {
            int id = mapping[i];
            if (id >= 0) {
                int from = offset.applyAsInt(i);
                int to = offset.applyAsInt(i + 1);
                target.put(textStart + end, text, from, to - from);
                end += to - from;
                target.putInt(HEADER + 4 * (id + 1), end);
            }
        }
        return new Cut(indexed(target), mapping);
    }

    /** Bytes for so many strings: the header is there; offsets come next, and the text takes the last bytes. */
    private static byte[] room(int size, long textBytes) {
        long slots = 2L * size + 1;
        long total = HEADER + 4L * (size + 1L) + 4L * slots + textBytes;
        if (total > LIMIT) {
            throw new IllegalArgumentException("a vocabulary of " + size + " strings would take " + total
                    + " bytes; the limit is " + LIMIT + ": use fewer features or a higher minimum count");
        }
        byte[] bytes = new byte[(int) total];
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(VERSION).putInt(size).putInt((int) slots).putInt((int) textBytes);
        return bytes;
    }

    /** Fills the slots of a buffer that has everything else. */
    private static Vocabulary indexed(ByteBuffer target) {
        Vocabulary vocabulary = new Vocabulary(target);
        int slots = vocabulary.slots;
        int slotStart = vocabulary.slotStart;
        int from = vocabulary.textStart;
        for (int id = 0; id < vocabulary.size; id++) {
            int to = vocabulary.textStart + vocabulary.offset(id + 1);
            long hash = Utf8.hash(target, from, to);
            int slot = home(hash, slots);
            while (target.getInt(slotStart + 4 * slot) != 0) {
                slot = slot + 1 == slots ? 0 : slot + 1;
            }
            target.putInt(slotStart + 4 * slot, entry(hash, id, vocabulary.idBits));
            from = to;
        }
        return vocabulary;
    }

    /** Writes the text of strings one after the other, and where each of them ends. */
    interface Text {
        /** Puts text into {@code bytes} from {@code begin} on, and ends, counted from 0, into {@code offsets} from 1 on. */
        void write(byte[] bytes, int begin, int[] offsets);
    }

    /** The vocabulary of so many strings, whose text is written where it will stay. */
    static Vocabulary of(int size, int textBytes, Text text) {
        byte[] bytes = room(size, textBytes);
        int[] offsets = new int[size + 1];
        text.write(bytes, bytes.length - textBytes, offsets);
        ByteBuffer target = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        target.position(HEADER)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .put(offsets);
        target.clear();
        return indexed(target);
    }

    @Override
    public String toString() {
        return "Vocabulary[" + size + " strings]";
    }

    /** A vocabulary that kept a part of the strings, and where each of the former numbers went. */
    public static final class Cut {
        private final Vocabulary vocabulary;
        private final int[] mapping;

        private Cut(Vocabulary vocabulary, int[] mapping) {
            this.vocabulary = vocabulary;
            this.mapping = mapping;
        }

        /** The strings that were kept. */
        public Vocabulary vocabulary() {
            return vocabulary;
        }

        /** The number in the new vocabulary of the string that had the number {@code former}, or −1 when it was cut. */
        public int index(int former) {
            return mapping[former];
        }

        /** {@link #index} of every former number, as a new array. */
        public int[] mapping() {
            return mapping.clone();
        }
    }

    /**
     * Collects strings, numbers them in the order of their first appearance and counts them; for one thread.
     *
     * <p>Storage is flat: the text's bytes and 16 to 32 bytes per string.
     */
    public static final class Builder {
        private static final long HIGH = 0xFFFFFFFF00000000L;

        private byte[] text = new byte[1024];
        private ByteBuffer view = NameBuffer.wrap(text);
        private int[] offsets = new int[65]; // [capacity + 1]
        private int[] counts = new int[64]; // [capacity]
        private long[] table = new long[128]; // hash (32 bits), id + 1; 0 is empty; a power of two long
        private int size;
        private final NameBuffer name = new NameBuffer();

        /**
         * Adds one occurrence.
         *
         * @return the string's provisional number
         * @throws IllegalArgumentException when the text of all strings would exceed 2 GiB
         */
        public int add(CharSequence string) {
            return add(name.set(string));
        }

        int add(NameBuffer string) {
            return add(string.bytes(), 0, string.length(), string.hash(), 1);
        }

        /** Adds the strings of another builder in their order, as often as they were added there; gives their numbers here. */
        public int[] addAll(Builder other) {
            int[] numbers = new int[other.size];
            for (int id = 0; id < numbers.length; id++) {
                int from = other.offsets[id];
                int to = other.offsets[id + 1];
                numbers[id] = add(other.text, from, to, Utf8.hash(other.view, from, to), other.counts[id]);
            }
            return numbers;
        }

        private int add(byte[] bytes, int from, int to, long hash, int times) {
            int place = find(bytes, from, to, hash);
            long entry = table[place];
            if (entry == 0) {
                return append(bytes, from, to, hash, place, times);
            }
            int id = (int) entry - 1;
            counts[id] += Math.min(times, Integer.MAX_VALUE - counts[id]);
            return id;
        }

        /** The string's provisional number, or −1 when it has not been added. */
        public int indexOf(CharSequence string) {
            return indexOf(name.set(string));
        }

        /** Like the other; changes nothing, so several threads may ask as long as nothing is added. */
        int indexOf(NameBuffer string) {
            return (int) table[find(string.bytes(), 0, string.length(), string.hash())] - 1;
        }

        /** The place in the table where the string is or would be. */
        private int find(byte[] bytes, int from, int to, long hash) {
            int mask = table.length - 1;
            long wanted = hash & HIGH;
            int place = (int) (hash >>> 32) & mask;
            while (true) {
                long entry = table[place];
                if (entry == 0) {
                    return place;
                }
                if ((entry & HIGH) == wanted) {
                    int id = (int) entry - 1;
                    if (Arrays.equals(text, offsets[id], offsets[id + 1], bytes, from, to)) {
                        return place;
                    }
                }
                place = place + 1 & mask;
            }
        }

        private int append(byte[] bytes, int from, int to, long hash, int place, int times) {
            int begin = offsets[size];
            long end = (long) begin + to - from;
            if (end > LIMIT || size == LIMIT / 12) {
                throw new IllegalArgumentException("the vocabulary has " + size + " strings of " + begin
                        + " bytes together, and the next one does not fit into " + LIMIT
                        + " bytes; use fewer features, or fewer data to find them in");
            }
            if (end > text.length) {
                text = Arrays.copyOf(text, (int) Math.min(LIMIT, end + (end >> 1)));
                view = NameBuffer.wrap(text);
            }
            System.arraycopy(bytes, from, text, begin, to - from);
            int id = size++;
            if (id == counts.length) {
                int capacity = Math.min(LIMIT / 12, id + (id >> 1));
                counts = Arrays.copyOf(counts, capacity);
                offsets = Arrays.copyOf(offsets, capacity + 1);
            }
            counts[id] = times;
            offsets[id + 1] = (int) end;
            table[place] = hash & HIGH | size;
            if (size > table.length / 4 * 3) {
                grow();
            }
            return id;
        }

        private void grow() {
            long[] larger = new long[2 * table.length];
            int mask = larger.length - 1;
            for (long entry : table) {
                if (entry != 0) {
                    int place = (int) (entry >>> 32) & mask;
                    while (larger[place] != 0) {
                        place = place + 1 & mask;
                    }
                    larger[place] = entry;
                }
            }
            table = larger;
        }

        /** The number of different strings so far. */
        public int size() {
            return size;
        }

        /** How often string {@code id} was added; 2³¹−1 also stands for more than that. */
        public int count(int id) {
            Objects.checkIndex(id, size);
            return counts[id];
        }

        /** The string with the provisional number {@code id}. */
        public String get(int id) {
            Objects.checkIndex(id, size);
            return new String(text, offsets[id], offsets[id + 1] - offsets[id], StandardCharsets.UTF_8);
        }

        /** All strings; their numbers stay. The builder may be used further. */
        public Vocabulary build() {
            return build(0).vocabulary();
        }

        /** The strings that were added at least {@code minCount} times, renumbered without gaps in the same order. */
        public Cut build(int minCount) {
            return keep(id -> counts[id] >= minCount);
        }

        /** The strings whose provisional numbers pass the test, renumbered without gaps in the same order. */
        public Cut keep(IntPredicate test) {
            return assemble(view, id -> offsets[id], size, test);
        }
    }
}
