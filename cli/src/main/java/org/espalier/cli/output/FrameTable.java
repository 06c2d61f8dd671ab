package org.espalier.cli.output;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.FramesFormatter;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.jspecify.annotations.Nullable;

/**
 * Writes tagged frames as the table that they were read from, with the column {@code predicted} and what was asked for at its end.
 * Immutable and safe to share.
 *
 * @param nBest how many labellings are written, one below the other and numbered from 0 in the column {@code rank}; null for the best one
 * @param marginals whether the probability of the label at its frame is written
 * @param probability whether probability and score of the whole labelling are told
 */
public record FrameTable(
        @Nullable Integer nBest, boolean marginals, boolean probability, DataOptions options, Model model) {

    /** Whether results are written as a table of frames. */
    public static boolean fits(TagOutput output, DataOptions options) {
        return output == TagOutput.COLUMNS && options.format() == Format.FRAMES;
    }

    /** The first row of a table with results for sequences like this one. */
    public String header(Sequence sequence, String separator) {
        List<String> further = new ArrayList<>();
        if (nBest != null) {
            further.add("rank");
        }
        further.add("predicted");
        if (marginals) {
            further.add("marginal");
        }
        if (probability) {
            further.add("probability");
            further.add("score");
        }
        return formatter(sequence, separator).header(sequence, further);
    }

    public void append(Tagging tagging, String separator, StringBuilder out) {
        Sequence sequence = tagging.sequence();
        FramesFormatter formatter = formatter(sequence, separator);
        if (nBest == null) {
            List<List<String>> further = new ArrayList<>();
            add(tagging.labels(), tagging, tagging.probability(), tagging.score(), further);
            formatter.append(sequence, further, out);
            return;
        }
        int rank = 0;
        for (Labelling labelling : tagging.nBest(nBest)) {
            List<List<String>> further = new ArrayList<>();
            further.add(everywhere(String.valueOf(rank++), sequence));
            add(labelling.labels(), tagging, labelling.probability(), labelling.score(), further);
            formatter.append(sequence, further, out);
        }
    }

    private void add(List<String> labels, Tagging tagging, double probable, double score, List<List<String>> further) {
        further.add(labels);
        if (marginals) {
            double[][] rows = tagging.marginals();
            List<String> column = new ArrayList<>(rows.length);
            for (int t = 0; t < rows.length; t++) {
                column.add(number(rows[t][model.labels().indexOf(labels.get(t))]));
            }
            further.add(column);
        }
        if (probability) {
            further.add(everywhere(number(probable), tagging.sequence()));
            further.add(everywhere(number(score), tagging.sequence()));
        }
    }

    private static List<String> everywhere(String text, Sequence sequence) {
        return Collections.nCopies(sequence.length(), text);
    }

    private FramesFormatter formatter(Sequence sequence, String separator) {
        return formatter(options, sequence, separator);
    }

    /** Writes sequences as tables like the one that they were read from. */
    public static FramesFormatter formatter(DataOptions options, Sequence sequence, String separator) {
        String label = options.instances().label();
        return new FramesFormatter(
                separator.charAt(0),
                options.instances().sequence() == null ? null : sequenceColumn(sequence),
                label == null || label.matches("-?[0-9]+") ? "label" : label);
    }

    /** The reader keeps the name of the sequence as the first comment. */
    private static String sequenceColumn(Sequence sequence) {
        Map<?, ?> name = (Map<?, ?>) Json.parse(sequence.comments().get(0));
        return String.valueOf(name == null ? "" : name.keySet().iterator().next());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }
}
