package org.espalier.scoring;

import org.espalier.feature.EncodedSequence;
import org.espalier.structure.Structure;

/**
 * Turns parameters θ into part scores, and part gradients into ∇θ. Immutable and safe to share; θ is passed in.
 *
 * <p>Both directions are those of a {@link Tape}, of which every thread has its own: the backward direction may need something of the
 * forward one. A {@link Session} runs a tape through the protocol.
 *
 * @param <S> the structures whose parts it scores
 */
public interface Scorer<S extends Structure> {

    /** The number of parameters. */
    int parameters();

    /** The structure of an instance. */
    S structure(EncodedSequence sequence);

    /** A tape for one thread. A scorer that has nothing to keep may give the same to all. */
    Tape<S> tape();
}
