package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EntropyCoderTest {

    private static byte[] decode(byte[] coded, int most, byte[] given) {
        ByteBuffer bytes = ByteBuffer.wrap(coded).order(ByteOrder.LITTLE_ENDIAN);
        byte[] data = EntropyCoder.decode(bytes, most, given);
        assertThat(bytes.hasRemaining()).isFalse();
        return data;
    }

    /** Bytes of an exponential distribution, the flatter the larger the scale; 0 gives a constant. */
    private static byte[] skewed(Random random, int length, double scale) {
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) Math.min(255, -scale * Math.log(1 - random.nextDouble()));
        }
        return data;
    }

    @Test
    void whatWasCodedComesBack() {
        Random random = new Random(1);
        for (int round = 0; round < 600; round++) {
            int length = round < 20 ? round : random.nextInt(1 << random.nextInt(14));
            byte[] data = skewed(random, length, random.nextInt(4) * random.nextInt(100));
            byte[] given = random.nextBoolean() ? null : skewed(random, length, random.nextInt(20));
            byte[] coded = EntropyCoder.encode(data, given);
            assertThat(decode(coded, length, given)).as("round %d", round).isEqualTo(data);
            assertThat(coded.length).isLessThanOrEqualTo(length + 5);
        }
    }

    @Test
    void takesAboutAsManyBitsAsTheEntropy() {
        byte[] data = skewed(new Random(2), 100_000, 5);
        int[] counts = new int[256];
        for (byte value : data) {
            counts[value & 0xFF]++;
        }
        double bits = 0;
        for (int count : counts) {
            bits -= count == 0 ? 0 : count * Math.log((double) count / data.length) / Math.log(2);
        }
        assertThat(EntropyCoder.encode(data, null).length).isBetween((int) (bits / 8), (int) (bits / 8 * 1.01 + 200));
    }

    @Test
    void contextsPayWhereTheyTell() {
        Random random = new Random(3);
        byte[] given = skewed(random, 20_000, 20);
        byte[] told = given.clone();
        byte[] cycle = new byte[20_000];
        for (int i = 0; i < told.length; i++) {
            told[i] = (byte) (told[i] * 7 + random.nextInt(2));
            cycle[i] = (byte) (i * 3);
        }
        // One random bit per byte, and none at all, besides the table of shares.
        assertThat(EntropyCoder.encode(told, given).length).isLessThan(20_000 / 8 + 2_500);
        assertThat(EntropyCoder.encode(told, null).length).isGreaterThan(10_000);
        assertThat(EntropyCoder.encode(cycle, null).length).isLessThan(1_400);
        assertThat(decode(EntropyCoder.encode(told, given), 20_000, given)).isEqualTo(told);
    }

    @Test
    void damageIsRefusedOrGivesOtherBytesOfAtMostTheAllowedNumber() {
        byte[] data = skewed(new Random(4), 3_000, 4);
        byte[] coded = EntropyCoder.encode(data, null);
        int refused = 0;
        for (int bit = 0; bit < 8 * coded.length; bit++) {
            byte[] wrong = coded.clone();
            wrong[bit / 8] ^= (byte) (1 << bit % 8);
            ByteBuffer bytes = ByteBuffer.wrap(wrong).order(ByteOrder.LITTLE_ENDIAN);
            Throwable thrown = catchThrowable(() -> {
                byte[] other = EntropyCoder.decode(bytes, data.length, null);
                assertThat(other.length).isLessThanOrEqualTo(data.length);
            });
            if (thrown != null) {
                assertThat(thrown).isInstanceOfAny(IllegalArgumentException.class, BufferUnderflowException.class);
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(7 * coded.length);
    }
}
