package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.structure.Family;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.ClassBlocks;
import org.espalier.structure.chain.Histories;
import org.junit.jupiter.api.Test;

/** What is left without zero weights, feature by feature. */
class CompactionTest {
    private static final List<ChainTopology> TOPOLOGIES = List.of(
            ChainTopology.dense(4),
            ClassBlocks.sharedStates(3, 2).topology(true),
            Histories.all(2, 3).topology(3, 2)); // several families at one kind of place

    private static FeatureLists lists(int attributes, int targets, boolean complete, Random random) {
        if (complete) {
            return FeatureLists.complete(attributes, targets);
        }
        int[] offsets = new int[attributes + 1];
        List<Integer> chosen = new ArrayList<>();
        for (int a = 0; a < attributes; a++) {
            for (int y = 0; y < targets; y++) {
                if (random.nextBoolean()) {
                    chosen.add(y);
                }
            }
            offsets[a + 1] = chosen.size();
        }
        return new FeatureLists(
                targets, offsets, chosen.stream().mapToInt(y -> y).toArray());
    }

    /** The weight of an attribute and a target; 0 where there is none. */
    private static double weight(ParameterLayout layout, double[] weights, int f, int attribute, int target) {
        int feature = layout.lists(f).find(attribute, target);
        return feature < 0 ? 0 : weights[layout.begin(f) + feature];
    }

    @Test
    void weightsAreKeptAndZerosAreNot() {
        for (ChainTopology topology : TOPOLOGIES) {
            for (int seed = 0; seed < 12; seed++) {
                Random random = new Random(seed);
                int[] attributes = {9, 5, 4};
                boolean complete = seed % 2 == 0;
                List<FeatureFamily> families = new ArrayList<>();
                for (Family family : topology.families()) {
                    int count = family.isConstant() ? 1 : attributes[family.places()];
                    families.add(FeatureFamily.of(family, lists(count, family.targets(), complete, random)));
                }
                ParameterLayout layout = new ParameterLayout(families);
                double[] weights = new double[layout.parameters()];
                int zeros = seed < 2 ? 0 : seed < 4 ? 100 : 1 + seed % 5; // none, nearly all, many
                for (int k = 0; k < weights.length; k++) {
                    weights[k] = random.nextInt(1 + zeros) == 0 ? random.nextGaussian() : 0;
                }
                check(layout, weights, Compaction.of(layout, weights));
            }
        }
    }

    private static void check(ParameterLayout layout, double[] weights, Compaction found) {
        int size = 0;
        for (int f = 0; f < layout.families().size(); f++) {
            FeatureFamily family = layout.families().get(f);
            FeatureLists smaller = found.layout().lists(f);
            int count = 0;
            boolean all = true;
            for (int a = 0; a < family.lists().attributes(); a++) {
                boolean kept = family.isConstant() || isUsed(layout, weights, family, a);
                assertThat(found.kept()[f][a])
                        .as("%s, attribute %d", family.name(), a)
                        .isEqualTo(kept);
                for (int y = 0; kept && y < family.lists().targetCount(); y++) {
                    double expected = weight(layout, weights, f, a, y);
                    int feature = smaller.isComplete() || smaller.features() > 0 ? smaller.find(count, y) : -1;
                    assertThat(feature >= 0).isEqualTo(expected != 0);
                    assertThat(weight(found.layout(), found.weights(), f, count, y))
                            .isEqualTo(expected);
                    size += expected != 0 ? 1 : 0;
                    all &= expected != 0;
                }
                count += kept ? 1 : 0;
            }
            assertThat(smaller.attributes()).isEqualTo(count);
            boolean whole = all && count > 0 && (family.lists().isComplete() || family.isConstant());
            assertThat(smaller.isComplete()).as(family.name()).isEqualTo(whole);
            if (!family.isConstant()) {
                assertThat(found.kept(family.places())).isEqualTo(found.kept()[f]);
            }
        }
        assertThat(found.weights()).hasSize(size).doesNotContain(0.0);
        assertThat(found.kept(7)).isEmpty();
    }

    /** Whether any family of the same kind of place has a weight for the attribute. */
    private static boolean isUsed(ParameterLayout layout, double[] weights, FeatureFamily family, int attribute) {
        boolean used = false;
        for (int f = 0; f < layout.families().size(); f++) {
            FeatureFamily other = layout.families().get(f);
            for (int y = 0; y < other.lists().targetCount(); y++) {
                used |= other.places() == family.places()
                        && !other.isConstant()
                        && weight(layout, weights, f, attribute, y) != 0;
            }
        }
        return used;
    }
}
