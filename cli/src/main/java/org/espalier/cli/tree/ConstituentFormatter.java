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
 * Writes trees of constituents.
 *
 * @param json one JSON object per sentence, or else one tree in brackets per line
 * @param nBest how many trees, or null for the chosen one
 * @param marginals whether every constituent has its probability, in brackets as {@code NP=0.9812}
 * @param probability whether every tree has its probability
 */
public record ConstituentFormatter(boolean json, @Nullable Integer nBest, boolean marginals, boolean probability) {

    /** The text of one sentence. */
    public String format(Parsing parsing) {
        List<Parsing> trees = nBest == null ? List.of(parsing) : parsing.nBest(nBest);
        if (json) {
            return Json.write(record(parsing, trees)) + "\n";
        }
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < trees.size(); rank++) {
            Parsing tree = trees.get(rank);
            List<String> comments = new ArrayList<>(tree.sequence().comments());
            if (nBest != null) {
                comments.add(String.format(Locale.ROOT, "# rank = %d", rank));
            }
            if (nBest != null || probability) {
                comments.add(String.format(Locale.ROOT, "# probability = %.6g", tree.probability()));
            }
            brackets(tree, comments, marginals, text);
        }
        return text.toString();
    }

    private static void brackets(Parsing tree, List<String> comments, boolean withProbabilities, StringBuilder text) {
        Sequence sequence = tree.sequence();
        List<Mark> marks = new ArrayList<>(tree.marks());
        double[] probabilities = withProbabilities ? tree.probabilities(marks) : new double[0];
        for (int k = 0; k < probabilities.length; k++) {
            Mark mark = marks.get(k);
            String label = String.format(Locale.ROOT, "%s=%.4f", mark.label(), probabilities[k]);
            marks.set(k, new Mark(mark.from(), mark.to(), label));
        }
        Sequence written = new Sequence(sequence.tokens(), null, 1.0, comments, sequence.location(), null, marks);
        SequenceFormatter.of(Format.BRACKETS).append(written, text);
    }

    private Map<String, Object> record(Parsing parsing, List<Parsing> trees) {
        Map<String, Object> map = new LinkedHashMap<>();
        List<Token> tokens = parsing.sequence().tokens();
        map.put("tokens", tokens.stream().map(token -> token.columns().get(0)).toList());
        map.put("tags", tokens.stream().map(token -> token.columns().get(1)).toList());
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
        StringBuilder text = new StringBuilder();
        brackets(tree, List.of(), false, text);
        map.put("tree", text.toString().strip());
        double[] probabilities = marginals ? tree.probabilities(tree.marks()) : new double[0];
        List<Map<String, Object>> constituents = new ArrayList<>();
        for (int k = 0; k < tree.marks().size(); k++) {
            Mark mark = tree.marks().get(k);
            Map<String, Object> one = toMap(mark);
            if (marginals) {
                one.put("probability", probabilities[k]);
            }
            constituents.add(one);
        }
        map.put("constituents", constituents);
        if (probability || nBest != null) {
            map.put("probability", tree.probability());
            map.put("score", tree.score());
            map.put("logPartition", tree.logPartition());
        }
    }

    /** A constituent as JSON values: its first word, the one after its last, and its label. */
    static Map<String, Object> toMap(Mark mark) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("begin", mark.from());
        one.put("end", mark.to());
        one.put("label", mark.label());
        return one;
    }
}
