package org.espalier.scoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.espalier.feature.AttributeLists;
import org.espalier.structure.Family;
import org.jspecify.annotations.Nullable;

/**
 * Decides which pairs of attribute and target get a weight: those that occur in the gold standard, or all.
 *
 * <p>It knows families only. Whoever knows the structure says which targets the gold standard has at which place.
 */
public final class LayoutBuilder {
    private final List<Family> families;
    private final int[] attributes; // [families]: 1 for constant ones, 0 for those that are left out
    private final boolean[] isLearnt; // [families]

    /**
     * For these families.
     *
     * @param attributes how many attributes a kind of place has
     * @param learnt which families have weights at all
     */
    public LayoutBuilder(List<Family> families, IntUnaryOperator attributes, Predicate<Family> learnt) {
        this.families = List.copyOf(families);
        this.attributes = new int[families.size()];
        this.isLearnt = new boolean[families.size()];
        for (int f = 0; f < families.size(); f++) {
            Family family = families.get(f);
            this.isLearnt[f] = learnt.test(family);
            this.attributes[f] = family.isConstant() ? 1 : attributes.applyAsInt(family.places());
        }
    }

    /** Every attribute with every target. */
    public ParameterLayout complete() {
        return layout(f -> completeLists(f));
    }

    private FeatureLists completeLists(int family) {
        return FeatureLists.complete(attributes[family], families.get(family).targets());
    }

    /** The lists of a family. */
    private interface Lists {
        FeatureLists of(int family);
    }

    private ParameterLayout layout(Lists lists) {
        List<FeatureFamily> list = new ArrayList<>();
        for (int f = 0; f < families.size(); f++) {
            FeatureLists found = isLearnt[f]
                    ? lists.of(f)
                    : new FeatureLists(families.get(f).targets(), new int[attributes[f] + 1], new int[0]);
            list.add(FeatureFamily.of(families.get(f), found));
        }
        return new ParameterLayout(list);
    }

    /**
     * Which pairs get a weight.
     *
     * @param needed how often a pair must occur, or the sum of value · weight that its occurrences must have
     * @param summed whether it is a sum
     * @param allStates whether pairs of a token's attribute and a target that do not occur count as well, with the sum 0
     * @param allTransitions the same for the targets of shared families
     */
    public record Choice(double needed, boolean summed, boolean allStates, boolean allTransitions) {

        /** Pairs that occur so often, at least once. */
        public static Choice occurring(int minCount) {
            return new Choice(Math.max(1, minCount), false, false, false);
        }

        private boolean wantsAll(Family family) {
            return family.isShared() ? allTransitions : family.places() == 0 && allStates;
        }
    }

    /** Counts what occurs, one instance after the other. */
    public Counter counter(Choice choice) {
        return new Counter(choice);
    }

    /** Where a target of an older layout stands in the new one. */
    public interface Retargeting {

        /** The new number of a target of a family, or −1 when there is none. */
        int target(int family, int older);
    }

    /**
     * What was counted in a family.
     *
     * @param keys attribute · targets + target, or the target where a family is shared; ascending // [pairs]
     * @param sums how much each counts // [pairs]
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    public record Tally(long[] keys, double[] sums) {}

    /** Counts pairs in the gold standard. */
    public final class Counter {
        private final Choice choice;
        private final @Nullable PairCounts[] counts; // [families]: of attributes and targets; null for shared families
        private final double[][] sums; // [families][targets], of shared families: NaN for a target that does not occur

        private Counter(Choice choice) {
            this.choice = choice;
            this.counts = new PairCounts[families.size()];
            this.sums = new double[families.size()][];
            for (int f = 0; f < families.size(); f++) {
                Family family = families.get(f);
                if (family.isShared()) {
                    sums[f] = new double[family.targets()];
                    Arrays.fill(sums[f], choice.allTransitions ? 0 : Double.NaN);
                } else {
                    counts[f] = choice.summed
                            ? PairCounts.ofSums(attributes[f], family.targets(), choice.needed)
                            : PairCounts.of(attributes[f], family.targets(), (int) choice.needed);
                    sums[f] = new double[0];
                }
            }
        }

