package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.loss.LossFunction;
import org.espalier.optimize.Function;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;

/** The losses that are written once for all structures: value, gradient, second derivatives, and how they use a workspace. */
final class LossChecks<S extends Structure> {
    private static final double WEIGHT = 1.7;

    /** More than the steps of {@link GradientCheck} can move the difference of two outputs. */
    private static final double GAP = 0.2;

    private final StructureCases<S> cases;
    private final Inference<S> inference;

    LossChecks(StructureCases<S> cases, Inference<S> inference) {
        this.cases = cases;
        this.inference = inference;
    }

    /** The losses of every structure. */
    static List<LossFunction> functions() {
        return Arrays.stream(LossFunction.values())
                .filter(function -> !function.isOfChains())
                .toList();
    }

    /** A loss by the scores of these parts, the others fixed; its gradient begins at 0, and the scores must stay as they were. */
    private final class OfScores implements Function {
        private final LossCase<S> given;
        private final double weight;
        private final int[] parts;

        OfScores(LossCase<S> given, double weight, int[] parts) {
            this.given = given;
            this.weight = weight;
            this.parts = parts;
        }

        @Override
        public int dimension() {
            return parts.length;
        }

        @Override
        public double evaluate(double[] x, double[] gradient) {
            ScoredStructure<S> drawn = given.drawn();
            double[] scores = drawn.scores().clone();
            for (int k = 0; k < parts.length; k++) {
                scores[parts[k]] = x[k];
            }
            Workspace workspace = drawn.withScores(scores, "").workspace();
            double value = given.function()
                    .with(inference, given.cost())
                    .evaluate(drawn.structure(), given.gold().supervision(), weight, workspace);
            assertThat(Arrays.copyOf(workspace.scores(), scores.length))
                    .as("scores after %s", given)
                    .isEqualTo(scores);
            for (int k = 0; k < parts.length; k++) {
                gradient[k] = workspace.gradient()[parts[k]];
            }
            return value;
        }
    }

    private double evaluate(LossCase<S> given, double weight, double[] gradient) {
        int[] all = IntStream.range(0, gradient.length).toArray();
        return new OfScores(given, weight, all).evaluate(given.drawn().scores(), gradient);
    }

    /** Also of infinite losses, whose gradient need only be finite. */
    void valueAndGradient(LossCase<S> given) {
        double[] found = new double[given.drawn().scores().length];
        double value = evaluate(given, WEIGHT, found);
        Close.check(value, WEIGHT * given.value(), 1e-9, given);
        assertThat(Arrays.stream(found).allMatch(Double::isFinite))
                .as("the gradient is finite: %s", given)
                .isTrue();
        double[] gradient = given.gradient();
        if (gradient != null) {
            double[] expected =
                    Arrays.stream(gradient).map(slope -> WEIGHT * slope).toArray();
            Close.check(found, expected, 1e-9, given);
        }
    }

    /** Twice the loss; and nothing at all for weight 0, be the loss infinite. */
    void weights(LossCase<S> given) {
        double[] once = new double[given.drawn().scores().length];
        double[] twice = new double[once.length];
        double[] never = new double[once.length];
        double value = evaluate(given, 1, once);
        Close.check(evaluate(given, 2, twice), 2 * value, 1e-12, given);
        assertThat(evaluate(given, 0, never)).as(given.toString()).isEqualTo(0.0);
        Close.check(never, new double[once.length], 0, given);
        if (value < Double.POSITIVE_INFINITY) {
            Close.check(twice, Arrays.stream(once).map(slope -> 2 * slope).toArray(), 1e-12, given);
        }
    }

    /** Central differences, part by part; those of forbidden parts stay forbidden. Says whether the loss is smooth there. */
    boolean gradientIsTheDerivative(LossCase<S> given) {
        if (given.allowed().count() == 0 || !given.isSmooth(GAP)) {
            return false;
        }
        double[] scores = given.drawn().scores();
        int[] finite = IntStream.range(0, scores.length)
                .filter(part -> Double.isFinite(scores[part]))
                .toArray();
        double[] x = Arrays.stream(finite).mapToDouble(part -> scores[part]).toArray();
        GradientCheck.check(new OfScores(given, WEIGHT, finite), x, 1e-6, given.toString());
        return true;
    }

    /** A workspace serves many instances: their own parts are overwritten, the shared ones add up. */
    void sharedGradientsAddUp(LossCase<S> given) {
        ScoredStructure<S> drawn = given.drawn();
        double[] expected = new double[drawn.scores().length];
        double value = evaluate(given, WEIGHT, expected);
        for (int part = 0; part < drawn.structure().sharedParts(); part++) {
            expected[part] += 5;
        }
        Workspace used = drawn.workspace();
        Arrays.fill(used.gradient(), 5.0);
        assertThat(given.function()
                        .with(inference, given.cost())
                        .evaluate(drawn.structure(), given.gold().supervision(), WEIGHT, used))
                .as(given.toString())
                .isEqualTo(value);
        Close.check(Arrays.copyOf(used.gradient(), expected.length), expected, 1e-12, given);
    }

