package org.espalier.train.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShareTest {
    private static final long SEED = 17;

    @Test
    void travelsWithItsBits() {
        double[] dense = {1, -0.0, Double.MIN_VALUE, 3};
        double[] sparse = new double[100];
        sparse[7] = -0.0;
        sparse[99] = 1e300;
        Share.Vector keyed = new Share.Vector(new long[] {3, 1L << 40}, new double[] {2, 5});
        Share share = new Share(-2.5, List.of(Share.Vector.dense(dense), Share.Vector.dense(sparse), keyed));

        Share read = Share.read(share.toBytes());

        assertThat(read.value()).isEqualTo(-2.5);
        assertThat(bits(read.vector(0).entries())).isEqualTo(bits(dense));
        assertThat(bits(read.vector(1).entries())).isEqualTo(bits(sparse));
        assertThat(read.vector(2).places()).containsExactly(3, 1L << 40);
        assertThat(read.vector(2).entries()).containsExactly(2, 5);
        assertThat(share.toBytes().length).isLessThan(200);
    }

    private static long[] bits(double[] numbers) {
        return Arrays.stream(numbers).mapToLong(Double::doubleToRawLongBits).toArray();
    }

    @Test
    void damageAndOtherVersionsAreNoticed() {
        byte[] bytes = Share.of(1, new double[10], new double[] {1, 2}).toBytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> Share.read(cut)).isInstanceOf(RuntimeException.class);
        }
        bytes[7]++;
        assertThatThrownBy(() -> Share.read(bytes)).hasMessageContaining("version 1");
    }

    @Test
    void keyedVectorsAreAddedByKey() {
        Share left = new Share(1, List.of(new Share.Vector(new long[] {1, 4, 9}, new double[] {1, 2, 3})));
        Share right = new Share(2, List.of(new Share.Vector(new long[] {0, 4, 10}, new double[] {5, 6, 7})));

        Share sum = left.plus(right);

        assertThat(sum.value()).isEqualTo(3);
        assertThat(sum.vector(0).places()).containsExactly(0, 1, 4, 9, 10);
        assertThat(sum.vector(0).entries()).containsExactly(5, 1, 8, 3, 7);
    }

    /** By the formula in plain loops: leaves in pairs, pairs in pairs. */
    @Test
    void aTreeHasTheBitsOfItsFormulaInAnyOrder() {
        Random random = new Random(SEED);
        double[] leaves =
                random.doubles(16, -1, 1).map(x -> x * Math.exp(20 * x)).toArray();
        double[] sums = leaves.clone();
        for (int size = 16; size > 1; size /= 2) {
            for (int k = 0; k < size / 2; k++) {
                sums[k] = sums[2 * k] + sums[2 * k + 1];
            }
        }
        for (int trial = 0; trial < 20; trial++) {
            List<Integer> order = new ArrayList<>(IntStream.range(0, 16).boxed().toList());
            Collections.shuffle(order, random);
            ShardTree tree = new ShardTree(16);
            for (int shard : order) {
                tree.add(tree.leaf(shard), Share.of(leaves[shard], new double[] {leaves[shard]}));
            }
            assertThat(tree.root().value()).isEqualTo(sums[0]);
            assertThat(tree.root().vector(0).entries()).containsExactly(sums[0]);
        }
    }

    @Test
    void aTreeRefusesWhatIsThereTwiceOrMissing() {
        ShardTree tree = new ShardTree(4);
        tree.add(tree.leaf(2), Share.of(1));

        assertThatThrownBy(() -> tree.add(tree.leaf(2), Share.of(1))).hasMessageContaining("not there yet");
        assertThatThrownBy(tree::root).hasMessageContaining("missing");
        assertThatThrownBy(() -> new ShardTree(6)).hasMessageContaining("power of two");
        assertThatThrownBy(() -> tree.leaf(4)).hasMessageContaining("shard 4 of 4");
    }
}
