package org.espalier.kernel;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.optimize.StopReason;

/** One run of a support vector machine: one machine for two labels, else one for each label against the rest. */
final class SvmRun {
    private final KernelSvm options;
    private final KernelProblem problem;
    private final int[] everything; // [n]
    private int finished;
    private boolean stopped;

    SvmRun(KernelSvm options, KernelProblem problem) {
        this.options = options;
        this.problem = problem;
        this.everything = IntStream.range(0, problem.size()).toArray();
    }

    DualSolution run() {
        // The first label is the positive one, and the second scores 0.
        int machines = problem.classes() == 2 ? 1 : problem.classes();
        double[][] coefficients = new double[problem.classes()][problem.size()];
        double[] bias = new double[problem.classes()];
        double objective = 0;
        double gap = 0;
        double violation = 0;
        StopReason reason = StopReason.CONVERGED_GRADIENT;
        for (int y = 0; y < machines; y++) {
            BinarySvm machine = train(everything, y);
            machine.addTo(coefficients[y], 1);
            bias[y] = machine.bias();
            objective += machine.primal();
            gap += machine.gap();
            violation = Math.max(violation, machine.violation());
            reason = machine.reason().converged() ? reason : machine.reason();
        }
        if (options.probabilities() && !stopped) {
            scale(machines, coefficients, bias);
        }
        return new DualSolution(
                coefficients, bias, objective, violation, gap, finished, stopped ? StopReason.STOPPED : reason);
    }

    private BinarySvm train(int[] members, int label) {
        BinarySvm machine = machine(options, problem, members, label, (step, dual, violation, support) -> {
            stopped |= !problem.monitor().afterIteration(finished + step, dual, violation, support);
            return !stopped;
        });
        finished += machine.steps();
        return machine;
    }

    /** The machine that tells a label from the others that the members have. */
    static BinarySvm machine(
            KernelSvm options, KernelProblem problem, int[] members, int label, KernelProblem.Monitor monitor) {
        double[] signs = new double[members.length];
        double[] costs = new double[members.length];
        for (int t = 0; t < members.length; t++) {
            signs[t] = problem.labels()[members[t]] == label ? 1 : -1;
            costs[t] = options.cost() * problem.weights()[members[t]];
        }
        return Smo.solve(problem.gram(), members, signs, costs, options.tolerance(), options.maxSteps(), monitor);
    }

    private void scale(int machines, double[][] coefficients, double[] bias) {
        double[][] decisions = heldOut(machines);
        double[] slopes = new double[machines];
        double[] offsets = new double[machines];
        if (machines == 1) {
            boolean[] positive = new boolean[problem.size()];
            for (int i = 0; i < positive.length; i++) {
                positive[i] = problem.labels()[i] == 0;
            }
            PlattScaling scaling = PlattScaling.fit(decisions[0], positive, problem.weights());
            slopes[0] = -scaling.slope();
            offsets[0] = -scaling.offset();
        } else {
            ScoreScaling scaling = ScoreScaling.fit(decisions, problem.labels(), problem.weights(), problem.workers());
            slopes = scaling.slopes();
            offsets = scaling.offsets();
        }
        for (int y = 0; y < machines; y++) {
            double slope = slopes[y];
            double[] scaled = coefficients[y];
            Arrays.setAll(scaled, i -> slope * scaled[i]);
            bias[y] = slope * bias[y] + offsets[y];
        }
    }

    /** Decision values of every point by machines that were trained without it // [Y][n]. */
    private double[][] heldOut(int machines) {
        Folds folds = Folds.of(problem, Math.min(options.folds(), problem.size()), options.seed());
        double[][] decisions = new double[machines][problem.size()];
        for (int part = 0; part < folds.count() && !stopped; part++) {
            int[] inside = folds.select(everything, part, true);
            int[] outside = folds.select(everything, part, false);
            for (int y = 0; y < machines; y++) {
                double[] values = train(outside, y).decisions(problem.gram(), inside);
                for (int k = 0; k < inside.length; k++) {
                    decisions[y][inside[k]] = values[k];
                }
            }
        }
        return decisions;
    }
}
