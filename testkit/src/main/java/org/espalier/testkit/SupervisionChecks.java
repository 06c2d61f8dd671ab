package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.junit.jupiter.api.Assumptions;

/** Clamps, costs and errors against the errors that the case counts itself. */
final class SupervisionChecks<S extends Structure> {
    private final StructureCases<S> cases;
    private final Inference<S> inference;
    private final double allowance;

    SupervisionChecks(StructureCases<S> cases, Inference<S> inference, double allowance) {
        this.cases = cases;
        this.inference = inference;
        this.allowance = allowance;
    }

    /** The only output is the one without errors; where the structure has no such output, it is forbidden. */
    void single(ScoredStructure<S> drawn, Gold<S> gold) {
        Supervision<S> supervision = gold.supervision();
        S structure = drawn.structure();
        supervision.requireFit(structure);
        List<Listed> right = drawn.outputs().stream().filter(gold::allows).toList();
        if (supervision.isSingle() && right.isEmpty()) {
            assertThat(supervision.single(structure).score(drawn.scores()))
                    .as(drawn.toString())
                    .isEqualTo(Double.NEGATIVE_INFINITY);
        } else if (supervision.isSingle()) {
            assertThat(right).as(drawn.toString()).hasSize(1);
            assertThat(InferenceChecks.parts(supervision.single(structure), structure))
                    .as(drawn.toString())
                    .isEqualTo(InferenceChecks.parts(right.get(0)));
        }
    }

    /** Of outputs that the user makes, and of those that inference finds. */
    void errors(ScoredStructure<S> drawn, Gold<S> gold) {
        S structure = drawn.structure();
        for (Listed listed : drawn.outputs()) {
            assertThat(gold.supervision().errors(structure, listed.output()))
                    .as("%s of %s", listed, drawn)
                    .isEqualTo(gold.errors(listed));
        }
        for (ScoredOutput<?> found : inference.nBest(structure, drawn.workspace(), 20)) {
            Listed listed = InferenceChecks.find(found.output(), drawn);
            assertThat(gold.supervision().errors(structure, found.output()))
                    .as("%s of %s", listed, drawn)
                    .isEqualTo(gold.errors(listed));
        }
    }

    /** Exactly the outputs with errors are forbidden; all others keep their scores, and the shared parts theirs. */
    void clamps(ScoredStructure<S> drawn, Gold<S> gold) {
        double[] clamped = drawn.clamped(gold).scores();
        checkShared(drawn, clamped);
        for (Listed listed : drawn.outputs()) {
            double expected = gold.allows(listed) ? listed.score(drawn.scores()) : Double.NEGATIVE_INFINITY;
            assertThat(listed.score(clamped)).as("%s of %s", listed, drawn).isEqualTo(expected);
        }
    }

    /** Every output gains cost · errors, exactly where the numbers are whole. */
    void costs(ScoredStructure<S> drawn, Gold<S> gold) {
        double[] costs = new double[drawn.structure().parts()];
        gold.supervision().addCost(drawn.structure(), 3, costs);
        for (double cost : new double[] {0, 0.3, 2.5}) {
            double[] augmented = drawn.scores().clone();
            gold.supervision().addCost(drawn.structure(), cost, augmented);
            checkShared(drawn, augmented);
            for (Listed listed : drawn.outputs()) {
                String where = listed + " of " + drawn;
                assertThat(listed.score(costs)).as(where).isEqualTo(3.0 * gold.errors(listed));
                double expected = listed.score(drawn.scores()) + cost * gold.errors(listed);
                Close.check(listed.score(augmented), expected, 1e-12, where);
            }
        }
    }

    private static void checkShared(ScoredStructure<?> drawn, double[] scores) {
        int shared = drawn.structure().sharedParts();
        assertThat(Arrays.copyOf(scores, shared))
                .as("shared parts of %s", drawn)
                .isEqualTo(Arrays.copyOf(drawn.scores(), shared));
    }

    /** Where one output is left, exp(log Z(allowed) − log Z(all)) is its probability; else the sum of theirs. */
    void clampedSumsAreProbabilities(ScoredStructure<S> drawn, Gold<S> gold) {
        Enumeration all = drawn.enumeration();
        if (all.count() == 0) {
            return;
        }
        ScoredStructure<S> clamped = drawn.clamped(gold);
        double difference = inference.logSum(drawn.structure(), clamped.workspace())
                - inference.logSum(drawn.structure(), drawn.workspace());
        double expected = all.entries().stream()
                .filter(entry -> gold.allows(entry.listed()))
                .mapToDouble(all::probability)
                .sum();
        Close.check(Math.exp(difference), expected, Math.max(1e-9, allowance), drawn);
    }

    void anotherSizeIsRefused(long seed) {
        Random random = ScoredStructure.random(seed);
        Supplier<S> model = cases.tiny(random);
        S one = model.get();
        S other = ofAnotherLength(model, one);
        Supervision<S> gold = cases.gold(one, random.nextBoolean(), random).supervision();
        gold.requireFit(one);
        assertThatThrownBy(() -> gold.requireFit(other)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Another structure of the model; aborts the test when all have the same length. */
    static <S extends Structure> S ofAnotherLength(Supplier<S> model, S one) {
        for (int n = 0; n < 100; n++) {
            S other = model.get();
            if (other.length() != one.length()) {
                return other;
            }
        }
        return Assumptions.abort("all structures of the model have the same length");
    }
}