    /** The Hessian of log Z(all) − log Z(allowed) by enumeration, and as a difference of gradients; refused by the others. */
    void hessian(LossCase<S> given) {
        ScoredStructure<S> drawn = given.drawn();
        S structure = drawn.structure();
        Supervision<S> gold = given.gold().supervision();
        Loss<S> loss = given.function().with(inference, given.cost());
        Workspace workspace = drawn.workspace();
        workspace.reserveDirection(structure);
        double[] direction = new Generators(9).normal(structure.parts(), 1);
        System.arraycopy(direction, 0, workspace.direction(), 0, direction.length);
        assertThat(loss.hasHessian())
                .as(given.toString())
                .isEqualTo(given.function() == LossFunction.LOG && inference.hasMarginalDerivatives());
        if (!loss.hasHessian()) {
            if (given.function() != LossFunction.LOG) {
                assertThatThrownBy(() -> loss.timesHessian(structure, gold, 1, workspace))
                        .isInstanceOf(UnsupportedOperationException.class);
            }
            return;
        }
        Arrays.fill(workspace.gradient(), 5.0);
        workspace.clearSharedGradient(structure);
        loss.timesHessian(structure, gold, WEIGHT, workspace);
        double[] found = Arrays.copyOf(workspace.gradient(), direction.length);
        assertThat(Arrays.copyOf(workspace.scores(), direction.length))
                .as("scores after %s", given)
                .isEqualTo(drawn.scores());
        double[] free = given.free().covariances(direction);
        double[] allowed = given.allowed().covariances(direction);
        Arrays.setAll(free, part -> WEIGHT * (free[part] - allowed[part]));
        Close.check(found, free, 1e-9, given);
    }

    /** The Hessian times a direction is what the gradient gains along it. */
    void hessianIsTheDerivativeOfTheGradient(LossCase<S> given) {
        ScoredStructure<S> drawn = given.drawn();
        Loss<S> loss = given.function().with(inference, given.cost());
        if (!loss.hasHessian() || given.allowed().count() == 0) {
            return;
        }
        double step = 1e-5;
        double[] direction = new Generators(9).normal(drawn.structure().parts(), 1);
        double[] up = new double[direction.length];
        double[] down = new double[direction.length];
        evaluate(LossCase.of(drawn.moved(direction, step), given.gold(), given.function(), given.cost()), WEIGHT, up);
        evaluate(
                LossCase.of(drawn.moved(direction, -step), given.gold(), given.function(), given.cost()), WEIGHT, down);
        Arrays.setAll(up, part -> (up[part] - down[part]) / (2 * step));
        Workspace workspace = drawn.workspace();
        workspace.reserveDirection(drawn.structure());
        System.arraycopy(direction, 0, workspace.direction(), 0, direction.length);
        loss.timesHessian(drawn.structure(), given.gold().supervision(), WEIGHT, workspace);
        Close.check(Arrays.copyOf(workspace.gradient(), up.length), up, 1e-6, given);
    }

    /** cost · errors of the best output ≤ hinge ≤ softmax-margin; hinge² is the squared hinge; without cost, log-loss. */
    void ladder(ScoredStructure<S> drawn, Gold<S> gold) {
        double[] one = new double[drawn.scores().length];
        double[] other = new double[one.length];
        double log = evaluate(LossCase.of(drawn, gold, LossFunction.LOG, 1), 2, one);
        assertThat(evaluate(LossCase.of(drawn, gold, LossFunction.SOFTMAX_MARGIN, 0), 2, other))
                .as(drawn.toString())
                .isEqualTo(log);
        assertThat(other).as(drawn.toString()).isEqualTo(one);
        double hinge = evaluate(LossCase.of(drawn, gold, LossFunction.HINGE, 1.5), 1, one);
        if (hinge == Double.POSITIVE_INFINITY) {
            return;
        }
        double softmax = evaluate(LossCase.of(drawn, gold, LossFunction.SOFTMAX_MARGIN, 1.5), 1, one);
        double squared = evaluate(LossCase.of(drawn, gold, LossFunction.SQUARED_HINGE, 1.5), 1, one);
        int errors = gold.errors()
                .applyAsInt(inference.best(drawn.structure(), drawn.workspace()).output());
        double slack = 1e-9 * Math.max(1, hinge);
        assertThat(hinge).as(drawn.toString()).isGreaterThanOrEqualTo(1.5 * errors - slack);
        if (gold.supervision()
                .isSingle()) { // of several right outputs the softmax-margin counts all, the hinge the best
            assertThat(hinge).as(drawn.toString()).isLessThanOrEqualTo(softmax + slack);
        }
        Close.check(squared, hinge * hinge, 1e-12, drawn);
    }

    /** A supervision of another size is refused before anything is computed. */
    void anotherSizeIsRefused(LossFunction function, long seed) {
        Random random = ScoredStructure.random(seed);
        Supplier<S> model = cases.tiny(random);
        S one = model.get();
        S wrong = SupervisionChecks.ofAnotherLength(model, one);
        Supervision<S> gold = cases.gold(one, true, random).supervision();
        Workspace workspace = new Workspace();
        workspace.reserve(wrong);
        assertThatThrownBy(() -> function.with(inference, 1).evaluate(wrong, gold, 1, workspace))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
