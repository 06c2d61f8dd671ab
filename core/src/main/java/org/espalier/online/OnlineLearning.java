package org.espalier.online;

import java.util.Objects;

/**
 * An online learner that is not one of the named algorithms.
 *
 * @param name for provenance and messages
 * @param rule makes the update rule
 */
public record OnlineLearning(String name, UpdateRule.Factory rule) {

    public OnlineLearning {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(rule, "rule");
    }
}
