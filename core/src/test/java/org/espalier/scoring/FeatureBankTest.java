package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.encoding.Encoder;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.structure.Family;
import org.espalier.structure.chain.ChainTopology;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of weights and their gradients, compared with sums over their members in plain loops. */
class FeatureBankTest {
    private static final int BEGIN = 7; // weights of other families

    private final List<EncodedSequence> sequences = new ArrayList<>();

    /** Tokens with a word, of which there are so many, and two classes of the word; and some attributes of the token alone. */
    private int draw(int words) {
        Encoder.Builder builder = new Encoder.Builder(new GivenAttributes(), true);
        for (int t = 0; t < 3 * words + 1; t++) {
            List<Attribute> attributes = new ArrayList<>();
            attributes.add(Attribute.of("w" + t % words));
            attributes.add(Attribute.of("half" + t % words / 2));
            attributes.add(Attribute.of("tenth" + t % words / 10));
            attributes.add(Attribute.of("token" + t));
            sequences.add(builder.add(Sequence.of(List.of(Token.ofAttributes(attributes)), null)));
        }
        return builder.build(1, sequences).attributes().size();
    }

    /** Attribute a has a % (targets + 1) features, or one with every target. */
    private static FeatureLists lists(int attributes, int targets, boolean complete, Random random) {
        if (complete) {
            return FeatureLists.complete(attributes, targets);
        }
        int[] offsets = new int[attributes + 1];
        List<Integer> chosen = new ArrayList<>();
        for (int a = 0; a < attributes; a++) {
            int count = a % (targets + 1);
            List<Integer> all =
                    new ArrayList<>(IntStream.range(0, targets).boxed().toList());
            Collections.shuffle(all, random);
            all.subList(0, count).stream().sorted().forEach(chosen::add);
            offsets[a + 1] = chosen.size();
        }
        return new FeatureLists(
                targets, offsets, chosen.stream().mapToInt(y -> y).toArray());
    }

    @ParameterizedTest
    @CsvSource({
        "12, 3, false, false",
        "12, 3, true, false",
        "600, 5, false, true",
        "600, 2, true, true",
        "40, 60, false, false",
        "513, 4, true, true",
        "12, 3, false, true",
        "600, 5, false, false"
    })
    void rowsAreSumsOfTheirMembers(int words, int targets, boolean complete, boolean lean) {
        int attributes = draw(words);
        Random random = new Random(words);
        Family family = ChainTopology.dense(targets).families().get(0);
        FeatureLists lists = lists(attributes, targets, complete, random);
        RowSharing sharing = RowSharing.find(sequences, attributes, new byte[0]);
        FeatureBank bank = new FeatureBank(family, lists, BEGIN, sharing, lean);
        int stride = Kernels.stride(targets);
        double[] weights = random.doubles(BEGIN + lists.features(), -1, 1).toArray();
        double[] rows = new double[bank.rows * stride];
        Arrays.fill(rows, 3);
        double[] rowGradient = random.doubles(bank.rows * stride, -1, 1).toArray();
        double[] expectedRows = new double[rows.length];
        double[] expectedGradient = random.doubles(weights.length, -1, 1).toArray();
        double[] gradient = expectedGradient.clone();
        int hosts = 0;
        int count = 0;
        for (int a = 0; a < attributes; a++) {
            boolean host = sharing.isHost(a);
            int features = lists.offsets()[a + 1] - lists.offsets()[a];
            int slot = sharing.slot(a);
            boolean included = slot >= 0 && sharing.host(slot) >= 0 && sharing.host(slot) != slot;
            boolean dense = !complete && !included && 6 * features >= stride && !(lean && features == 1);
            assertThat(bank.rowOf[a]).as("attribute %d", a).isEqualTo(host || dense ? count++ : -1);
            if (bank.rowOf[a] >= 0) {
                int[] members = new int[sharing.slotCount() + 1];
                members[0] = a;
                int size = host ? sharing.members(a, members) : 1;
                hosts += host ? 1 : 0;
                for (int m = 0; m < size; m++) {
                    for (int y = 0; y < targets; y++) {
                        int feature = lists.find(members[m], y);
                        if (feature >= 0) {
                            expectedRows[bank.rowOf[a] * stride + y] += weights[BEGIN + feature];
                            expectedGradient[BEGIN + feature] += rowGradient[bank.rowOf[a] * stride + y];
                        }
                    }
                }
            }
        }
        assertThat(bank.rows).isEqualTo(count);
        assertThat(hosts).isEqualTo(words);
        try (Workers workers = new Workers(2)) {
            bank.expand(weights, rows, workers);
            assertThat(rows).containsExactly(expectedRows, within(1e-12));
            bank.expand(weights, workers);
            assertThat(bank.weights()).containsExactly(rows);
            bank.collect(rowGradient, gradient, Kernels.scalar(), workers);
        }
        assertThat(gradient).containsExactly(expectedGradient, within(1e-12));
    }
}
