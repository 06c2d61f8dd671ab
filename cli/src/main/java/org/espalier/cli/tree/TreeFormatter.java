package org.espalier.cli.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceFormatter;
import org.espalier.data.Token;
import org.espalier.model.Parsing;
import org.jspecify.annotations.Nullable;

/**
 * Writes trees.
 *
 * @param json one JSON object per sentence, or else CoNLL-U
 * @param nBest how many trees, or null for the chosen one
 * @param marginals whether every arc has its probability
 * @param probability whether every tree has its probability
 */
public record TreeFormatter(boolean json, @Nullable Integer nBest, boolean marginals, boolean probability) {
    private static final int MISC = 6;

    /** The text of one sentence. */
    public String format(Parsing parsing) {
        List<Parsing> trees = nBest == null ? List.of(parsing) : parsing.nBest(nBest);
        if (json) {
            return Json.write(record(parsing, trees)) + "\n";
        }
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < trees.size(); rank++) {
            append(trees.get(rank), rank, text);
        }
        return text.toString();
    }

    private void append(Parsing tree, int rank, StringBuilder text) {
        Sequence sequence = tree.sequence();
        List<String> comments = new ArrayList<>();
        if (nBest != null) {
            comments.add(String.format(Locale.ROOT, "# rank = %d", rank));
        }
        if (nBest != null || probability) {
            comments.add(String.format(Locale.ROOT, "# probability = %.6g", tree.probability()));
        }
        comments.addAll(sequence.comments());
        Sequence written = new Sequence(
                marginals ? withProbabilities(tree) : sequence.tokens(),
                null,
                sequence.weight(),
                comments,
                sequence.location(),
                null,
                tree.marks());
        SequenceFormatter.of(Format.CONLLU).append(written, text);
    }

    /** The probability of the arc to a word goes into its last column, MISC. */
    private static List<Token> withProbabilities(Parsing tree) {
        double[] probabilities = tree.probabilities(tree.marks());
        List<Token> tokens = new ArrayList<>(tree.sequence().tokens());
        for (int k = 0; k < probabilities.length; k++) {
            int word = tree.marks().get(k).to();
            List<String> columns = new ArrayList<>(tokens.get(word).columns());
            String own = String.format(Locale.ROOT, "Prob=%.4f", probabilities[k]);
            columns.set(MISC, columns.get(MISC).equals("_") ? own : columns.get(MISC) + "|" + own);
            tokens.set(word, new Token(columns, List.of()));
        }
        return tokens;
    }

    private Map<String, Object> record(Parsing parsing, List<Parsing> trees) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(
                "tokens",
                parsing.sequence().tokens().stream()
                        .map(token -> token.columns().get(0))
                        .toList());
        if (nBest == null) {
            fill(parsing, map);
        } else {
            List<Map<String, Object>> all = new ArrayList<>();
            for (Parsing tree : trees) {
                Map<String, Object> one = new LinkedHashMap<>();
                fill(tree, one);
                all.add(one);
            }
            map.put("nbest", all);
        }
        return map;
    }

    private void fill(Parsing tree, Map<String, Object> map) {
        map.put("heads", tree.marks().stream().map(mark -> mark.from() + 1).toList());
        map.put("relations", tree.marks().stream().map(Mark::label).toList());
        if (probability || nBest != null) {
            map.put("probability", tree.probability());
            map.put("score", tree.score());
        }
        if (marginals) {
            List<Double> numbers = new ArrayList<>();
            for (double p : tree.probabilities(tree.marks())) {
                numbers.add(p);
            }
            map.put("marginals", numbers);
        }
    }
}
