package org.espalier.labelling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.Labels;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.StepConstraint;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every labelling with a span is in exactly one of its sets, and no other labelling is: by a list of all labellings. */
class SpanSetsTest {

    private static Labels labels(TagScheme scheme) {
        return switch (scheme) {
            case NONE -> Labels.of(List.of("O", "X", "Y"));
            case IOB1, IOB2 -> Labels.of(List.of("O", "B-X", "I-X", "B-Y", "I-Y", "odd"));
            case IOE1, IOE2 -> Labels.of(List.of("E-X", "O", "I-X", "I-Y"));
            case IOBES -> Labels.of(List.of("O", "B-X", "I-X", "E-X", "S-X", "S-Y"));
            case BILOU -> Labels.of(List.of("O", "B-X", "I-X", "L-X", "U-X", "I-Y"));
            case BMES -> Labels.of(List.of("B", "M", "E", "S"));
        };
    }

    private static void forAll(int labels, int length, List<Integer> begun, List<int[]> all) {
        if (begun.size() == length) {
            all.add(begun.stream().mapToInt(Integer::intValue).toArray());
            return;
        }
        for (int label = 0; label < labels; label++) {
            List<Integer> longer = new ArrayList<>(begun);
            longer.add(label);
            forAll(labels, length, longer, all);
        }
    }

    private static boolean allows(AllowedStates set, int[] labelling) {
        for (int t = 0; t < labelling.length; t++) {
            if (!set.allows(t, labelling[t])) {
                return false;
            }
        }
        return true;
    }

    @ParameterizedTest
    @EnumSource(TagScheme.class)
    void divideTheLabellingsWithASpan(TagScheme scheme) {
        check(scheme, false);
    }

    /** Where all labels are valid, labellings that are not need not be told apart. */
    @ParameterizedTest
    @EnumSource(TagScheme.class)
    void divideTheValidLabellingsWithASpan(TagScheme scheme) {
        check(scheme, true);
    }

    private static void check(TagScheme scheme, boolean valid) {
        Labels labels = labels(scheme);
        StepConstraint validity = StepConstraint.ofScheme(scheme, labels.names());
        int compared = 0;
        for (int length = 1; length <= 5; length++) {
            List<int[]> all = new ArrayList<>();
            forAll(labels.size(), length, List.of(), all);
            all.removeIf(labelling -> valid && validity.violation(labelling) >= 0);
            List<List<Span>> decoded = all.stream()
                    .map(labelling -> scheme.decode(
                            Arrays.stream(labelling).mapToObj(labels::name).toList()))
                    .toList();
            for (int start = 0; start < length; start++) {
                for (int end = start + 1; end <= length; end++) {
                    for (String type : List.of("X", "Y", "Z", "")) {
                        Span span = new Span(start, end, type);
                        List<AllowedStates> sets = SpanSets.of(scheme, labels, valid, span, length);
                        for (int n = 0; n < all.size(); n++) {
                            int[] labelling = all.get(n);
                            long count = sets.stream()
                                    .filter(set -> allows(set, labelling))
                                    .count();
                            if (count != (decoded.get(n).contains(span) ? 1 : 0)) {
                                throw new AssertionError(scheme + ", " + span + ": " + count + " sets have "
                                        + Arrays.toString(labelling) + ", which reads " + decoded.get(n));
                            }
                            compared += (int) count;
                        }
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(50);
    }

    @ParameterizedTest
    @EnumSource(TagScheme.class)
    void refuseASpanThatEndsAfterTheSequence(TagScheme scheme) {
        assertThatThrownBy(() -> SpanSets.of(scheme, labels(scheme), false, new Span(1, 4, "X"), 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the span Span[start=1, end=4, type=X] ends after the last of 3 tokens");
    }
}
