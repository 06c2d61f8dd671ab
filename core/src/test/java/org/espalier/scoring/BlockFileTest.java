package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is written comes out again, from blocks of any size, without new arrays where the old ones are long enough. */
class BlockFileTest {

    /** Bytes in memory. */
    private static final class Memory implements Spool {
        private byte[] bytes = {};

        @Override
        public long append(ByteBuffer more) {
            int begin = bytes.length;
            bytes = Arrays.copyOf(bytes, begin + more.remaining());
            more.get(bytes, begin, more.remaining());
            return begin;
        }

        @Override
        public void read(long position, ByteBuffer into) {
            into.put(bytes, (int) position, into.remaining());
        }

        @Override
        public void close() {}
    }

    private static int[] integers(int count, int first) {
        return IntStream.range(first, first + count).toArray();
    }

    private static double[] doubles(int count) {
        double[] numbers = new double[count];
        Arrays.setAll(numbers, k -> k / 3.0);
        return numbers;
    }

    private static int write(BlockFile file, Memory memory, int count) {
        int begin = memory.bytes.length;
        file.beginWriting();
        file.write(count);
        file.write(integers(count + 3, 5), count);
        file.write(doubles(count + 2), count);
        file.write((double[]) null, count);
        file.write(integers(4, -2), 4);
        ByteBuffer written = file.written();
        assertThat(written.remaining()).isEqualTo(4 + 4 + 4 * count + 4 + 8 * count + 4 + 4 + 16);
        assertThat(memory.append(written)).isEqualTo(begin);
        return begin;
    }

    private static void read(BlockFile file, Memory memory, int begin, int end, int count) {
        file.beginReading(memory, begin, end - begin);
        assertThat(file.readInt()).isEqualTo(count);
        assertThat(Arrays.copyOf(file.readInts(), count)).isEqualTo(integers(count, 5));
        assertThat(Arrays.copyOf(file.readDoubles(), count)).isEqualTo(doubles(count));
        assertThat(file.readDoubles()).isNull();
        assertThat(Arrays.copyOf(file.readInts(), 4)).isEqualTo(integers(4, -2));
    }

    @Test
    void blocksOfAnySizeAreReadAsTheyWereWritten() {
        Memory memory = new Memory();
        BlockFile file = new BlockFile();
        int[] counts = {0, 1, 5_459, 5_460, 5_461, 100, 40_000, 7};
        int[] begins = new int[counts.length + 1];
        for (int k = 0; k < counts.length; k++) {
            begins[k] = write(file, memory, counts[k]);
        }
        begins[counts.length] = memory.bytes.length;
        for (BlockFile reader : new BlockFile[] {file, new BlockFile()}) {
            for (int k = counts.length - 1; k >= 0; k--) {
                read(reader, memory, begins[k], begins[k + 1], counts[k]);
            }
        }
    }

    @Test
    void arraysAreUsedAgain() {
        Memory memory = new Memory();
        BlockFile file = new BlockFile();
        write(file, memory, 80);
        int middle = memory.bytes.length;
        write(file, memory, 81);
        file.beginReading(memory, 0, middle);
        file.readInt();
        int[] first = file.readInts();
        double[] numbers = file.readDoubles();
        assertThat(first).hasSize(80);
        assertThat(numbers).hasSize(80);
        file.beginReading(memory, 0, middle);
        file.readInt();
        assertThat(file.readInts()).isSameAs(first);
        assertThat(file.readDoubles()).isSameAs(numbers);
        file.beginReading(memory, middle, memory.bytes.length - middle);
        file.readInt();
        assertThat(file.readInts()).as("with some room for longer ones").hasSize(81 + 10);
        assertThat(file.readDoubles()).hasSize(81 + 10);
    }

    @Test
    void whatFitsIntoNoArrayIsRefused() {
        BlockFile file = new BlockFile();
        file.beginWriting();
        assertThatThrownBy(() -> file.write(new double[1], 300_000_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a block of 2400000004 bytes is too large; split the longest sequences");
    }
}
