package org.espalier.train.run;

import java.util.Arrays;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.train.Learner;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingOptions;

/**
 * Averages what is learnt on shards, once or after every epoch.
 *
 * <p>The workers learn on the shards, one each at a time. The average is an ordered sum over the shards, so the bits do not depend on who
 * did what. Memory beside the learners': two vectors of weights per shard.
 */
final class MixingRun {

    /** Learns on one shard. A batch optimiser gets a budget of iterations, an online learner one of epochs. */
    interface Learner {
        /**
         * Learns from some weights on; several shards are learnt at once.
         *
         * @param start not to be changed // [weights]
         * @param budget the most iterations, or epochs
         * @param round from 1: which of the rounds this is
         */
        Result learn(int shard, double[] start, int budget, int round);

        /** The shard's loss and its gradient, without the penalty. */
        double evaluate(int shard, double[] x, double[] gradient);
    }

    /** Watches the averages. */
    interface Watcher {
        /** After an average; false to stop. */
        boolean mixed(Result average);
    }

    private final ParameterMixing mixing;
    private final double[] sizes; // [shards]: the part of all tokens that each has
    private final Learner learner;
    private final TrainingOptions options;
    private final LocalSum sum;
    private double passes;

    MixingRun(ParameterMixing mixing, double[] sizes, Learner learner, TrainingOptions options, Workers workers) {
        this.mixing = mixing;
        this.sizes = sizes;
        this.learner = learner;
        this.options = options;
        this.sum = new LocalSum(workers);
    }

    Result run(double[] start, Watcher watcher) {
        boolean online = options.algorithm().isOnline();
        int most = online ? options.online().epochs() : options.optimizer().maxIterations();
        if (mixing.kind() == ParameterMixing.Kind.ONE_SHOT) {
            Result result = mix(start, most, 1);
            watcher.mixed(result);
            return result;
        }
        int each = mixing.epochIterations();
        int epochs = (int) Math.max(1, Math.ceil(most / (double) each));
        Result reached = mix(start, Math.min(each, most), 1);
        for (int epoch = 2; watcher.mixed(reached) && epoch <= epochs; epoch++) {
            Result next = mix(reached.x(), Math.min(each, most - (epoch - 1) * each), epoch);
            double fall = reached.value() - next.value();
            boolean flat =
                    !online && Math.abs(fall) <= options.optimizer().objectiveTolerance() * Math.abs(next.value());
            reached = flat ? because(next, StopReason.CONVERGED_OBJECTIVE) : next;
            if (flat) {
                watcher.mixed(reached);
                return reached;
            }
        }
        return reached;
    }

    private static Result because(Result result, StopReason reason) {
        return new Result(
                result.x(), result.value(), result.gradientNorm(), result.iterations(), result.evaluations(), reason);
    }

    /** One round on all shards and the average of what they learn. */
    private Result mix(double[] start, int budget, int epoch) {
        int shards = mixing.shards();
        Result[] results = new Result[shards];
        double[] average = new double[start.length];
        sum.add(shards, start, 0, average, (shard, at, worker, share) -> {
            Result learnt = learner.learn(shard, at, budget, epoch);
            results[shard] = learnt;
            addScaled(weight(shard), learnt.x(), share);
            return 0;
        });
        if (shards == 1 && mixing.kind() == ParameterMixing.Kind.ONE_SHOT) {
            return results[0];
        }
        for (int k = 0; k < shards; k++) {
            passes += sizes[k] * results[k].evaluations();
        }
        if (options.algorithm().isOnline()) {
            return told(average, results, epoch);
        }
        passes++; // the evaluation of the average
        return measured(average, results, epoch);
    }

    /** How much a shard counts in the average. */
    private double weight(int shard) {
        return mixing.weighting() == ParameterMixing.Weighting.UNIFORM ? 1.0 / mixing.shards() : sizes[shard];
    }

    private static void addScaled(double factor, double[] x, double[] into) {
        for (int i = 0; i < x.length; i++) {
            into[i] += factor * x[i];
        }
    }

    /** Online learners have no objective: the summed loss of their last epochs. */
    private Result told(double[] x, Result[] results, int epoch) {
        double loss = Arrays.stream(results).mapToDouble(Result::value).sum();
        return new Result(x, loss, Double.NaN, epoch, (int) Math.ceil(passes), reason(results));
    }

    /** The objective of all data at the average, and the norm of its (pseudo-)gradient. */
    private Result measured(double[] x, Result[] results, int epoch) {
        double[] gradient = new double[x.length];
        double loss = sum.add(
                results.length, x, 0, gradient, (shard, at, worker, share) -> learner.evaluate(shard, at, share));
        Penalty penalty = options.penalty();
        penalty.addSmoothGradient(x, gradient);
        penalty.pseudoGradient(x, gradient, gradient);
        double squares = Arrays.stream(gradient).map(g -> g * g).sum();
        return new Result(
                x, loss + penalty.value(x), Math.sqrt(squares), epoch, (int) Math.ceil(passes), reason(results));
    }

    /** That of the first shard that did not converge, if there is one. */
    private static StopReason reason(Result[] results) {
        for (Result result : results) {
            if (!result.reason().converged()) {
                return result.reason();
            }
        }
        return results[0].reason();
    }
}
