package org.espalier.inspect;

import java.util.Objects;

/**
 * What one feature adds to the margin of one labelling over another.
 *
 * @param token where the feature stands, from 0; of a transition the token that it leads to
 * @param attribute what was observed; empty for a transition that counts everywhere
 * @param label the label here of the labelling that is explained; of a transition {@code from → to}
 * @param rival the same of the other labelling
 * @param amount (weight for the label − weight for the rival) · value
 */
public record Contribution(
        int token, String attribute, boolean isTransition, String label, String rival, double amount) {

    public Contribution {
        Objects.requireNonNull(attribute, "attribute");
    }
}
