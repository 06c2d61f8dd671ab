package org.espalier.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.structure.Structure;

/**
 * A structure with scores for its parts, all its outputs, and the words that say where it came from.
 *
 * @param structure the structure
 * @param outputs all of them; none where there are too many to list
 * @param scores one per part; −∞ forbids // [parts]
 * @param origin kind and seed, printed by every failure
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record ScoredStructure<S extends Structure>(S structure, List<Listed> outputs, double[] scores, String origin)
        implements Scored {

    /** Draws a structure whose outputs can be listed, with scores of a kind. */
    static <S extends Structure> ScoredStructure<S> tiny(StructureCases<S> cases, Kind kind, long seed) {
        Random random = random(seed);
        S structure = cases.tiny(random).get();
        List<Listed> outputs = cases.outputs(structure);
        return new ScoredStructure<>(
                structure, outputs, PartScores.draw(kind, structure, outputs, random), kind + " with seed " + seed);
    }

    /** Draws a structure with more outputs than can be listed; of the kinds that choose outputs there is none. */
    static <S extends Structure> ScoredStructure<S> larger(StructureCases<S> cases, Kind kind, long seed) {
        Random random = random(seed);
        return unlisted(cases.larger(random).get(), kind, random, "larger " + kind + " with seed " + seed);
    }

    /** Scores for a structure whose outputs are not listed. */
    static <S extends Structure> ScoredStructure<S> unlisted(S structure, Kind kind, Random random, String origin) {
        return new ScoredStructure<>(structure, List.of(), PartScores.draw(kind, structure, List.of(), random), origin);
    }

    /** Well mixed, because the first numbers of generators with neighbouring seeds are alike. */
    static Random random(long seed) {
        return new Random((seed + 1) * 0x9E3779B97F4A7C15L);
    }

    /** The same structure with other scores. */
    ScoredStructure<S> withScores(double[] newScores, String change) {
        return new ScoredStructure<>(structure, outputs, newScores, origin + ", " + change);
    }

    /** The same, moved by step · direction. */
    ScoredStructure<S> moved(double[] direction, double step) {
        double[] moved = scores.clone();
        Arrays.setAll(moved, part -> moved[part] + step * direction[part]);
        return withScores(moved, "moved by " + step);
    }

    /** The same, without the outputs that the supervision does not allow. */
    ScoredStructure<S> clamped(Gold<S> gold) {
        double[] clamped = scores.clone();
        gold.supervision().forbid(structure, clamped);
        return withScores(clamped, "clamped");
    }

    /** All outputs with their scores. */
    Enumeration enumeration() {
        return Enumeration.of(structure.parts(), outputs, listed -> listed.score(scores));
    }

    @Override
    public String toString() {
        return origin + ": length " + structure.length() + ", " + structure.parts() + " parts of which "
                + structure.sharedParts() + " are shared, " + outputs.size() + " outputs";
    }
}
