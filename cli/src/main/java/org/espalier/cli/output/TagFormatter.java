package org.espalier.cli.output;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.espalier.data.ColumnsFormatter;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.InlineFormatter;
import org.espalier.data.Json;
import org.espalier.data.JsonLinesFormatter;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceFormatter;
import org.espalier.data.Span;
import org.espalier.data.SpansFormatter;
import org.espalier.data.Token;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.text.OffsetTable;
import org.espalier.text.TokenizedText;
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
        SpanFormatter texts) {

    /** Appends the text of one sequence, with what ends it. */
    public void append(Tagging tagging, String separator, StringBuilder out) {
        switch (output) {
            case JSON -> out.append(json(tagging));
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

    private String json(Tagging tagging) {
        Sequence sequence = tagging.sequence();
        TokenizedText text = sequence.text();
        Map<String, @Nullable Object> record;
        if (text == null) {
            record = tokens(tagging);
        } else {
            record = SpansFormatter.members(sequence);
            record.putAll(texts.record(text, tagging.labels(), sequence.labels()));
            if (marginals || nBest != null) {
                // which the figures below are about
                record.put("tokens", texts.tokens(text, new OffsetTable(text.text(), texts.unit())));
            }
        }
        addFigures(tagging, record);
        return Json.write(record) + "\n";
    }

    /** Whether anything is told besides the spans. */
    boolean hasFigures() {
        return probability || marginals || nBest != null;
    }

    /** What is told of a sequence besides its labels. */
    void addFigures(Tagging tagging, Map<String, @Nullable Object> record) {
        if (probability) {
            record.put("probability", tagging.probability());
            record.put("score", tagging.score());
        }
        if (marginals) {
            record.put("marginals", allMarginals(tagging));
        }
        if (nBest != null) {
            List<Object> list = new ArrayList<>();
            for (Labelling labelling : tagging.nBest(nBest)) {
                Map<String, Object> map = new LinkedHashMap<>();
                map.put("labels", labelling.labels());
                map.put("probability", labelling.probability());
                map.put("score", labelling.score());
                list.add(map);
            }
            record.put("nBest", list);
        }
    }

    /** The members of a record for a sequence that was given as tokens. */
    private Map<String, @Nullable Object> tokens(Tagging tagging) {
        Sequence sequence = tagging.sequence();
        Map<String, @Nullable Object> record = new LinkedHashMap<>();
        String line = line(sequence.withLabels(tagging.labels()));
        ((Map<?, ?>) Objects.requireNonNull(Json.parse(line)))
                .forEach((key, value) -> record.put(String.valueOf(key), value));
        if (sequence.labels() != null) {
            // What was tagged before keeps the gold labels that it had.
            record.putIfAbsent("gold", sequence.labels());
        }
        if (options.format() == Format.GRAPHS) {
            record.put("exact", model.structure().isExact());
            return record;
        }
        List<Object> spans = new ArrayList<>();
        for (Span span : tagging.spans()) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("start", span.start());
            map.put("end", span.end());
            map.put("type", span.type());
            spans.add(map);
        }
        record.put("spans", spans);
        return record;
    }

    /** Frames as objects with named columns; without their names in the tokens, so that a single frame is no instance. */
    private String line(Sequence sequence) {
        if (options.format() == Format.GRAPHS) {
            return SequenceFormatter.of(Format.GRAPHS).format(sequence);
        }
        if (!options.format().isFrames() || sequence.length() == 0) {
            return JsonLinesFormatter.DEFAULT.format(sequence);
        }
        List<Token> tokens = new ArrayList<>(sequence.length());
        for (Token token : sequence.tokens()) {
            tokens.add(new Token(token.columns(), token.attributes()));
        }
        return new JsonLinesFormatter(sequence.tokens().get(0).names())
                .format(new Sequence(
                        tokens, sequence.labels(), sequence.weight(), sequence.comments(), sequence.location()));
    }

    private List<Map<String, Double>> allMarginals(Tagging tagging) {
        List<Map<String, Double>> list = new ArrayList<>();
        for (double[] row : tagging.marginals()) {
            Map<String, Double> map = new LinkedHashMap<>();
            for (int label = 0; label < row.length; label++) {
                map.put(model.labels().name(label), row[label]);
            }
            list.add(map);
        }
        return list;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }
}
