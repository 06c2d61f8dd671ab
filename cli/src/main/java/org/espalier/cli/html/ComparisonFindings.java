package org.espalier.cli.html;

import java.util.Objects;
import org.espalier.evaluate.Disagreements;
import org.espalier.evaluate.PairedComparison;

/**
 * What the comparison with another system found.
 *
 * @param first the name of the system that is evaluated
 * @param second the name of the other one
 * @param comparison the scores of both, and whether their difference could be chance
 * @param disagreements the sequences with different labels
 */
public record ComparisonFindings(
        String first, String second, PairedComparison comparison, Disagreements disagreements) {

    public ComparisonFindings {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        Objects.requireNonNull(comparison, "comparison");
        Objects.requireNonNull(disagreements, "disagreements");
    }
}
