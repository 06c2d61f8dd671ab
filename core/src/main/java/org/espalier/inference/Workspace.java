package org.espalier.inference;

import java.util.Arrays;
import java.util.function.Supplier;
import org.espalier.structure.Structure;
import org.jspecify.annotations.Nullable;

/**
 * One thread's scratch space: the only mutable thing in inference. It grows to the largest instance that it has seen.
 *
 * <p>Whoever writes the shared parts into {@link #scores()} calls {@link #sharedChanged()}, because inference keeps what it
 * computes of them, such as exponentials, from one instance to the next.
 */
public final class Workspace {
    private double[] scores = {}; // [parts]
    private double[] gradient = {}; // [parts]
    private double[] direction = {}; // [parts]
    private double[] saved = {}; // [parts − shared parts]
    private long sharedVersion;
    private @Nullable Scratch scratch;

    /** Room for the parts of this structure; the scores of shared parts stay as they are. */
    public void reserve(Structure structure) {
        scores = grown(scores, structure.parts());
        gradient = grown(gradient, structure.parts());
    }

    /** Room for a direction; the direction of shared parts stays as it is. */
    public void reserveDirection(Structure structure) {
        direction = grown(direction, structure.parts());
    }

    /** The scores of the parts: written by a scorer, read by inference. */
    public double[] scores() {
        return scores;
    }

    /** A direction of the part scores, where second derivatives are asked for: written by a scorer, read by a loss. */
    public double[] direction() {
        return direction;
    }

    /** The gradient of the parts: written by a loss, read by a scorer. */
    public double[] gradient() {
        return gradient;
    }

    /** Says that the scores of the shared parts were written anew. */
    public void sharedChanged() {
        sharedVersion++;
    }

    /** Grows with every change of the shared parts; what was computed at the same version still holds. */
    public long sharedVersion() {
        return sharedVersion;
    }

    /** The arrays of one kind of inference; made anew when another kind used the workspace before. */
    public <T extends Scratch> T scratch(Class<T> type, Supplier<T> fresh) {
        Scratch kept = scratch;
        if (type.isInstance(kept)) {
            return type.cast(kept);
        }
        T made = fresh.get();
        scratch = made;
        return made;
    }

    /** Zeroes the gradient of all parts but the shared ones, which add up over instances. */
    public void clearGradient(Structure structure) {
        Arrays.fill(gradient, structure.sharedParts(), structure.parts(), 0.0);
    }

    /** Zeroes the gradient of the shared parts. */
    public void clearSharedGradient(Structure structure) {
        Arrays.fill(gradient, 0, structure.sharedParts(), 0.0);
    }

    /** Keeps the scores of all but the shared parts, so that a constraint can be taken back by {@link #restore}. */
    public void save(Structure structure) {
        int own = structure.parts() - structure.sharedParts();
        saved = grown(saved, own);
        System.arraycopy(scores, structure.sharedParts(), saved, 0, own);
    }

    /** Puts the scores back that {@link #save} kept. */
    public void restore(Structure structure) {
        System.arraycopy(saved, 0, scores, structure.sharedParts(), structure.parts() - structure.sharedParts());
    }

    /** The array, or a larger copy that has room for {@code size} numbers and for some growth. */
    public static double[] grown(double[] array, int size) {
        return array.length >= size ? array : Arrays.copyOf(array, capacity(array.length, size));
    }

    private static int capacity(int old, int size) {
        return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(size, old + (long) (old >> 1)));
    }
}
