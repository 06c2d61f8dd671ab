package org.espalier.train.run;

import java.util.List;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.remote.Question;
import org.espalier.train.remote.RemoteShards;
import org.espalier.train.remote.Share;

/**
 * Averages what is learnt on shards, once or after every epoch.
 *
 * <p>A round is one {@link Question.Kind#LEARN question}, which {@link Shards} of this process answer as shards on other machines do, each by
 * its {@link ShardLearner}. Answers are added in a {@link org.espalier.train.remote.ShardTree}, so the bits depend neither on who did what
 * nor on where. A round sends the weights to every shard and gets one vector back; the objective at the average costs the same once more.
 */
final class MixingRun {

    /** Watches the averages. */
    interface Watcher {
        /** After an average; false to stop. */
        boolean mixed(Result average);
    }

    private final ParameterMixing mixing;
    private final RemoteShards.Session shards;
    private final TrainingOptions options;
    private double passes;

    MixingRun(ParameterMixing mixing, RemoteShards.Session shards, TrainingOptions options) {
        this.mixing = mixing;
        this.shards = shards;
        this.options = options;
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
    private Result mix(double[] start, int budget, int round) {
        Share sum = shards.ask(Question.learn(start, budget, round));
        double[] average = entries(sum, start.length);
        List<ShardTidings> told = ShardTidings.read(sum.vector(1), mixing.shards());
        if (mixing.shards() == 1 && mixing.kind() == ParameterMixing.Kind.ONE_SHOT) {
            return told.get(0).at(average);
        }
        for (ShardTidings each : told) {
            passes += each.size() * each.evaluations();
        }
        if (options.algorithm().isOnline()) { // no objective: the summed loss of the last epochs
            return new Result(average, sum.value(), Double.NaN, round, (int) Math.ceil(passes), reason(told));
        }
        passes++; // the evaluation of the average
        return measured(average, told, round);
    }

    private static double[] entries(Share sum, int expected) {
        double[] entries = sum.vector(0).entries();
        if (entries.length != expected) {
            throw new TrainingException("the shards gave " + entries.length + " weights; expected " + expected
                    + ": do all machines have the same version of Espalier?");
        }
        return entries;
    }

    /** The objective of all data at the average, and the norm of its (pseudo-)gradient. */
    private Result measured(double[] x, List<ShardTidings> told, int round) {
        Share sum = shards.ask(Question.at(Question.Kind.GRADIENT, x));
        double[] gradient = entries(sum, x.length);
        Penalty penalty = options.penalty();
        penalty.addSmoothGradient(x, gradient);
        penalty.pseudoGradient(x, gradient, gradient);
        double squares = 0;
        for (double entry : gradient) {
            squares += entry * entry;
        }
        double value = sum.value() + penalty.value(x);
        return new Result(x, value, Math.sqrt(squares), round, (int) Math.ceil(passes), reason(told));
    }

    /** That of the first shard that did not converge, if there is one. */
    private static StopReason reason(List<ShardTidings> told) {
        for (ShardTidings each : told) {
            if (!each.reason().converged()) {
                return each.reason();
            }
        }
        return told.get(0).reason();
    }
}
