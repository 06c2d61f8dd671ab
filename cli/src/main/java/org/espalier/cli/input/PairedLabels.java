package org.espalier.cli.input;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.espalier.cli.output.CommandFailure;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Token;

/**
 * Gold and predicted labels in the last two columns of a file. Words are not labels: columns of which one can hardly be the
 * prediction of the other are refused.
 */
public final class PairedLabels {
    private static final int FEW_TOKENS = 10;
    private static final int MANY_LABELS = 20;
    private static final int SHOWN = 5;

    private final LabelNotation notation;
    private final boolean told;
    private final Map<String, Integer> gold = new HashMap<>();
    private final Set<String> predicted = new HashSet<>();
    private long tokens;
    private int columns;

    /**
     * Nothing yet.
     *
     * @param told whether the user said how an unknown label is written
     */
    public PairedLabels(LabelNotation notation, boolean told) {
        this.notation = notation;
        this.told = told;
    }

    /** Reads all pairs: sequences with their gold labels, which are no longer among the columns, and predicted labels. */
    public void read(SequenceReader reader, BiConsumer<Sequence, List<String>> sink) {
        for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
            List<String> right = new ArrayList<>(sequence.length());
            List<Token> observed = new ArrayList<>(sequence.length());
            for (Token token : sequence.tokens()) {
                columns = token.columns().size() + 1;
                if (columns == 1) {
                    throw new DataFormatException(
                            sequence.location(),
                            "1 column; expected at least two, the gold label in the second-last and the predicted label in the last");
                }
                right.add(token.columns().get(columns - 2));
                observed.add(new Token(token.columns().subList(0, columns - 2), token.attributes()));
            }
            List<String> found = sequence.labels() == null ? List.of() : sequence.labels();
            right.forEach(label -> gold.merge(label, 1, Integer::sum));
            predicted.addAll(found);
            tokens += right.size();
            sink.accept(
                    new Sequence(observed, right, sequence.weight(), sequence.comments(), sequence.location()), found);
        }
    }

    /**
     * Refuses what cannot be gold and predicted labels.
     *
     * @param doubt takes a warning of what hardly can
     */
    public void check(Consumer<String> doubt) {
        if (!told && predicted.contains(notation.unknown())) {
            throw new CommandFailure("'" + notation.unknown()
                    + "' is among the predicted labels, so it is an ordinary label; gold labels '" + notation.unknown()
                    + "' would be skipped as unknown. Give --unknown-label '' to count them, or --unknown-label "
                    + notation.unknown() + " to skip them");
        }
        long covered = gold.entrySet().stream()
                .filter(label -> predicted.contains(label.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
        boolean words = gold.size() > MANY_LABELS && gold.size() > 3 * predicted.size() && covered < tokens / 4;
        if (columns == 2 && (words || (covered == 0 && tokens >= FEW_TOKENS))) {
            throw new CommandFailure(problem(covered) + ". Is the predicted label missing? 'espalier tag' adds it");
        }
        if (covered == 0 && tokens > 0) {
            doubt.accept(problem(covered));
        }
    }

    private String problem(long covered) {
        return "the column of the gold labels has " + some(gold.keySet()) + ", that of the predicted labels has "
                + some(predicted) + "; " + (covered == 0 ? "no label is" : "few labels are") + " in both, with "
                + columns
                + " columns; expected the gold label in the second-last column and the predicted label in the last";
    }

    private static String some(Set<String> labels) {
        return String.join(", ", new TreeSet<>(labels).stream().limit(SHOWN).toList())
                + (labels.size() > SHOWN ? ", ... (" + labels.size() + ")" : "");
    }
}
