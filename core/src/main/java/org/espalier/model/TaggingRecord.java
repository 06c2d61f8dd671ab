package org.espalier.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.JsonLinesFormatter;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceFormatter;
import org.espalier.data.Span;
import org.espalier.data.SpansFormatter;
import org.espalier.data.TagScheme;
import org.espalier.data.Token;
import org.espalier.text.OffsetTable;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;
import org.jspecify.annotations.Nullable;

/**
 * What is told of taggings in JSON; the one record of the command line, of the service and of its page. Immutable and safe to share.
 *
 * <pre>
 *   of tokens: {"tokens": …, "labels": …, "gold": …, "spans": …, "probability": …, "score": …, "marginals": …, "nBest": …}
 *   of text:   {"text": …, "spans": …, "gold": …, "unit": …, "tokens": …, "probability": …, …}
 *   of a text in sentences: the spans as of the whole, and under "sentences" what is told of each
 * </pre>
 *
 * @param nBest how many labellings are told, or null for none besides the best
 * @param marginals whether the marginals of all labels are told
 * @param probability whether probabilities are told: of the labelling, and of each span, with its confidence where the model is calibrated
 * @param format how the input was written
 * @param model what tagged it
 * @param texts describes the spans of running text
 */
public record TaggingRecord(
        @Nullable Integer nBest, boolean marginals, boolean probability, Format format, Model model, SpanRecord texts) {

    /** A tagged sentence of a longer text. */
    public record Sentence(TokenizedText text, Map<String, @Nullable Object> figures) {}

    /** The members of the record of one sequence. */
    public Map<String, @Nullable Object> of(Tagging tagging) {
        Sequence sequence = tagging.sequence();
        TokenizedText text = sequence.text();
        Map<String, @Nullable Object> record;
        if (text == null) {
            record = tokens(tagging);
        } else {
            record = SpansFormatter.members(sequence);
            record.putAll(texts.record(text, tagging.labels(), sequence.labels(), spanFigures(tagging)));
            if (marginals || nBest != null) {
                // which the figures below are about
                record.put("tokens", texts.tokens(text, new OffsetTable(text.text(), texts.unit())));
            }
        }
        record.putAll(figures(tagging));
        return record;
    }

    /** Whether anything is told besides the spans. */
    public boolean hasFigures() {
        return probability || marginals || nBest != null;
    }

    /** What is told of a sequence besides its labels. */
    public Map<String, @Nullable Object> figures(Tagging tagging) {
        Map<String, @Nullable Object> record = new LinkedHashMap<>();
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
        return record;
    }

    /** What is told of each span of a text, or of each token where labels mark no spans; empty when nothing is. */
    public List<Map<String, Object>> spanFigures(Tagging tagging) {
        List<Map<String, Object>> figures = new ArrayList<>();
        if (!probability) {
            return figures;
        }
        if (texts.scheme() != TagScheme.NONE) {
            for (Span span : texts.scheme().decode(tagging.labels())) {
                figures.add(ofSpan(tagging, span));
            }
            return figures;
        }
        double[][] marginals = tagging.marginals();
        double[] confidences = tagging.confidences();
        for (int t = 0; t < confidences.length; t++) {
            double marginal =
                    marginals[t][model.labels().indexOf(tagging.labels().get(t))];
            figures.add(figures(marginal, tagging.learned().tokens() == null ? null : confidences[t]));
        }
        return figures;
    }

    private Map<String, Object> ofSpan(Tagging tagging, Span span) {
        Confidence known = tagging.learned();
        double exact = tagging.probability(span);
        return figures(exact, known.spans() == null ? null : known.ofSpan(exact));
    }

    private static Map<String, Object> figures(double probability, @Nullable Double confidence) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("probability", probability);
        if (confidence != null) {
            map.put("confidence", confidence);
        }
        return map;
    }

    /**
     * The members of the record of a text that was tagged sentence by sentence.
     *
     * @param begin the first sentence, with what the text's own record had besides
     * @param file the name of the text; null when it has none
     * @param whole the text
     * @param spans with their places in the whole text
     * @param gold those that it had before; null when it was not annotated
     * @param figures of the spans; empty when there are none
     * @param sentences with their figures; read only when there are any
     */
    public Map<String, @Nullable Object> ofDocument(
            Sequence begin,
            @Nullable String file,
            String whole,
            List<TextSpan> spans,
            @Nullable List<TextSpan> gold,
            List<? extends Map<String, ?>> figures,
            List<Sentence> sentences) {
        Map<String, @Nullable Object> record = SpansFormatter.members(begin);
        if (file != null) {
            record.put("file", file);
        }
        record.putAll(texts.record(whole, spans, gold, figures));
        if (hasFigures()) {
            record.put("sentences", sentences(whole, sentences));
        }
        return record;
    }

    private List<Object> sentences(String whole, List<Sentence> parts) {
        OffsetTable offsets = new OffsetTable(whole, texts.unit());
        List<Object> sentences = new ArrayList<>();
        for (Sentence part : parts) {
            if (part.text().size() > 0) {
                Map<String, @Nullable Object> sentence = new LinkedHashMap<>();
                TextSpan range = part.text().span(0, part.text().size(), "");
                sentence.put("start", offsets.fromUtf16(range.start()));
                sentence.put("end", offsets.fromUtf16(range.end()));
                sentence.put("tokens", texts.tokens(part.text(), offsets));
                sentence.putAll(part.figures());
                sentences.add(sentence);
            }
        }
        return sentences;
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
        if (format == Format.GRAPHS) {
            record.put("exact", model.structure().isExact());
            return record;
        }
        List<Object> spans = new ArrayList<>();
        for (Span span : tagging.spans()) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("start", span.start());
            map.put("end", span.end());
            map.put("type", span.type());
            if (probability) {
                map.putAll(ofSpan(tagging, span));
            }
            spans.add(map);
        }
        record.put("spans", spans);
        return record;
    }

    /** Frames as objects with named columns; without their names in the tokens, so that a single frame is no instance. */
    private String line(Sequence sequence) {
        if (format == Format.GRAPHS) {
            return SequenceFormatter.of(Format.GRAPHS).format(sequence);
        }
        if (!format.isFrames() || sequence.length() == 0) {
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
}
