package org.espalier.structure;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A family of features: a kind of place, and the alphabet of targets that an attribute meets there.
 *
 * <p>A feature is an attribute with a target, and owns a weight. The state features of a chain are a family: their places are
 * the positions, their targets the labels. At a place with first part <em>offset</em>, part offset + k has the weights of target
 * {@code tie[k]}; several parts may share a target, as label histories that end alike do.
 *
 * @param name what it is called in model files and messages
 * @param places the number of the {@linkplain Structure#places kind of place}, or {@link #SHARED}
 * @param targets how many targets there are
 * @param tie the target of each part of a place, −1 for none; null when part k has target k // [parts of a place]
 * @param isConstant whether every place has the same single attribute instead of attributes of its own
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record Family(String name, int places, int targets, int @Nullable [] tie, boolean isConstant) {

    /** The one place of this family is that of the shared parts. */
    public static final int SHARED = -1;

    public Family {
        Objects.requireNonNull(name, "name");
        if (places < SHARED || targets < 0) {
            throw new IllegalArgumentException(
                    "family " + name + " with places " + places + " and " + targets + " targets");
        }
        if (tie != null) {
            for (int target : tie) {
                if (target < -1 || target >= targets) {
                    throw new IllegalArgumentException("family " + name + " ties a part to target " + target + " of "
                            + targets + "; expected −1 for none, or a number below");
                }
            }
        }
        if (places == SHARED && !isConstant) {
            throw new IllegalArgumentException("family " + name + " is shared, so it can have no attributes");
        }
    }

    /** A family whose part k has target k. */
    public static Family plain(String name, int places, int targets) {
        return new Family(name, places, targets, null, false);
    }

    /** A family of the shared parts; null ties part k to target k. */
    public static Family shared(String name, int targets, int @Nullable [] tie) {
        return new Family(name, SHARED, targets, tie, true);
    }

    public boolean isShared() {
        return places == SHARED;
    }

    /** How many parts a place has. */
    public int width() {
        return tie == null ? targets : tie.length;
    }

    @Override
    public String toString() {
        return name + "[" + targets
                + (tie == null
                        ? ""
                        : " tied to " + Arrays.stream(tie).distinct().count()) + "]";
    }
}
