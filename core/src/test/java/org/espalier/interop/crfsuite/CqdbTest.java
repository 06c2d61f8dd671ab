package org.espalier.interop.crfsuite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.espalier.data.NativeText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CqdbTest {

    private static Cqdb database(List<String> names, Charset charset) throws Exception {
        List<byte[]> keys = new ArrayList<>();
        for (String name : names) {
            keys.add(NativeText.encode(name, charset));
        }
        CqdbWriter writer = new CqdbWriter(keys);
        ByteBuffer buffer = ByteBuffer.allocate((int) writer.size()).order(ByteOrder.LITTLE_ENDIAN);
        writer.write(buffer);
        return new Cqdb(buffer.flip().order(ByteOrder.LITTLE_ENDIAN), names.size(), charset);
    }

    /** Texts of every length and script, in no order. */
    private static List<String> names(int count, int largest) {
        Random random = new Random(count);
        TreeSet<String> names = new TreeSet<>();
        names.add("");
        while (names.size() < count) {
            StringBuilder name = new StringBuilder();
            for (int k = random.nextInt(30); k > 0; k--) {
                int point = 1 + random.nextInt(random.nextInt(4) == 0 ? largest : Math.min(largest, 0x7E));
                name.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 'x' : point);
            }
            names.add(name.toString());
        }
        return new ArrayList<>(names);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "EUC-JP"})
    void findsWhatIsThereAndNothingElse(String charsetName) throws Exception {
        Charset charset = Charset.forName(charsetName);
        for (int count : new int[] {1, 2, 300, 5000}) {
            int largest = charset.equals(StandardCharsets.UTF_8)
                    ? 0x10FFFF
                    : charset.equals(StandardCharsets.ISO_8859_1) ? 0xFF : 0x7E;
            List<String> all = names(2 * count, largest);
            List<String> there = all.subList(0, count);
            Cqdb database = database(there, charset);
            String[] names = all.toArray(new String[0]);
            int[] numbers = new int[names.length];
            database.indexOf(names, names.length, numbers);
            for (int k = 0; k < names.length; k++) {
                int expected = k < count ? k : -1;
                assertThat(database.indexOf(names[k])).as(names[k]).isEqualTo(expected);
                assertThat(database.indexOf(new StringBuilder(names[k]))).isEqualTo(expected);
                assertThat(numbers[k]).isEqualTo(expected);
            }
            for (int k = 0; k < count; k++) {
                assertThat(database.get(k)).isEqualTo(there.get(k));
            }
            assertThat(database.toVocabulary().size()).isEqualTo(count);
            assertThat(database.toVocabulary().indexOf(there.get(count / 2))).isEqualTo(count / 2);
        }
    }

    @Test
    void whatTheEncodingCannotExpressIsNotThere() throws Exception {
        assertThat(database(List.of("D", "?"), StandardCharsets.UTF_8).indexOf("\uD800"))
                .isEqualTo(-1);
        assertThat(database(List.of("D", "?"), StandardCharsets.ISO_8859_1).indexOf("\u0144"))
                .isEqualTo(-1);
        assertThat(database(List.of("D", "?"), Charset.forName("EUC-JP")).indexOf("\uD83D\uDE00"))
                .isEqualTo(-1);
    }

    @Test
    void bytesThatAreNoTextAreFoundByTheirEscapes() throws Exception {
        byte[] cut = {'a', (byte) 0xE6, (byte) 0x97};
        String name = NativeText.decode(cut, 0, cut.length, StandardCharsets.UTF_8);
        Cqdb database = database(List.of("b", name, "日"), StandardCharsets.UTF_8);
        assertThat(database.indexOf(name)).isEqualTo(1);
        assertThat(database.get(1)).isEqualTo(name);
        assertThat(database.indexOf("日")).isEqualTo(2);
    }

    @Test
    void theHashIsTheSameHoweverTheTextIsGiven() {
        for (String text : names(2000, 0x7E)) {
            ByteBuffer bytes = CqdbWriter.littleEndian(text.getBytes(StandardCharsets.UTF_8));
            int expected = Lookup3.hash(bytes, 0, text.length());
            assertThat((int) Lookup3.hash(text, 0x7F)).isEqualTo(expected);
            assertThat(Lookup3.hashUtf8(text, text.length())).isEqualTo(expected);
        }
        assertThat(Lookup3.hash("é", 0x7F)).isEqualTo(-1);
    }

    @Test
    void aLookUpAllocatesNothing() throws Exception {
        assumeTrue(
                ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean,
                "this Java virtual machine does not count what a thread allocates");
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        List<String> there = names(200, 0x2000);
        Cqdb database = database(there, StandardCharsets.UTF_8);
        String[] names = there.toArray(new String[0]);
        int[] numbers = new int[names.length];
        long sum = 0;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int round = 0; round < 100; round++) {
            database.indexOf(names, names.length, numbers);
            for (String name : names) {
                sum += database.indexOf(name);
            }
        }
        long perLookUp = (threads.getCurrentThreadAllocatedBytes() - before) / (200L * names.length);
        assertThat(sum).isPositive();
        assertThat(perLookUp).isZero();
    }
}
