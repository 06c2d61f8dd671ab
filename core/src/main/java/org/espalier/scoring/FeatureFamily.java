package org.espalier.scoring;

/**
 * The weights of one {@linkplain org.espalier.structure.Family family}: which attribute has a weight for which target.
 *
 * @param name the family's
 * @param lists the features; a shared or constant family has the single attribute 0
 */
public record FeatureFamily(String name, FeatureLists lists) {}
