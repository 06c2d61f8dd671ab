package org.espalier.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.scoring.Normalisation;
import org.espalier.train.TrainingException;

/** One run of kernel logistic regression: chooses pivots, minimises over their coordinates, goes back to coefficients. */
final class LogisticRun {
    private static final double RANK_TOLERANCE = 1e-10;
    private static final int STEPS_PER_VECTOR = 20;
    private static final int PERIOD = 3;

    private final KernelLogisticRegression options;
    private final KernelProblem problem;
    private final int classes;
    private final PivotedCholesky factor;
    private final DualLogisticFunction function;
    private int iterations;
    private boolean stopped;

    LogisticRun(KernelLogisticRegression options, KernelProblem problem) {
        this.options = options;
        this.problem = problem;
        this.classes = problem.classes();
        this.factor = new PivotedCholesky(problem.gram(), RANK_TOLERANCE, problem.workers());
        this.function = new DualLogisticFunction(
                factor,
                new SoftmaxLoss(problem.labels(), problem.weights(), classes, problem.workers()),
                problem.size(),
                classes,
                options.l2(),
                options.bias(),
                problem.workers());
    }

    DualSolution run() {
        ImportVectors choice = options.importVectors();
        double[] start = choice == null ? allPivots() : importVectors(choice);
        Result result = minimize(options.optimizer(), start);
        double gap = options.bias()
                ? Double.POSITIVE_INFINITY
                : Penalty.l2(options.l2()).gapBound(result.gradientNorm());
        return new DualSolution(
                Normalisation.GLOBAL,
                DualSolution.perLabel(coefficients(result.x()), bias(result.x())),
                result.value(),
                result.gradientNorm(),
                gap,
                iterations,
                result.reason());
    }

    private double[] allPivots() {
        for (int pivot = factor.largest(); pivot >= 0; pivot = factor.largest()) {
            add(pivot);
        }
        return new double[function.dimension()];
    }

    private void add(int pivot) {
        double bytes = 8.0 * problem.size() * (factor.rank() + 1);
        if (bytes > problem.bytes()) {
            throw new TrainingException(String.format(
                    Locale.ROOT,
                    "kernel logistic regression over %,d points needs more than %,d of them as support points, and so more"
                            + " than %,d MB for kernel values; choose import vectors, or allow more memory",
                    problem.size(),
                    factor.rank(),
                    problem.bytes() >> 20));
        }
        factor.add(pivot);
    }

    /** Adds points until the objective stalls; returns where the last step ended. */
    private double[] importVectors(ImportVectors choice) {
        SplittableRandom random = new SplittableRandom(options.seed());
        LbfgsOptions few = options.optimizer().withMaxIterations(STEPS_PER_VECTOR);
        double[] x = new double[function.dimension()];
        List<Double> objectives = new ArrayList<>();
        objectives.add(function.dimension() == 0 ? value(x) : settle(few, x));
        while (factor.rank() < choice.most() && !stopped && !stalls(objectives, choice.tolerance())) {
            int next = new CandidateSearch(problem, factor, function, options.l2())
                    .best(candidates(choice.candidates(), random));
            if (next < 0) {
                break;
            }
            add(next);
            x = insert(x);
            objectives.add(settle(few, x));
        }
        return x;
    }

    private static boolean stalls(List<Double> objectives, double tolerance) {
        int last = objectives.size() - 1;
        return last >= PERIOD
                && objectives.get(last - PERIOD) - objectives.get(last) < tolerance * Math.abs(objectives.get(last));
    }

    /** Room for the coordinates of one more column, before the biases. */
    private double[] insert(double[] x) {
        int before = (factor.rank() - 1) * classes;
        double[] longer = new double[x.length + classes];
        System.arraycopy(x, 0, longer, 0, before);
        System.arraycopy(x, before, longer, before + classes, x.length - before);
        return longer;
    }

    /** Minimises from x, leaves the result in x and the derivatives there in the function. */
    private double settle(LbfgsOptions few, double[] x) {
        Result result = minimize(few, x);
        System.arraycopy(result.x(), 0, x, 0, x.length);
        return value(x);
    }

    private double value(double[] x) {
        return function.evaluate(x, new double[x.length]);
    }

    private Result minimize(LbfgsOptions with, double[] start) {
        Monitor monitor = progress -> {
            iterations++;
            stopped |= !problem.monitor()
                    .afterIteration(iterations, progress.value(), progress.gradientNorm(), factor.rank());
            return !stopped;
        };
        return new Lbfgs(with, problem.workers()).minimize(function, Penalty.NONE, start, monitor);
    }

    private int[] candidates(int wanted, SplittableRandom random) {
        int[] open = new int[problem.size()];
        int count = 0;
        for (int i = 0; i < open.length; i++) {
            if (factor.isOpen(i)) {
                open[count++] = i;
            }
        }
        int size = wanted == 0 ? count : Math.min(wanted, count);
        for (int k = 0; k < size; k++) {
            int other = k + random.nextInt(count - k);
            int kept = open[k];
            open[k] = open[other];
            open[other] = kept;
        }
        return Arrays.copyOf(open, size);
    }

    private double[][] coefficients(double[] x) {
        double[][] coefficients = new double[classes][problem.size()];
        double[] beta = new double[factor.rank()];
        for (int y = 0; y < classes; y++) {
            for (int k = 0; k < beta.length; k++) {
                beta[k] = x[k * classes + y];
            }
            factor.toCoefficients(beta);
            for (int k = 0; k < beta.length; k++) {
                coefficients[y][factor.pivots().get(k)] = beta[k];
            }
        }
        return coefficients;
    }

    private double[] bias(double[] x) {
        int begin = factor.rank() * classes;
        return options.bias() ? Arrays.copyOfRange(x, begin, begin + classes) : new double[classes];
    }
}
