package org.espalier.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.evaluate.Scores;

/** What a program printed: one line per token, of which the last word is the label; blank lines do not matter. */
public final class PrintedLabels {
    private PrintedLabels() {}

    /** The scores of the first copy of the test data, spans by conlleval's rules. */
    public static Scores scores(List<List<String>> gold, Path output) throws IOException {
        List<String> predicted = new ArrayList<>();
        try (var lines = Files.lines(output)) {
            lines.filter(line -> !line.isBlank())
                    .map(line -> line.strip().replaceFirst(".*\\s", ""))
                    .forEach(predicted::add);
        }
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        int begin = 0;
        for (List<String> sentence : gold) {
            if (predicted.size() < begin + sentence.size()) {
                throw new BenchmarkFailure(output + ": only " + predicted.size() + " labels");
            }
            evaluation.add(sentence, predicted.subList(begin, begin + sentence.size()));
            begin += sentence.size();
        }
        return evaluation.scores();
    }
}