        /** Whether what occurs makes a difference to a family: not when it gets all its weights, or none. */
        public boolean counts(int family) {
            return isLearnt[family] && !isComplete(family);
        }

        private boolean isComplete(int family) {
            return !choice.summed && choice.wantsAll(families.get(family));
        }

        /**
         * A target at a place.
         *
         * @param lists the attributes of the places, and the one that this place has
         * @param weight of the instance
         */
        public void add(int family, AttributeLists lists, int site, int target, double weight) {
            PairCounts own = counts[family];
            if (own != null) {
                own.add(
                        lists.attributes(),
                        choice.summed ? lists.values() : null,
                        lists.begin(site),
                        lists.begin(site + 1),
                        target,
                        choice.summed ? weight : 1);
            }
        }

        /** A target of a shared family, or of a constant one. */
        public void add(int family, int target, double weight) {
            double counted = choice.summed ? weight : 1;
            PairCounts own = counts[family];
            if (own != null) {
                own.add(new int[] {0}, null, 0, 1, target, counted);
            } else {
                double before = sums[family][target];
                sums[family][target] = (Double.isNaN(before) ? 0 : before) + counted;
            }
        }

        /** What has been counted in a family so far. */
        public Tally tally(int family) {
            PairCounts own = counts[family];
            if (own != null) {
                long[] pairs = own.pairs();
                return new Tally(
                        pairs, Arrays.stream(pairs).mapToDouble(own::sum).toArray());
            }
            int[] targets = IntStream.range(0, sums[family].length)
                    .filter(target -> !Double.isNaN(sums[family][target]))
                    .toArray();
            return new Tally(
                    Arrays.stream(targets).asLongStream().toArray(),
                    Arrays.stream(targets)
                            .mapToDouble(target -> sums[family][target])
                            .toArray());
        }

        /** What was counted elsewhere, with the same choice. */
        public void add(int family, Tally more) {
            PairCounts own = counts[family];
            if (own != null) {
                own.addAll(more.keys, more.sums);
                return;
            }
            for (int k = 0; k < more.keys.length; k++) {
                int target = (int) more.keys[k];
                double before = sums[family][target];
                sums[family][target] = (Double.isNaN(before) ? 0 : before) + more.sums[k];
            }
        }

        /**
         * The pairs that occurred often enough, and all those of an older layout.
         *
         * @param older a layout whose attributes have the same numbers in this one, or null
         * @param retargeting where the older layout's targets are now
         */
        public ParameterLayout layout(@Nullable ParameterLayout older, Retargeting retargeting) {
            if (older != null) {
                keep(older, retargeting);
            }
            return LayoutBuilder.this.layout(f ->
                    families.get(f).isShared() ? sharedLists(f) : isComplete(f) ? completeLists(f) : placedLists(f));
        }

        private void keep(ParameterLayout older, Retargeting retargeting) {
            for (int f = 0; f < families.size(); f++) {
                FeatureLists lists = older.lists(f);
                for (int a = 0; a < lists.attributes(); a++) {
                    for (int k = lists.offsets()[a]; k < lists.offsets()[a + 1]; k++) {
                        int target = retargeting.target(f, lists.target(a, k));
                        PairCounts own = counts[f];
                        if (target >= 0 && own != null) {
                            own.keep(a, target);
                        } else if (target >= 0) {
                            sums[f][target] = Double.POSITIVE_INFINITY;
                        }
                    }
                }
            }
        }

        private FeatureLists sharedLists(int family) {
            int[] targets = IntStream.range(0, sums[family].length)
                    .filter(target -> isComplete(family) || sums[family][target] >= choice.needed)
                    .toArray();
            return FeatureLists.shared(families.get(family).targets(), targets);
        }

        private FeatureLists placedLists(int family) {
            PairCounts own = counts[family];
            if (own == null) {
                throw new IllegalStateException(families.get(family) + " has no places");
            }
            if (choice.wantsAll(families.get(family))) {
                int[] every = IntStream.range(0, attributes[family]).toArray();
                for (int target = 0; target < families.get(family).targets(); target++) {
                    own.add(every, null, 0, every.length, target, 0);
                }
            }
            return own.build();
        }
    }
}
