package org.espalier.labelling.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.data.TagScheme;
import org.espalier.inference.segment.SegmentInference;
import org.espalier.inference.segment.TokenMarginals;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.segment.Boundary;
import org.espalier.structure.segment.GoldSegments;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;
import org.espalier.testkit.ScoredSegmentation;
import org.espalier.testkit.SegmentEnumerator;
import org.espalier.testkit.SegmentGenerators;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Labels of tokens against the list of all segmentations. */
class SegmentLabelsOracleTest {

    private static List<String> labels(TagScheme scheme) {
        List<String> labels = new ArrayList<>(List.of("O"));
        for (String type : List.of("X", "Y")) {
            for (String prefix : List.of("B", "I", "L", "U", "E", "S", "M")) {
                if (scheme.role(prefix + "-" + type) != TagScheme.Role.UNKNOWN) {
                    labels.add(prefix + "-" + type);
                }
            }
        }
        return scheme == TagScheme.NONE ? List.of("O", "X", "Y") : labels;
    }

    @ParameterizedTest
    @EnumSource(TagScheme.class)
    void probabilitiesOfLabelsAreThoseOfAllSegmentationsThatAreWrittenSo(TagScheme scheme) {
        SegmentLabels labels = SegmentLabels.of(labels(scheme), scheme);
        SegmentInference inference = new SegmentInference(Kernels.scalar());
        for (SegmentGenerators.Kind kind : SegmentGenerators.Kind.values()) {
            for (int seed = 0; seed < 25; seed++) {
                int length = 1 + seed % 5;
                ScoredSegmentation scored =
                        new SegmentGenerators(seed).segmentation(kind, length, SegmentLengths.of(1, 3, 4), 0.5);
                SegmentEnumerator all = SegmentEnumerator.of(scored);
                double[][] expected = new double[length][labels.labels().size()];
                for (SegmentEnumerator.Entry entry : all.entries()) {
                    int[] path = labels.labels(entry.segments());
                    for (int t = 0; t < length; t++) {
                        expected[t][path[t]] += all.probability(entry);
                    }
                }
                TokenMarginals found = inference.tokenMarginals(scored.segmentation(), scored.workspace());
                for (int t = 0; t < length; t++) {
                    assertThat(labels.probabilities(found, t, length))
                            .as("token %d of %s", t, scored)
                            .containsExactly(expected[t], within(1e-10));
                }
            }
        }
    }

    /** A clamp of labels in sets allows exactly the segmentations whose labels are in the sets; or there is no such clamp. */
    @ParameterizedTest
    @EnumSource(
            value = TagScheme.class,
            names = {"IOB2", "IOE2", "IOBES"})
    void alternativesAllowExactlyTheSegmentationsThatAreWrittenSo(TagScheme scheme) {
        List<String> names = labels(scheme);
        SegmentLabels labels = SegmentLabels.of(names, scheme);
        int refused = 0;
        for (int seed = 0; seed < 600; seed++) {
            Random random = new Random(seed);
            Segmentation segmentation = Segmentation.of(1 + random.nextInt(4), SegmentLengths.of(1, 4, 4));
            List<Segments> all = SegmentEnumerator.outputs(segmentation);
            int[][] sets = draw(labels, labels.labels(all.get(random.nextInt(all.size()))), random);
            Set<Segments> expected = new HashSet<>();
            for (Segments segments : all) {
                int[] path = labels.labels(segments);
                if (IntStream.range(0, path.length).allMatch(t -> contains(sets[t], path[t]))) {
                    expected.add(segments);
                }
            }
            GoldSegments gold;
            try {
                gold = labels.gold(AllowedStates.of(sets));
            } catch (IllegalArgumentException e) {
                refused++;
                assertThat(closure(expected, all))
                        .as("seed %d: %s: %s", seed, Arrays.deepToString(sets), e.getMessage())
                        .isNotEqualTo(expected);
                continue;
            }
            Set<Segments> found = new HashSet<>(all);
            found.removeIf(segments -> gold.errors(segmentation, segments) > 0);
            assertThat(found).as("seed %d: %s", seed, Arrays.deepToString(sets)).isEqualTo(expected);
        }
        assertThat(refused).isBetween(20, 580);
    }

    private static boolean contains(int[] set, int label) {
        return set == null || Arrays.stream(set).anyMatch(other -> other == label);
    }

    private static int[][] draw(SegmentLabels labels, int[] truth, Random random) {
        int[][] sets = new int[truth.length][];
        for (int t = 0; t < truth.length; t++) {
            int size = labels.labels().size();
            sets[t] = switch (random.nextInt(4)) {
                case 0 -> new int[] {truth[t]};
                case 1 -> null;
                case 2 -> new int[] {truth[t], random.nextInt(size)};
                default -> new int[] {truth[t], random.nextInt(size), random.nextInt(size)};
            };
        }
        return sets;
    }

    /** All segmentations with types and boundaries that some of the given ones have at the same token. */
    private static Set<Segments> closure(Set<Segments> given, List<Segments> all) {
        int length = all.get(0).segmentation().length();
        int[][] types = new int[length][];
        Boundary[] boundaries = new Boundary[length];
        for (int at = 0; at < length; at++) {
            int t = at;
            types[t] = given.stream()
                    .mapToInt(segments -> segments.tokenLabels()[t])
                    .distinct()
                    .toArray();
            List<Boolean> begins = given.stream()
                    .map(segments -> segments.list().stream().anyMatch(segment -> segment.start() == t))
                    .distinct()
                    .toList();
            boundaries[t] = begins.size() > 1 ? Boundary.UNKNOWN : begins.get(0) ? Boundary.BEGINS : Boundary.INSIDE;
        }
        GoldSegments gold = GoldSegments.partial(types, boundaries);
        Set<Segments> closure = new HashSet<>(all);
        closure.removeIf(segments -> gold.errors(segments.segmentation(), segments) > 0);
        return closure;
    }
}
