package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.online.Arow;
import org.espalier.online.Mira;
import org.espalier.online.OnlineWeights;
import org.espalier.online.PassiveAggressive;
import org.espalier.online.Perceptron;
import org.espalier.online.Rival;
import org.espalier.online.RivalSearch;
import org.espalier.online.Rivals;
import org.espalier.online.UpdateRule;
import org.espalier.scoring.SparseVector;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;

/**
 * One step of each update rule, where every part has a weight of its own: Φ(x, y) are the parts of y, and w their scores.
 *
 * <p>What the rules are handed is compared with the list of all outputs, and their steps with the definitions.
 */
final class OnlineChecks<S extends Structure> {
    private static final int CANDIDATES = 4;
    private static final double C = 0.6;

    private final Inference<S> inference;

    OnlineChecks(Inference<S> inference) {
        this.inference = inference;
    }

    /** A rival as the list of outputs has it; δ = Φ(gold) − Φ(rival). */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Expected(double[] delta, double margin, int errors) {
        double squaredNorm() {
            return Arrays.stream(delta).map(x -> x * x).sum();
        }

        double violation(double[] weights, double[] moved) {
            double gained = 0;
            for (int part = 0; part < delta.length; part++) {
                gained += delta[part] * (moved[part] - weights[part]);
            }
            return Math.max(0, errors - margin - gained);
        }
    }

    /** The outputs with errors among the best ones, against the best output without; null where scores are too close to call. */
    private static List<Expected> expected(ScoredStructure<?> drawn, Gold<?> gold, int candidates) {
        Enumeration all = drawn.enumeration();
        Enumeration right = all.within(gold::allows);
        List<Expected> rivals = new ArrayList<>();
        for (Enumeration.Entry entry : all.entries().subList(0, Math.min(candidates, all.count()))) {
            if (!gold.allows(entry.listed())) {
                double[] delta = new double[drawn.scores().length];
                right.entries().get(0).listed().addTo(delta, 1);
                entry.listed().addTo(delta, -1);
                rivals.add(new Expected(delta, right.max() - entry.score(), gold.errors(entry.listed())));
            }
        }
        return rivals;
    }

    /** Whether the order of the outputs that matter does not hang on rounding. */
    private static boolean isClear(ScoredStructure<?> drawn, Gold<?> gold) {
        List<Enumeration.Entry> best = drawn.enumeration().entries();
        for (int k = 1; k < Math.min(best.size(), CANDIDATES + 1); k++) {
            if (best.get(k - 1).score() - best.get(k).score() < 1e-9) {
                return false;
            }
        }
        Enumeration right = drawn.enumeration().within(gold::allows);
        return right.count() > 0 && right.lead() > 1e-9;
    }

    /** What an online learner hands to its rule. */
    private Rivals rivals(ScoredStructure<S> drawn, Supervision<S> gold, int candidates) {
        S structure = drawn.structure();
        Workspace workspace = drawn.workspace();
        RivalSearch<S> search = RivalSearch.by(inference);
        Output target = target(drawn, gold);
        Rivals rivals = new Rivals();
        rivals.begin(structure.length());
        List<? extends ScoredOutput<?>> best = candidates == 1
                ? List.of(search.best(structure, workspace))
                : inference.nBest(structure, workspace, candidates);
        for (ScoredOutput<?> rival : best) {
            int errors = gold.errors(structure, rival.output());
            if (errors > 0) {
                double[] parts = new double[structure.parts()];
                target.addTo(parts, 1);
                rival.output().addTo(parts, -1);
                SparseVector difference = new SparseVector(parts.length);
                for (int part = 0; part < parts.length; part++) {
                    difference.add(part, parts[part]);
                }
                rivals.add(difference, search.margin(target, rival, workspace), errors);
            }
        }
        return rivals;
    }

    private Output target(ScoredStructure<S> drawn, Supervision<S> gold) {
        if (gold.isSingle()) {
            return gold.single(drawn.structure());
        }
        double[] clamped = drawn.scores().clone();
        gold.forbid(drawn.structure(), clamped);
        return inference
                .best(drawn.structure(), drawn.withScores(clamped, "clamped").workspace())
                .output();
    }

