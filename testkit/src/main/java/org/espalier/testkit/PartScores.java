package org.espalier.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.structure.Structure;

/** Draws the scores of parts; it needs to know a structure's outputs only, to leave one of them or none. */
final class PartScores {
    private PartScores() {}

    /**
     * Scores of a kind.
     *
     * @param outputs all of them; where none are listed, no output is chosen
     */
    static double[] draw(Kind kind, Structure structure, List<Listed> outputs, Random random) {
        double[] scores = new double[structure.parts()];
        for (int part = 0; part < scores.length; part++) {
            scores[part] = kind.score(random);
        }
        int shared = structure.sharedParts();
        if (kind == Kind.NO_SHARED_PART) {
            Arrays.fill(scores, 0, shared, Double.NEGATIVE_INFINITY);
        } else if (kind == Kind.ONE_OUTPUT && !outputs.isEmpty()) {
            leaveOne(scores, shared, outputs, random);
        } else if (kind == Kind.NO_OUTPUT && !outputs.isEmpty()) {
            leaveNone(scores, shared, outputs, random);
        }
        return scores;
    }

    /** Forbids the parts that one output does not have: the shared ones only when the others do not suffice. */
    private static void leaveOne(double[] scores, int shared, List<Listed> outputs, Random random) {
        double[] counts = new double[scores.length];
        outputs.get(random.nextInt(outputs.size())).addTo(counts, 1);
        for (int from : new int[] {shared, 0}) {
            for (int part = from; part < scores.length; part++) {
                scores[part] = counts[part] > 0 ? scores[part] : Double.NEGATIVE_INFINITY;
            }
            if (left(scores, outputs).size() == 1) {
                return;
            }
        }
    }

    /** Forbids a part of an output that is left, until none is; an output without parts cannot be forbidden. */
    private static void leaveNone(double[] scores, int shared, List<Listed> outputs, Random random) {
        List<Listed> left = left(scores, outputs);
        while (!left.isEmpty()) {
            int[] parts = left.get(random.nextInt(left.size())).parts();
            int[] own = Arrays.stream(parts).filter(part -> part >= shared).toArray();
            int[] choice = own.length > 0 ? own : parts;
            if (choice.length == 0) {
                return;
            }
            scores[choice[random.nextInt(choice.length)]] = Double.NEGATIVE_INFINITY;
            left = left(scores, outputs);
        }
    }

    private static List<Listed> left(double[] scores, List<Listed> outputs) {
        return outputs.stream()
                .filter(listed -> listed.score(scores) != Double.NEGATIVE_INFINITY)
                .toList();
    }
}
