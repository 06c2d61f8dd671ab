package org.espalier.online;

import java.util.Objects;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * An online learner that is not one of the named algorithms.
 *
 * @param name for provenance and messages
 * @param rule makes the update rule
 * @param search how the best path of a chain is found, or null for the usual way; asked only of a rule with one candidate
 */
public record OnlineLearning(
        String name, UpdateRule.Factory rule, @Nullable RivalSearch<Trellis> search) {

    public OnlineLearning {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(rule, "rule");
    }

    /** With the usual search. */
    public OnlineLearning(String name, UpdateRule.Factory rule) {
        this(name, rule, null);
    }
}
