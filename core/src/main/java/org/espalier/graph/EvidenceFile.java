package org.espalier.graph;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.data.Sequences;
import org.espalier.structure.factor.AllowedValues;
import org.espalier.structure.factor.FactorGraph;

/**
 * Reads evidence: how many variables are observed, and for each its number and its value.
 *
 * <p>Two dialects are in use. {@code 2 7 0 9 1} observes variables 7 and 9. In the older one the number of samples stands before it,
 * {@code 1 2 7 0 9 1}; more than one sample is refused. How many numbers there are tells them apart.
 */
public final class EvidenceFile {
    private EvidenceFile() {}

    /** The evidence of a file for a model. */
    public static AllowedValues read(GraphModel model, Path file) {
        try (TokenReader tokens = new TokenReader(Sequences.stream(file), file.toString())) {
            return read(model, tokens);
        }
    }

    /** The evidence of a stream for a model. */
    public static AllowedValues read(GraphModel model, InputStream input, String source) {
        try (TokenReader tokens = new TokenReader(input, source)) {
            return read(model, tokens);
        }
    }

    private static AllowedValues read(GraphModel model, TokenReader tokens) {
        List<Integer> numbers = new ArrayList<>();
        numbers.add(tokens.whole("the number of observed variables", 0, Integer.MAX_VALUE));
        String word = tokens.next();
        while (word != null) {
            try {
                numbers.add(Integer.parseInt(word));
            } catch (NumberFormatException e) {
                throw tokens.problem("'" + word + "' in the evidence; expected a whole number");
            }
            word = tokens.next();
        }
        int samples = numbers.size() % 2 == 0 ? numbers.get(0) : 1;
        if (samples == 0 && numbers.size() == 2 && numbers.get(1) == 0) {
            samples = 1; // no samples, and nothing observed
        }
        if (samples != 1) {
            throw tokens.problem(samples + " samples of evidence; expected one, put each into a file of its own");
        }
        int first = numbers.size() % 2 == 0 ? 1 : 0;
        long observed = numbers.get(first);
        if (numbers.size() != first + 1 + 2 * observed) {
            throw tokens.problem(observed + " observed variables, and " + (numbers.size() - first - 1)
                    + " numbers after that; expected two for each, its number and its value");
        }
        Map<Integer, Integer> values = new TreeMap<>();
        for (int k = first + 1; k < numbers.size(); k += 2) {
            observe(model, numbers.get(k), numbers.get(k + 1), values, tokens);
        }
        return AllowedValues.evidence(model.graph().variables(), values);
    }

    private static void observe(
            GraphModel model, int name, int value, Map<Integer, Integer> values, TokenReader tokens) {
        FactorGraph graph = model.graph();
        int variable = model.variable(name);
        if (variable < 0) {
            throw tokens.problem("variable " + name + " is observed, and the model has none of that number");
        }
        if (value < 0 || value >= graph.cardinality(variable)) {
            throw tokens.problem("variable " + name + " is observed as " + value + "; expected a value from 0 to "
                    + (graph.cardinality(variable) - 1));
        }
        Integer before = values.put(variable, value);
        if (before != null && before != value) {
            throw tokens.problem("variable " + name + " is observed as " + before + " and as " + value);
        }
    }
}
