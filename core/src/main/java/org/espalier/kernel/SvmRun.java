package org.espalier.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.optimize.StopReason;
import org.espalier.scoring.Normalisation;

/** One run of a support vector machine: its binary problems one after the other, and what scales them to probabilities. */
final class SvmRun {
    private final KernelSvm options;
    private final KernelProblem problem;
    private final boolean pairwise;
    private int finished;
    private boolean stopped;

    SvmRun(KernelSvm options, KernelProblem problem) {
        this.options = options;
        this.problem = problem;
        this.pairwise = options.multiclass() == KernelSvm.Multiclass.ALL_PAIRS;
    }

    /** A binary problem: to tell a label from the others that the members have. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Binary(int label, int[] members) {}

    DualSolution run() {
        List<Binary> problems = pairwise ? pairs() : labels();
        List<DualSolution.Machine> machines = new ArrayList<>();
        double objective = 0;
        double gap = 0;
        double violation = 0;
        StopReason reason = StopReason.CONVERGED_GRADIENT;
        for (Binary binary : problems) {
            BinarySvm machine = train(binary.members, binary.label);
            machines.add(new DualSolution.Machine(machine.members(), machine.coefficients(), machine.bias()));
            objective += machine.primal();
            gap += machine.gap();
            violation = Math.max(violation, machine.violation());
            reason = machine.reason().converged() ? reason : machine.reason();
        }
        boolean scaled = options.probabilities() && !stopped && scale(problems, machines);
        if (machines.size() < problem.classes() && !pairwise) {
            machines.add(
                    DualSolution.Machine.ZERO); // of two labels the first is the positive one, and the second scores 0
        }
        return new DualSolution(
                !pairwise ? Normalisation.GLOBAL : scaled ? Normalisation.COUPLED : Normalisation.VOTES,
                machines,
                objective,
                violation,
                gap,
                finished,
                stopped ? StopReason.STOPPED : reason);
    }

    /** One problem for two labels, else one for each label against the rest. */
    private List<Binary> labels() {
        int[] everything = IntStream.range(0, problem.size()).toArray();
        int count = problem.classes() == 2 ? 1 : problem.classes();
        return IntStream.range(0, count)
                .mapToObj(label -> new Binary(label, everything))
                .toList();
    }

    /** One problem for each pair of labels: (0, 1), (0, 2), …, (1, 2), … */
    private List<Binary> pairs() {
        List<Binary> pairs = new ArrayList<>();
        for (int i = 0; i < problem.classes(); i++) {
            for (int j = i + 1; j < problem.classes(); j++) {
                int first = i;
                int second = j;
                pairs.add(new Binary(
                        first,
                        IntStream.range(0, problem.size())
                                .filter(k -> problem.labels()[k] == first || problem.labels()[k] == second)
                                .toArray()));
            }
        }
        return pairs;
    }

    private BinarySvm train(int[] members, int label) {
        BinarySvm machine = machine(options, problem, members, label, (step, dual, violation, support) -> {
            stopped |= !problem.monitor().afterIteration(finished + step, dual, violation, support);
            return !stopped;
        });
        finished += machine.steps();
        if (pairwise && !stopped) { // small problems are over before they report
            stopped = !problem.monitor()
                    .afterIteration(finished, machine.dual(), machine.violation(), machine.supportPoints());
        }
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

    /**
     * Two labels, and pairs: a sigmoid for each machine by itself. Otherwise a softmax of all.
     *
     * @return whether it came to an end
     */
    private boolean scale(List<Binary> problems, List<DualSolution.Machine> machines) {
        double[][] decisions = heldOut(problems);
        if (stopped) {
            return false;
        }
        if (!pairwise && machines.size() > 1) {
            ScoreScaling scaling = ScoreScaling.fit(decisions, problem.labels(), problem.weights(), problem.workers());
            for (int m = 0; m < machines.size(); m++) {
                machines.set(m, machines.get(m).scaled(scaling.slopes()[m], scaling.offsets()[m]));
            }
            return true;
        }
        for (int m = 0; m < machines.size(); m++) {
            PlattScaling scaling = sigmoid(problems.get(m), decisions[m]);
            machines.set(m, machines.get(m).scaled(-scaling.slope(), -scaling.offset()));
        }
        return true;
    }

    private PlattScaling sigmoid(Binary binary, double[] decisions) {
        int[] members = binary.members;
        boolean[] positive = new boolean[members.length];
        double[] weights = new double[members.length];
        for (int t = 0; t < members.length; t++) {
            positive[t] = problem.labels()[members[t]] == binary.label;
            weights[t] = problem.weights()[members[t]];
        }
        return PlattScaling.fit(decisions, positive, weights);
    }

    /** Decision values of the members of each problem by machines that were trained without them // [problems][members]. */
    private double[][] heldOut(List<Binary> problems) {
        Folds folds = Folds.of(problem, Math.min(options.folds(), problem.size()), options.seed());
        double[][] decisions = new double[problems.size()][];
        double[] ofPoints = new double[problem.size()];
        for (int m = 0; m < decisions.length && !stopped; m++) {
            int[] members = problems.get(m).members;
            for (int part = 0; part < folds.count() && !stopped; part++) {
                int[] inside = folds.select(members, part, true);
                int[] outside = folds.select(members, part, false);
                double[] values = train(outside, problems.get(m).label).decisions(problem.gram(), inside);
                for (int k = 0; k < inside.length; k++) {
                    ofPoints[inside[k]] = values[k];
                }
            }
            decisions[m] = IntStream.of(members).mapToDouble(i -> ofPoints[i]).toArray();
        }
        return decisions;
    }
}
