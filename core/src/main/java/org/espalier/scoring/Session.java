package org.espalier.scoring;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Workspace;
import org.espalier.structure.Structure;

/**
 * One thread's way from instances to scored parts, and from their gradient back to that of θ. It keeps the protocol, so that nobody else
 * need know it: room is reserved, the shared parts are scored once per change of θ, then the parts of the instance.
 *
 * <pre>{@code
 * Session<Trellis> session = new Session<>(scorer);
 * session.use(weights);                                      // again after every change
 * for (EncodedSequence sequence : sequences) {
 *     Trellis trellis = session.score(sequence);
 *     double logZ = inference.logSum(trellis, session.workspace());
 * }
 * }</pre>
 *
 * <p>To learn, a loss writes the part gradient into the workspace, and {@link #backpropagate} takes it up. The gradient of the shared parts
 * adds up from {@link #begin} on, until {@link #backpropagateShared}.
 *
 * @param <S> the structure of the instances
 */
public final class Session<S extends Structure> {
    private final Scorer<S> scorer;
    private final Tape<S> tape;
    private final Workspace workspace = new Workspace();
    private double[] parameters = {};
    private long version;
    private boolean stale; // whether the scores of the shared parts are those of other parameters

    /** A session without parameters, which {@link #use} gives it. */
    public Session(Scorer<S> scorer) {
        this(scorer, scorer.tape());
    }

    /** A session with a tape of one's own, which must be one of the scorer's. */
    public Session(Scorer<S> scorer, Tape<S> tape) {
        this.scorer = scorer;
        this.tape = tape;
    }

    /** A session for each of some workers. */
    public static <S extends Structure> List<Session<S>> several(Scorer<S> scorer, int workers) {
        return Stream.generate(() -> new Session<>(scorer)).limit(workers).toList();
    }

    /** Scores with these parameters from now on. They are not copied: whoever changes them calls this again. */
    public void use(double[] newParameters) {
        parameters = newParameters;
        stale = true;
    }

    /**
     * Scores with these parameters from now on, unless they were given with the same number before. So whoever evaluates one shard after
     * the other can give them with every shard.
     *
     * @param number of the parameters: another one after every change, and never 0
     */
    public void use(double[] newParameters, long number) {
        if (number != version) {
            use(newParameters);
            version = number;
        }
    }

    /** Makes room for the parts of a structure; afterwards the scores of its shared parts are those of the parameters. */
    public void reserve(S structure) {
        workspace.reserve(structure);
        if (stale && structure.usesSharedParts()) {
            tape.scoreShared(parameters, workspace.scores());
            workspace.sharedChanged();
            stale = false;
        }
    }

    /** Scores an instance; returns its structure. */
    public S score(EncodedSequence sequence) {
        S structure = scorer.structure(sequence);
        score(sequence, structure);
        return structure;
    }

    /** Scores an instance whose structure is known. */
    public void score(EncodedSequence sequence, S structure) {
        reserve(structure);
        tape.score(parameters, sequence, structure, workspace.scores());
    }

    /** Begins a batch of instances: from now on the gradient of the shared parts adds up. */
    public void begin(S structure) {
        reserve(structure);
        workspace.clearSharedGradient(structure);
    }

    /** Adds what the part gradient in the workspace says of the parameters, but for the shared parts; of the instance scored last. */
    public void backpropagate(EncodedSequence sequence, S structure, double[] gradient) {
        tape.backpropagate(sequence, structure, workspace.gradient(), gradient);
    }

    /** Adds the same for the shared parts of the batch. */
    public void backpropagateShared(double[] gradient) {
        tape.backpropagateShared(workspace.gradient(), gradient);
    }

    /** The scores, ready for inference, and the part gradient. The scores of the shared parts are not to be changed. */
    public Workspace workspace() {
        return workspace;
    }
}
