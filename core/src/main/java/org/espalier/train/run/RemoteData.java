package org.espalier.train.run;

import org.espalier.labelling.LabelStructure;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Structure;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.TrainingData;
import org.espalier.train.remote.Question;
import org.espalier.train.remote.RemoteShards;
import org.espalier.train.remote.Share;
import org.jspecify.annotations.Nullable;

/**
 * What a training run asks of data that are kept elsewhere, in place of walking through them.
 *
 * @param <S> the structure of the instances
 */
record RemoteData<S extends Structure>(
        RemoteShards shards, TrainingOptions options, TrainingData data, LabelStructure<S> structure) {

    /** Counts what occurs. */
    void count(LayoutBuilder.Counter counter) {
        byte[] session = ShardSession.write(options, data.labels(), data.encoder(), structure, null, null, false);
        try (RemoteShards.Session open = shards.open(session)) {
            Share counted = open.ask(Question.of(Question.Kind.COUNTS));
            for (int family = 0; family < structure.families().size(); family++) {
                Share.Vector vector = counted.vector(family);
                counter.add(family, new LayoutBuilder.Tally(vector.places(), vector.entries()));
            }
        }
    }

    boolean isConvex(ParameterLayout layout) {
        try (RemoteShards.Session open = shards.open(session(layout, null, false))) {
            return open.ask(Question.of(Question.Kind.NOT_CONVEX)).value() == 0;
        }
    }

    RemoteObjective objective(ParameterLayout layout, boolean convex, boolean hessian) {
        return new RemoteObjective(shards.open(session(layout, null, convex)), layout.parameters(), convex, hessian);
    }

    /** The shards as learners whose weights are mixed. */
    RemoteShards.Session mixed(ParameterLayout layout, ParameterMixing mixing, boolean convex) {
        if (mixing.shards() != shards.shards()) {
            throw new TrainingException("the data are kept in " + shards.shards() + " shards, but " + mixing.shards()
                    + " are to be mixed; cut the data into as many");
        }
        return shards.open(session(layout, mixing, convex));
    }

    private byte[] session(ParameterLayout layout, @Nullable ParameterMixing mixing, boolean convex) {
        ShardSession.Mixed mixed = mixing == null
                ? null
                : new ShardSession.Mixed(mixing, data.instances().tokens());
        return ShardSession.write(options, data.labels(), data.encoder(), structure, layout, mixed, convex);
    }
}
