package org.espalier.inspect;

/**
 * A weight of a family that only some structures have.
 *
 * @param family the family's name, such as {@code segment}
 * @param attribute the attribute; empty when the weight counts everywhere
 * @param target what the weight speaks for, such as a label or a history of labels
 * @param weight the weight
 */
public record FamilyWeight(String family, String attribute, String target, double weight) {}
