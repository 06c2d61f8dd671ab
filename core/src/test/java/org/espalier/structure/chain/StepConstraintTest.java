package org.espalier.structure.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.Tag;
import org.espalier.data.TagScheme;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StepConstraintTest {

    private record Length(int length) implements Sites {
        @Override
        public int[] sites(int kind) {
            return new int[0];
        }
    }

    private static List<String> labels(TagScheme scheme) {
        return switch (scheme) {
            case IOB1, IOB2 -> List.of("O", "B-X", "I-X", "B-Y", "I-Y");
            case IOE1, IOE2 -> List.of("I-X", "E-X", "O", "I-Y", "E-Y");
            case IOBES -> List.of("S-X", "B-X", "I-X", "E-X", "O", "B-Y", "E-Y");
            case BILOU -> List.of("U-X", "B-X", "I-X", "L-X", "O", "B-Y", "L-Y");
            case BMES -> List.of("B", "M", "E", "S");
            case NONE -> List.of("X", "Y", "O");
        };
    }

    private static List<List<String>> sequences(List<String> labels, int length) {
        List<List<String>> all = new ArrayList<>(List.of(List.of()));
        for (int t = 0; t < length; t++) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> one : all) {
                for (String label : labels) {
                    List<String> next = new ArrayList<>(one);
                    next.add(label);
                    longer.add(next);
                }
            }
            all = longer;
        }
        return all;
    }

    /** All sequences of up to four labels: what the scheme finds valid, and nothing else, is allowed. */
    @ParameterizedTest
    @EnumSource(TagScheme.class)
    void aSchemeAllowsExactlyWhatIsValid(TagScheme scheme) {
        List<String> labels = labels(scheme);
        StepConstraint constraint = StepConstraint.ofScheme(scheme, labels);
        for (int length = 0; length <= 4; length++) {
            for (List<String> sequence : sequences(labels, length)) {
                int[] path = sequence.stream().mapToInt(labels::indexOf).toArray();
                assertThat(constraint.violation(path) < 0)
                        .as("%s in %s", sequence, scheme)
                        .isEqualTo(scheme.validate(sequence).isEmpty());
            }
        }
    }

    @Test
    void aLabelThatTheSchemeDoesNotKnowStandsWhereOutsideMay() {
        StepConstraint constraint = StepConstraint.ofScheme(TagScheme.IOBES, List.of("O", "odd", "B-X", "E-X"));
        assertThat(constraint.violation(1, 0, 2, 3, 1)).isEqualTo(-1);
        assertThat(constraint.violation(2, 1)).isEqualTo(1);
        assertThat(constraint.violation(1, 3)).isEqualTo(1);
        assertThat(constraint.violation(0, 2)).isEqualTo(1);
        assertThat(constraint.violation(3)).isZero();
        assertThat(constraint.violation()).isEqualTo(-1);
    }

    @Test
    void constraintsAreCombined() {
        StepConstraint one = StepConstraint.of(2, label -> label == 0, (from, to) -> true, label -> true);
        StepConstraint two = StepConstraint.of(2, label -> true, (from, to) -> from != to, label -> label == 1);
        StepConstraint both = one.and(two);
        assertThat(both.violation(0, 1)).isEqualTo(-1);
        assertThat(both.violation(1, 0)).isZero();
        assertThat(both.violation(0, 0)).isEqualTo(1);
        assertThat(both.violation(0)).isZero();
        assertThat(StepConstraint.none(2).isOpen()).isTrue();
        assertThat(one.allowsAllSteps()).isTrue();
        assertThat(one.isOpen()).isFalse();
        assertThatThrownBy(() -> one.and(StepConstraint.none(3))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anOpenConstraintChangesNothing() {
        ChainTopology dense = ChainTopology.dense(3);
        assertThat(dense.constrained(StateMap.identity(3), StepConstraint.none(3)))
                .isSameAs(dense);
        assertThatThrownBy(() -> dense.constrained(StateMap.identity(3), StepConstraint.none(2)))
                .hasMessageContaining("2 labels");
    }

    /** A chain of pairs stays one when only its borders are closed: no step costs more. */
    @Test
    void bordersAloneLeaveTheStepsAlone() {
        StepConstraint begins = StepConstraint.of(3, label -> label > 0, (from, to) -> true, label -> true);
        Trellis trellis =
                ChainTopology.dense(3).constrained(StateMap.identity(3), begins).structure(new Length(2));
        assertThat(trellis.transitions()).isNull();
        assertThat(Objects.requireNonNull(trellis.borders()).mayBegin(0)).isFalse();
    }

    /** The weights of a chain fit the constrained one: every part has the target that it had. */
    @Test
    void familiesKeepTheirTargets() {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            int labels = 2 + random.nextInt(9);
            boolean[] pairs = new boolean[labels * labels];
            IntStream.range(0, pairs.length).forEach(pair -> pairs[pair] = random.nextInt(3) > 0);
            StepConstraint constraint =
                    StepConstraint.of(labels, label -> true, (i, j) -> pairs[i * labels + j], label -> true);
            int[] arcs = IntStream.range(0, labels * labels)
                    .filter(pair -> random.nextInt(3) == 0)
                    .toArray();
            for (ChainTopology free : List.of(ChainTopology.dense(labels), ChainTopology.sparse(labels, arcs))) {
                ChainTopology topology = free.constrained(StateMap.identity(labels), constraint);
                Trellis before = free.structure(new Length(2));
                Trellis after = topology.structure(new Length(2));
                Family shared = topology.families().get(1);
                Family own = topology.families().get(2);
                assertThat(shared.targets()).isEqualTo(labels * labels);
                assertThat(own.width()).isEqualTo(after.ownParts());
                for (int pair = 0; pair < pairs.length; pair++) {
                    int i = pair / labels;
                    int j = pair % labels;
                    String where = "seed " + seed + ", pair " + pair;
                    assertThat(after.allows(i, j)).as(where).isEqualTo(pairs[pair]);
                    int part = after.sharedPart(i, j);
                    if (pairs[pair] && before.sharedPart(i, j) >= 0) {
                        assertThat(shared.tie()[part]).as(where).isEqualTo(pair);
                    } else if (part >= 0) {
                        assertThat(shared.tie()[part]).as(where).isEqualTo(-1);
                    }
                    if (after.forbidsOthers() && part >= 0) {
                        assertThat(own.tie()[part]).as(where).isEqualTo(pair);
                    }
                }
            }
        }
    }

    /** 401 labels, O and B and I of 200 types: I-X is entered by two pairs, all others need no part. */
    @Test
    void aSchemeOfManyLabelsNeedsFewParts() {
        List<String> labels = new ArrayList<>(List.of("O"));
        for (int type = 0; type < 200; type++) {
            labels.add("B-" + type);
            labels.add("I-" + type);
        }
        int[] arcs = {1, 2, 5};
        StateMap map = StateMap.identity(labels.size());
        for (TagScheme scheme : List.of(TagScheme.IOB2, TagScheme.IOBES)) {
            ChainTopology topology =
                    ChainTopology.sparse(labels.size(), arcs).constrained(map, StepConstraint.ofScheme(scheme, labels));
            assertThat(topology.sharedParts()).as(scheme.toString()).isLessThan(1_000);
            Trellis trellis = topology.structure(new Length(2));
            for (int i = 0; i < labels.size(); i++) {
                for (int j = 0; j < labels.size(); j++) {
                    assertThat(trellis.allows(i, j))
                            .isEqualTo(scheme.mayFollow(Tag.parse(labels.get(i)), Tag.parse(labels.get(j))));
                }
            }
        }
    }

    @Test
    void closedStatesForbidWhatHasNoPart() {
        BitSet sources = new BitSet();
        sources.set(1);
        BitSet targets = new BitSet();
        targets.set(2);
        Transitions limited = Transitions.limited(3, new int[] {3, 8}, sources, targets);
        assertThat(limited.forbidsSome()).isTrue();
        assertThat(limited.forbidsOthers()).isFalse();
        String allowed = Arrays.toString(IntStream.range(0, 9)
                .filter(pair -> limited.allows(pair / 3, pair % 3))
                .toArray());
        assertThat(allowed).isEqualTo("[0, 1, 3, 6, 7, 8]");
        assertThat(Transitions.limited(3, new int[] {3}, new BitSet(), new BitSet())
                        .forbidsSome())
                .isFalse();
        targets.set(0, 3);
        assertThat(Transitions.limited(3, new int[] {3}, sources, targets).forbidsOthers())
                .isTrue();
    }
}
