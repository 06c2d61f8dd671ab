package org.espalier.train.run;

import org.espalier.train.TrainingException;
import org.espalier.train.remote.Question;
import org.espalier.train.remote.RemoteShards;
import org.espalier.train.remote.Share;

/**
 * The sum of the losses over data that are kept elsewhere: f(θ) = Σ<sub>k</sub> f<sub>k</sub>(θ), one {@link Objective} per shard.
 *
 * <p>A call sends θ to the shards and gets one share back. Memory here: O(weights), whatever the size of the data. The diagonal of the
 * Hessian is the sum of the shards' estimates, each of which knows the uncertainty of its own instances only.
 */
final class RemoteObjective implements TrainingProblem.Opened {
    private final RemoteShards.Session session;
    private final int dimension;
    private final boolean convex;
    private final boolean hessian;

    RemoteObjective(RemoteShards.Session session, int dimension, boolean convex, boolean hessian) {
        this.session = session;
        this.dimension = dimension;
        this.convex = convex;
        this.hessian = hessian;
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public boolean isConvex() {
        return convex;
    }

    @Override
    public boolean hasDiagonal() {
        return true;
    }

    @Override
    public boolean hasHessian() {
        return hessian;
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        Share sum = session.ask(Question.at(Question.Kind.GRADIENT, x));
        take(sum, 0, gradient);
        return sum.value();
    }

    @Override
    public double evaluate(double[] x, double[] gradient, double[] diagonal) {
        Share sum = session.ask(Question.at(Question.Kind.DIAGONAL, x));
        take(sum, 0, gradient);
        take(sum, 1, diagonal);
        return sum.value();
    }

    @Override
    public void timesHessian(double[] x, double[] direction, double[] into) {
        take(session.ask(Question.product(x, direction)), 0, into);
    }

    private static void take(Share sum, int vector, double[] into) {
        double[] entries = sum.vector(vector).entries();
        if (entries.length != into.length) {
            throw new TrainingException("the shards gave a vector of " + entries.length + " entries; expected "
                    + into.length + ": do all machines have the same version of Espalier?");
        }
        System.arraycopy(entries, 0, into, 0, into.length);
    }

    @Override
    public void close() {
        session.close();
    }
}
