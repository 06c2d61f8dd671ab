package org.espalier.online;

import java.util.Objects;

/**
 * An online learner that is not one of the named algorithms: any rule, visiting the instances in any order.
 *
 * @param name for provenance and messages
 * @param rule makes the update rule
 * @param order in which instances are visited
 */
public record OnlineLearning(String name, UpdateRule.Factory rule, VisitingOrder order) {

    public OnlineLearning {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(order, "order");
    }
}
