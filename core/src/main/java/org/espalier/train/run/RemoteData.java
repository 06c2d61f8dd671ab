package org.espalier.train.run;

import org.espalier.labelling.LabelStructure;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Structure;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.TrainingData;
import org.espalier.train.remote.Question;
import org.espalier.train.remote.RemoteShards;
import org.espalier.train.remote.Share;

/**
 * What a training run asks of data that are kept elsewhere, in place of walking through them.
 *
 * @param <S> the structure of the instances
 */
record RemoteData<S extends Structure>(
        RemoteShards shards, TrainingOptions options, TrainingData data, LabelStructure<S> structure) {

    /** Counts what occurs. */
    void count(LayoutBuilder.Counter counter) {
        byte[] session = ShardSession.write(options, data.labels(), data.encoder(), structure, null, false);
        try (RemoteShards.Session open = shards.open(session)) {
            Share counted = open.ask(Question.of(Question.Kind.COUNTS));
            for (int family = 0; family < structure.families().size(); family++) {
                Share.Vector vector = counted.vector(family);
                counter.add(family, new LayoutBuilder.Tally(vector.places(), vector.entries()));
            }
        }
    }

    boolean isConvex(ParameterLayout layout) {
        try (RemoteShards.Session open = shards.open(session(layout, false))) {
            return open.ask(Question.of(Question.Kind.NOT_CONVEX)).value() == 0;
        }
    }

    RemoteObjective objective(ParameterLayout layout, boolean convex, boolean hessian) {
        return new RemoteObjective(shards.open(session(layout, convex)), layout.parameters(), convex, hessian);
    }

    private byte[] session(ParameterLayout layout, boolean convex) {
        return ShardSession.write(options, data.labels(), data.encoder(), structure, layout, convex);
    }
}