    /** Says whether there was a rival. */
    boolean rivalsAreTheBestOutputsWithErrors(ScoredStructure<S> drawn, Gold<S> gold) {
        if (!isClear(drawn, gold)) {
            return false;
        }
        boolean any = false;
        for (int candidates : new int[] {1, CANDIDATES}) {
            List<Expected> expected = expected(drawn, gold, candidates);
            Rivals found = rivals(drawn, gold.supervision(), candidates);
            assertThat(found.size()).as(drawn.toString()).isEqualTo(expected.size());
            for (int k = 0; k < found.size(); k++) {
                Rival rival = found.get(k);
                double[] delta = new double[drawn.scores().length];
                for (int n = 0; n < rival.size(); n++) {
                    delta[rival.index(n)] = rival.value(n);
                }
                Close.check(delta, expected.get(k).delta, 0, "rival " + k + " of " + drawn);
                Close.check(rival.margin(), expected.get(k).margin, 1e-9, "rival " + k + " of " + drawn);
                assertThat(rival.errors()).as(drawn.toString()).isEqualTo(expected.get(k).errors);
                any = true;
            }
        }
        return any;
    }

    private double[] step(ScoredStructure<S> drawn, Gold<S> gold, UpdateRule rule, double weight) {
        OnlineWeights weights = new OnlineWeights(drawn.scores().clone(), false);
        rule.update(0, rivals(drawn, gold.supervision(), rule.candidates()), weight, weights);
        return weights.current();
    }

    /** Perceptron, passive–aggressive and AROW: w + τδ. */
    void stepsAlongTheDifference(ScoredStructure<S> drawn, Gold<S> gold) {
        if (!isClear(drawn, gold)) {
            return;
        }
        List<Expected> expected = expected(drawn, gold, 1);
        for (double weight : new double[] {1, 2}) {
            double loss = 0;
            double rooted = 0;
            double norm = 1;
            if (!expected.isEmpty()) {
                loss = 1 - expected.get(0).margin;
                rooted = Math.sqrt(expected.get(0).errors) - expected.get(0).margin;
                norm = expected.get(0).squaredNorm();
            }
            check(drawn, gold, new Perceptron(), weight, weight);
            check(drawn, gold, pa(PassiveAggressive.Type.HARD, false), weight, weight * loss / norm);
            check(drawn, gold, pa(PassiveAggressive.Type.HARD, true), weight, weight * rooted / norm);
            check(drawn, gold, pa(PassiveAggressive.Type.LINEAR, false), weight, weight * Math.min(C, loss / norm));
            check(drawn, gold, pa(PassiveAggressive.Type.QUADRATIC, false), weight, weight * loss / (norm + 0.5 / C));
            if (!expected.isEmpty()) {
                double violation = expected.get(0).errors - expected.get(0).margin;
                double variance = 0.8;
                double arow = variance * violation / (2 / weight + variance * norm);
                check(drawn, gold, new Arow(drawn.scores().length, variance, 2), weight, arow);
            }
        }
    }

    private static PassiveAggressive pa(PassiveAggressive.Type type, boolean errorSensitive) {
        return new PassiveAggressive(type, C, errorSensitive);
    }

    private void check(ScoredStructure<S> drawn, Gold<S> gold, UpdateRule rule, double weight, double length) {
        double[] moved = drawn.scores().clone();
        for (Expected rival : expected(drawn, gold, 1)) {
            Arrays.setAll(moved, part -> moved[part] + length * rival.delta[part]);
        }
        Close.check(
                step(drawn, gold, rule, weight), moved, 1e-9, rule.getClass().getSimpleName() + " of " + drawn);
    }

    /** MIRA's step minimises ½‖w′ − w‖² + C Σ ξ: no step beside it does better. The problem is convex. */
    void miraIsTheShortestStep(ScoredStructure<S> drawn, Gold<S> gold) {
        if (!isClear(drawn, gold)) {
            return;
        }
        List<Expected> rivals = expected(drawn, gold, CANDIDATES);
        double[] found = step(drawn, gold, new Mira(drawn.scores().length, CANDIDATES, C), 1);
        double least = objective(drawn, rivals, found);
        Generators generators = new Generators(11);
        for (int n = 0; n < 40; n++) {
            double[] beside = generators.normal(found.length, n % 2 == 0 ? 0.01 : 0.1);
            Arrays.setAll(beside, part -> found[part] + beside[part]);
            assertThat(objective(drawn, rivals, beside)).as(drawn.toString()).isGreaterThan(least - 1e-8);
        }
        for (Expected rival : rivals) {
            for (double length : new double[] {-0.01, 0.01}) {
                double[] along = found.clone();
                Arrays.setAll(along, part -> found[part] + length * rival.delta[part]);
                assertThat(objective(drawn, rivals, along)).as(drawn.toString()).isGreaterThan(least - 1e-8);
            }
        }
    }

    private static double objective(ScoredStructure<?> drawn, List<Expected> rivals, double[] moved) {
        double sum = 0;
        for (int part = 0; part < moved.length; part++) {
            double step = moved[part] - drawn.scores()[part];
            sum += step * step / 2;
        }
        for (Expected rival : rivals) {
            sum += C * rival.violation(drawn.scores(), moved);
        }
        return sum;
    }
}
