package org.espalier.cli.output;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.espalier.data.BratText;
import org.espalier.data.DataFormatException;
import org.espalier.data.Format;
import org.espalier.data.InlineText;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.SpansFormatter;
import org.espalier.model.BatchTagger;
import org.espalier.model.Tagging;
import org.espalier.text.OffsetTable;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;
import org.jspecify.annotations.Nullable;

/**
 * Puts the tagged sentences of a text together again and writes the text as a whole, with offsets that count from its beginning.
 *
 * <p>Holds one text. What is told of single sentences, such as their probability, stands under {@code sentences}.
 */
public final class DocumentWriter implements BatchTagger.Sink<DocumentWriter.Part> {
    private final TagFormatter formatter;
    private final Consumer<String> output;
    private final Runnable flush;
    private final @Nullable BratFolder folder;
    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private boolean lineOpen; // whether what was written last has no line end
    private @Nullable Location only; // the document whose annotations went to the output

    /**
     * Writes to an output.
     *
     * @param folder where the files of brat go; null when the annotations of one document go to the output
     */
    public DocumentWriter(
            TagFormatter formatter, Consumer<String> output, Runnable flush, @Nullable BratFolder folder) {
        this.formatter = formatter;
        this.output = output;
        this.flush = flush;
        this.folder = folder;
    }

    /**
     * A tagged sentence.
     *
     * @param spans its spans, with their places in the whole text
     * @param gold those that its source had; null when it is not annotated
     * @param figures what else is told of it; empty when nothing is
     */
    public record Part(
            Sequence sequence,
            TokenizedText text,
            List<TextSpan> spans,
            @Nullable List<TextSpan> gold,
            Map<String, @Nullable Object> figures) {}

    /** A sentence; may be called by several threads. */
    public Part part(Tagging tagging) {
        Sequence sequence = tagging.sequence();
        TokenizedText sentence = sequence.text();
        if (sentence == null) {
            throw new DataFormatException(sequence.location(), "a sequence of tokens; expected running text");
        }
        SpanFormatter texts = formatter.texts();
        Map<String, @Nullable Object> figures = new LinkedHashMap<>();
        if (formatter.hasFigures()) {
            formatter.addFigures(tagging, figures);
        }
        List<String> gold = sequence.labels();
        return new Part(
                sequence,
                sentence,
                texts.spans(sentence, tagging.labels()),
                gold == null ? null : texts.spans(sentence, gold),
                figures);
    }

    @Override
    public void accept(Part part) {
        parts.add(part);
        text.append(part.text().text());
        if (part.text().last()) {
            write(part.text().lineEnd());
            parts.clear();
            text.setLength(0);
        }
    }

    private void write(@Nullable String lineEnd) {
        String whole = text.toString();
        List<TextSpan> spans = new ArrayList<>();
        List<TextSpan> gold = new ArrayList<>();
        boolean annotated = false;
        for (Part part : parts) {
            spans.addAll(part.spans());
            annotated |= part.gold() != null;
            gold.addAll(part.gold() == null ? List.of() : part.gold());
        }
        Location location = parts.get(0).sequence().location();
        try {
            switch (formatter.output()) {
                case INLINE -> inline(new InlineText(whole, spans).write(), lineEnd);
                case BRAT -> brat(new BratText(whole, spans), location);
                default -> output.accept(Json.write(record(whole, spans, annotated ? gold : null)) + "\n");
            }
        } catch (IllegalArgumentException e) {
            throw new DataFormatException(location, String.valueOf(e.getMessage()), e);
        }
    }

    /** Texts of JSON are ended by a line end, files are as they are; one that has no last line end gets it when another follows. */
    private void inline(String marked, @Nullable String lineEnd) {
        String end = lineEnd != null ? lineEnd : formatter.options().format() == Format.SPANS ? "\n" : "";
        String ended = marked + end;
        output.accept(lineOpen ? "\n" + ended : ended);
        lineOpen = !ended.isEmpty() && !ended.endsWith("\n");
    }

    private void brat(BratText document, Location location) {
        String annotations = document.annotations(formatter.texts().unit());
        if (folder != null) {
            folder.write(location, document.text(), annotations);
            return;
        }
        if (only != null) {
            throw new CommandFailure(
                    location.source() + ": a second document, but brat has a file of annotations for each;"
                            + " give --output-folder, or tag the documents one by one");
        }
        only = location;
        output.accept(annotations);
    }

    private Map<String, @Nullable Object> record(String whole, List<TextSpan> spans, @Nullable List<TextSpan> gold) {
        Map<String, @Nullable Object> record =
                SpansFormatter.members(parts.get(0).sequence());
        Format format = formatter.options().format();
        if (format == Format.DOCUMENT || format == Format.BRAT) {
            record.put("file", parts.get(0).sequence().location().source());
        }
        record.putAll(formatter.texts().record(whole, spans, gold));
        if (formatter.hasFigures()) {
            record.put("sentences", sentences(whole));
        }
        return record;
    }

    private List<Object> sentences(String whole) {
        OffsetTable offsets = new OffsetTable(whole, formatter.texts().unit());
        List<Object> sentences = new ArrayList<>();
        for (Part part : parts) {
            if (part.text().size() > 0) {
                Map<String, @Nullable Object> sentence = new LinkedHashMap<>();
                TextSpan range = part.text().span(0, part.text().size(), "");
                sentence.put("start", offsets.fromUtf16(range.start()));
                sentence.put("end", offsets.fromUtf16(range.end()));
                sentence.put("tokens", formatter.texts().tokens(part.text(), offsets));
                sentence.putAll(part.figures());
                sentences.add(sentence);
            }
        }
        return sentences;
    }

    @Override
    public void idle() {
        flush.run();
    }
}
