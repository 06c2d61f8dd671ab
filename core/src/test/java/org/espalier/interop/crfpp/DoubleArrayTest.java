package org.espalier.interop.crfpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.espalier.interop.crfpp.DoubleArrayKeys.Damage;
import org.junit.jupiter.api.Test;

final class DoubleArrayTest {

    /** A look-up as CRF++ does it, by the description of the format; −1 when there is no such string. */
    static int find(ByteBuffer array, byte[] key) {
        int base = array.getInt(0);
        for (byte c : key) {
            int unit = base + (c & 0xFF) + 1;
            if (array.getInt(8 * unit + 4) != base) {
                return -1;
            }
            base = array.getInt(8 * unit);
        }
        int value = array.getInt(8 * base);
        return array.getInt(8 * base + 4) == base && value < 0 ? -1 - value : -1;
    }

    private static ByteBuffer build(List<String> sorted) {
        byte[][] keys = sorted.stream()
                .map(key -> key.getBytes(StandardCharsets.ISO_8859_1))
                .toArray(byte[][]::new);
        int[] values = new int[keys.length];
        Arrays.setAll(values, k -> 3 * k);
        return DoubleArrayBuilder.build(keys, values);
    }

    private static List<String> list(ByteBuffer array) throws Damage {
        List<String> keys = new ArrayList<>();
        DoubleArrayKeys.list(
                array,
                1 << 20,
                (buffer, length, value) ->
                        keys.add(new String(buffer, 0, length, StandardCharsets.ISO_8859_1) + "=" + value));
        return keys;
    }

    @Test
    void whatIsBuiltIsFoundAndListed() throws Damage {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            TreeSet<String> keys = new TreeSet<>();
            for (int n = random.nextInt(300); n >= 0; n--) {
                StringBuilder key = new StringBuilder(random.nextBoolean() ? "U" : "B");
                for (int length = random.nextInt(6); length > 0; length--) {
                    key.append((char) (random.nextInt(8) == 0 ? 255 : 1 + random.nextInt(1 + random.nextInt(254))));
                }
                keys.add(key.toString());
            }
            List<String> sorted = List.copyOf(keys);

            ByteBuffer array = build(sorted);

            List<String> expected = new ArrayList<>();
            for (int k = 0; k < sorted.size(); k++) {
                assertThat(find(array, sorted.get(k).getBytes(StandardCharsets.ISO_8859_1)))
                        .isEqualTo(3 * k);
                expected.add(sorted.get(k) + "=" + 3 * k);
            }
            assertThat(list(array)).isEqualTo(expected);
        }
    }

    @Test
    void noStringsAreAnEmptyArray() throws Damage {
        assertThat(build(List.of()).remaining()).isZero();
        assertThat(list(ByteBuffer.allocate(0))).isEmpty();
    }

    @Test
    void aLongStringNeedsNoRecursion() throws Damage {
        String key = "U" + "x".repeat(100_000);

        assertThat(list(build(List.of(key)))).containsExactly(key + "=0");
    }

    private static ByteBuffer units(int... basesAndChecks) {
        ByteBuffer array = ByteBuffer.allocate(4 * basesAndChecks.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int number : basesAndChecks) {
            array.putInt(number);
        }
        return array.flip();
    }

    @Test
    void aCycleIsRefused() {
        // Unit 3 is the byte 1 after base 1, and leads to base 1 again.
        assertThatThrownBy(() -> list(units(1, 0, 0, 0, 0, 0, 1, 1)))
                .isInstanceOf(Damage.class)
                .hasMessageContaining("another unit's too");
    }

    @Test
    void aDiamondIsRefused() {
        // Two bytes lead to the same node: 30 such levels would spell a billion strings.
        assertThatThrownBy(() -> list(units(1, 0, 0, 0, 0, 0, 5, 1, 5, 1, -1, 5)))
                .isInstanceOf(Damage.class)
                .hasMessageContaining("another unit's too");
    }

    @Test
    void aBaseOutsideIsRefused() {
        assertThatThrownBy(() -> list(units(7, 0, 0, 0))).isInstanceOf(Damage.class);
        assertThatThrownBy(() -> list(units(0, 0, 0, 0))).isInstanceOf(Damage.class);
        assertThatThrownBy(() -> list(units(-5, 0, 0, 0))).isInstanceOf(Damage.class);
    }

    @Test
    void aChainCannotSpellMoreThanItsSizeJustifies() {
        // Every node of a long chain ends a string: lengths add up to the square of the size.
        List<String> keys = new ArrayList<>();
        StringBuilder key = new StringBuilder();
        for (int k = 0; k < 300; k++) {
            keys.add(key.append('a').toString());
        }
        ByteBuffer array = build(keys);

        assertThatThrownBy(() -> DoubleArrayKeys.list(array, 10_000, (buffer, length, value) -> {}))
                .isInstanceOf(Damage.class)
                .hasMessageContaining("longer than so few units");
    }
}
