package org.espalier.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.data.ColumnsFormatter;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.InlineFormatter;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.SpanRecord;
import org.espalier.model.Tagging;
import org.espalier.model.TaggingRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes taggings as text; immutable and safe to share.
 *
 * @param nBest how many labellings are written, or null for the best one without its rank
 * @param marginals whether labels carry their marginals
 * @param probability whether the probability of the labelling is written
 * @param options how the input was read
 * @param model what tagged it
 * @param texts describes the spans of running text
 */
public record TagFormatter(
        TagOutput output,
        @Nullable Integer nBest,
        boolean marginals,
        boolean probability,
        DataOptions options,
        Model model,
        SpanRecord texts) {

    /** Appends the text of one sequence, with what ends it. */
    public void append(Tagging tagging, String separator, StringBuilder out) {
        switch (output) {
            case JSON -> out.append(Json.write(record().of(tagging))).append('\n');
            case CRFSUITE -> items(tagging, out);
            case COLUMNS, LABELS -> blocks(tagging, separator, out);
            case INLINE ->
                new InlineFormatter(texts.scheme()).append(tagging.sequence().withLabels(tagging.labels()), out);
            case BRAT -> throw new IllegalStateException("brat is written per document, see DocumentWriter");
        }
    }

    private void blocks(Tagging tagging, String separator, StringBuilder out) {
        double @Nullable [][] rows = marginals ? tagging.marginals() : null;
        if (nBest == null) {
            if (probability) {
                out.append("# probability: ").append(number(tagging.probability()));
                out.append(" score: ").append(number(tagging.score())).append('\n');
            }
            block(tagging.sequence(), tagging.labels(), rows, separator, out);
            return;
        }
        int rank = 0;
        for (Labelling labelling : tagging.nBest(nBest)) {
            out.append("# ").append(rank++).append(' ').append(number(labelling.probability()));
            if (probability) {
                out.append(" score: ").append(number(labelling.score()));
            }
            out.append('\n');
            block(tagging.sequence(), labelling.labels(), rows, separator, out);
        }
    }

    private void block(
            Sequence sequence, List<String> labels, double @Nullable [][] rows, String separator, StringBuilder out) {
        List<String> shown = rows == null ? labels : withMarginals(labels, rows);
        if (output == TagOutput.LABELS) {
            shown.forEach(label -> out.append(label).append('\n'));
            out.append('\n');
            return;
        }
        boolean columns = options.format() == Format.COLUMNS;
        ColumnsFormatter formatter = new ColumnsFormatter(columns ? separator : "\t", true, options.commentPrefix());
        // Other formats show their gold labels too, where the label usually stands.
        formatter.appendTagged(sequence, columns ? options.labelColumn() : -1, shown, out);
    }

    private List<String> withMarginals(List<String> labels, double[][] rows) {
        List<String> shown = new ArrayList<>(labels);
        for (int t = 0; t < rows.length; t++) {
            shown.set(t, labels.get(t) + "/" + number(rows[t][model.labels().indexOf(labels.get(t))]));
        }
        return shown;
    }

    private void items(Tagging tagging, StringBuilder out) {
        double[][] rows = tagging.marginals();
        List<String> names = tagging.labels();
        double logZ = tagging.logPartition();
        out.append("@score\t")
                .append(number(tagging.score()))
                .append('\t')
                .append(number(logZ))
                .append('\n');
        out.append("@probability\t")
                .append(number(Math.exp(Math.min(0, tagging.score() - logZ))))
                .append('\n');
        for (int t = 0; t < rows.length; t++) {
            out.append(names.get(t))
                    .append(':')
                    .append(number(rows[t][model.labels().indexOf(names.get(t))]))
                    .append('\n');
        }
        out.append('\n');
    }

    /** What JSON tells. */
    TaggingRecord record() {
        return new TaggingRecord(nBest, marginals, probability, probability, options.format(), model, texts);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }
}
