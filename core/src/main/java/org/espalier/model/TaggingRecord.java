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
 * @param probability whether the probability of the labelling is told
 * @param spanProbabilities whether the probability of each span is told, see {@link Tagging#probability(Span)}, and its confidence where the model is
 *     calibrated
 * @param format how the input was written
 * @param model what tagged it
 * @param texts describes the spans of running text
 */
public record TaggingRecord(
        @Nullable Integer nBest,
        boolean marginals,
        boolean probability,
        boolean spanProbabilities,
        Format format,
        Model model,
        SpanRecord texts) {

    /** A tagged sentence of a longer text. */
    public record Sentence(
            TokenizedText text, Map<String, @Nullable Object> figures, List<Map<String, Object>> spanFigures) {}

    /** A tagged sentence of a longer text. */
    public Sentence sentence(TokenizedText text, Tagging tagging) {
        return new Sentence(text, figures(tagging), spanProbabilities ? spanFigures(tagging) : List.of());
    }

    /** Of the spans in their order; of single tokens where labels follow no scheme, as running text has it. */
    private List<Map<String, Object>> spanFigures(Tagging tagging) {
        List<Map<String, Object>> list = new ArrayList<>();
        Confidence learned = tagging.learned();
        if (texts.scheme() == TagScheme.NONE) {
            double[][] rows = tagging.marginals();
            for (int t = 0; t < rows.length; t++) {
                double marginal =
                        rows[t][model.labels().indexOf(tagging.labels().get(t))];
                list.add(figures(marginal, learned.tokens()));
            }
            return list;
        }
        for (Span span : tagging.spans()) {
            list.add(figures(tagging.probability(span), learned.spans()));
        }
        return list;
    }

    private static Map<String, Object> figures(double probability, @Nullable ConfidenceCurve curve) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("probability", probability);
        if (curve != null) {
            map.put("confidence", curve.at(probability));
        }
        return map;
    }

    private static List<Object> withFigures(List<?> spans, List<Map<String, Object>> figures) {
        List<Object> list = new ArrayList<>();
        for (int k = 0; k < spans.size(); k++) {
            Map<Object, Object> map = new LinkedHashMap<>((Map<?, ?>) spans.get(k));
            map.putAll(figures.get(k));
            list.add(map);
        }
        return list;
    }

    /** The members of the record of one sequence. */
    public Map<String, @Nullable Object> of(Tagging tagging) {
        Sequence sequence = tagging.sequence();
        TokenizedText text = sequence.text();
        Map<String, @Nullable Object> record;
        if (text == null) {
            record = tokens(tagging);
        } else {
            record = SpansFormatter.members(sequence);
            record.putAll(texts.record(text, tagging.labels(), sequence.labels()));
            if (spanProbabilities && record.get("spans") instanceof List<?> spans) {
                record.put("spans", withFigures(spans, spanFigures(tagging)));
            }
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

    /**
     * The members of the record of a text that was tagged sentence by sentence.
     *
     * @param begin the first sentence, with what the text's own record had besides
     * @param file the name of the text; null when it has none
     * @param whole the text
     * @param spans with their places in the whole text
     * @param gold those that it had before; null when it was not annotated
     * @param sentences with their figures; read only when there are any
     */
    public Map<String, @Nullable Object> ofDocument(
            Sequence begin,
            @Nullable String file,
            String whole,
            List<TextSpan> spans,
            @Nullable List<TextSpan> gold,
            List<Sentence> sentences) {
        Map<String, @Nullable Object> record = SpansFormatter.members(begin);
        if (file != null) {
            record.put("file", file);
        }
        record.putAll(texts.record(whole, spans, gold));
        if (spanProbabilities && record.get("spans") instanceof List<?> described) {
            List<Map<String, Object>> all = new ArrayList<>();
            sentences.forEach(sentence -> all.addAll(sentence.spanFigures()));
            record.put("spans", withFigures(described, all));
        }
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
        List<String> words = words(sequence);
        if (words != null) {
            // what the line below would say, without writing and reading it
            record.put("tokens", words);
            record.put("labels", tagging.labels());
        } else {
            String line = line(sequence.withLabels(tagging.labels()));
            ((Map<?, ?>) Objects.requireNonNull(Json.parse(line)))
                    .forEach((key, value) -> record.put(String.valueOf(key), value));
        }
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
            spans.add(map);
        }
        record.put("spans", spanProbabilities && !spans.isEmpty() ? withFigures(spans, spanFigures(tagging)) : spans);
        return record;
    }

    /** The tokens where they are words and nothing else; null where there is more to tell. */
    private @Nullable List<String> words(Sequence sequence) {
        if (format == Format.GRAPHS
                || sequence.weight() != 1
                || !sequence.comments().isEmpty()) {
            return null;
        }
        List<String> words = new ArrayList<>(sequence.length());
        for (Token token : sequence.tokens()) {
            if (token.columns().size() != 1
                    || !token.attributes().isEmpty()
                    || !token.names().isEmpty()) {
                return null;
            }
            words.add(token.columns().get(0));
        }
        return words;
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
