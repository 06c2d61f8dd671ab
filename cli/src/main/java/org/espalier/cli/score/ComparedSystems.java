package org.espalier.cli.score;

import java.util.Map;
import org.espalier.cli.html.ComparisonFindings;
import org.espalier.cli.input.PairedAnswers;
import org.espalier.evaluate.Disagreements;
import org.espalier.evaluate.PairedComparison;

/** Two systems and what their answers are worth. */
record ComparedSystems(PairedAnswers answers, PairedComparison comparison, Disagreements disagreements) {
    ComparisonFindings findings() {
        return new ComparisonFindings(answers.firstName(), answers.secondName(), comparison, disagreements);
    }

    String text() {
        return comparison.text(answers.firstName(), answers.secondName());
    }

    Map<String, Object> toMap() {
        return comparison.toMap(answers.firstName(), answers.secondName());
    }
}
