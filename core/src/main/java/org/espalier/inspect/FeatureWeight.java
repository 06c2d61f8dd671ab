package org.espalier.inspect;

/**
 * The weight of an attribute together with a label.
 *
 * @param attribute what is observed
 * @param label the label it speaks for (weight above 0) or against
 * @param weight what it adds to the score
 */
public record FeatureWeight(String attribute, String label, double weight) {}
