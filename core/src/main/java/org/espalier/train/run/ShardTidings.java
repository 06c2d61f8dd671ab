package org.espalier.train.run;

import java.util.ArrayList;
import java.util.List;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.train.TrainingException;
import org.espalier.train.remote.Share;

/**
 * What is told of what one shard has learnt, beside its weights. It travels in a keyed vector, with {@value #FIELDS} entries per shard, so
 * that the vectors of several shards are joined and not added.
 *
 * @param size the part of all tokens that the shard has
 * @param value the shard's objective, or the summed loss of an online learner's last epoch
 * @param reason why it stopped
 * @param gap as in {@link Result#gap}
 */
record ShardTidings(
        double size,
        double value,
        double gradientNorm,
        int iterations,
        int evaluations,
        StopReason reason,
        double gap) {
    private static final int FIELDS = 7;

    /** The vector of one shard. */
    static Share.Vector of(int shard, double size, Result learnt) {
        long[] keys = new long[FIELDS];
        for (int k = 0; k < FIELDS; k++) {
            keys[k] = (long) shard * FIELDS + k;
        }
        double[] fields = {
            size,
            learnt.value(),
            learnt.gradientNorm(),
            learnt.iterations(),
            learnt.evaluations(),
            code(learnt.reason()),
            learnt.gap()
        };
        return new Share.Vector(keys, fields);
    }

    private static int code(StopReason reason) {
        return List.of(StopReason.values()).indexOf(reason);
    }

    /** What is told of all shards, in their order. */
    static List<ShardTidings> read(Share.Vector told, int shards) {
        long[] keys = told.places();
        for (int k = 0; k < shards * FIELDS; k++) {
            if (k >= keys.length || keys[k] != k) {
                throw new TrainingException("shard " + k / FIELDS + " of " + shards
                        + " has nothing to learn from, because no sequence fell to it; ask for fewer shards");
            }
        }
        List<ShardTidings> all = new ArrayList<>();
        for (int k = 0; k < shards; k++) {
            double[] entries = told.entries();
            int at = k * FIELDS;
            all.add(new ShardTidings(
                    entries[at],
                    entries[at + 1],
                    entries[at + 2],
                    (int) entries[at + 3],
                    (int) entries[at + 4],
                    List.of(StopReason.values()).get((int) entries[at + 5]),
                    entries[at + 6]));
        }
        return all;
    }

    /** The end at these weights, which the shard alone has learnt. */
    Result at(double[] x) {
        return new Result(x, value, gradientNorm, iterations, evaluations, reason, gap);
    }
}
