package org.espalier.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.espalier.data.BratText;
import org.espalier.data.DataFormatException;
import org.espalier.data.Format;
import org.espalier.data.InlineText;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.SpansFormatter;
import org.espalier.model.BatchTagger;
import org.espalier.model.SpanRecord;
import org.espalier.model.Tagging;
import org.espalier.model.TaggingRecord;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;
import org.jspecify.annotations.Nullable;

/**
 * Puts the tagged sentences of a text together again and writes the text as a whole, with offsets that count from its beginning.
 *
 * <p>Holds one text. What is told of single sentences, such as their probability, stands under {@code sentences}.
 */
public final class DocumentWriter implements BatchTagger.Sink<DocumentWriter.Part> {
    private static final int PIECE = 1 << 16; // characters
    private static final Pattern NAME =
            Pattern.compile("[\\p{L}\\p{N}_-][\\p{L}\\p{N}_. -]{0,99}"); // of a file, on every system

    private final TagFormatter formatter;
    private final Consumer<String> output;
    private final Runnable flush;
    private final @Nullable BratFolder folder;
    private final TaggingRecord records;
    private final List<TaggingRecord.Sentence> sentences = new ArrayList<>(); // of which figures are told
    private final List<TextSpan> spans = new ArrayList<>();
    private final List<TextSpan> gold = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private @Nullable Sequence first; // of the text
    private boolean annotated;
    private boolean lineOpen; // whether what was written last has no line end
    private String lastSource = ""; // of records in JSON
    private int count; // of the records of that source so far
    private @Nullable Location only; // the document whose annotations went to the output

    /**
     * Writes to an output.
     *
     * @param folder where the files of brat go; null when the annotations of one document go to the output
     */
    public DocumentWriter(
            TagFormatter formatter, Consumer<String> output, Runnable flush, @Nullable BratFolder folder) {
        this.formatter = formatter;
        this.records = formatter.record();
        this.output = output;
        this.flush = flush;
        this.folder = folder;
    }

    /**
     * A tagged sentence.
     *
     * @param spans its spans, with their places in the whole text
     * @param gold those that its source had; null when it is not annotated
     * @param figures what else is told of it; null when nothing is
     */
    public record Part(
            Sequence sequence,
            TokenizedText text,
            List<TextSpan> spans,
            @Nullable List<TextSpan> gold,
            TaggingRecord.@Nullable Sentence figures) {}

    /** A sentence; may be called by several threads. */
    public Part part(Tagging tagging) {
        Sequence sequence = tagging.sequence();
        TokenizedText sentence = sequence.text();
        if (sentence == null) {
            throw new DataFormatException(sequence.location(), "a sequence of tokens; expected running text");
        }
        SpanRecord texts = formatter.texts();
        List<String> gold = sequence.labels();
        return new Part(
                sequence,
                sentence,
                texts.spans(sentence, tagging.labels()),
                gold == null ? null : texts.spans(sentence, gold),
                records.hasFigures() ? records.sentence(sentence, tagging) : null);
    }

    @Override
    public void accept(Part part) {
        first = first == null ? part.sequence() : first;
        text.append(part.text().text());
        spans.addAll(part.spans());
        if (part.gold() != null) {
            annotated = true;
            gold.addAll(part.gold());
        }
        if (part.figures() != null) {
            sentences.add(part.figures());
        }
        if (part.text().last()) {
            write(first, part.text().lineEnd());
            first = null;
            annotated = false;
            sentences.clear();
            spans.clear();
            gold.clear();
            text.setLength(0);
        }
    }

    private void write(Sequence begin, @Nullable String lineEnd) {
        String whole = text.toString();
        try {
            switch (formatter.output()) {
                case INLINE -> inline(new InlineText(whole, spans).write(), lineEnd);
                case BRAT -> brat(new BratText(whole, spans), begin);
                default -> json(record(begin, whole));
            }
        } catch (IllegalArgumentException e) {
            throw new DataFormatException(begin.location(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Goes out piece by piece: the record of a long document is several times as long as the document. */
    private void json(Map<String, @Nullable Object> record) {
        StringBuilder piece = new StringBuilder();
        char before = '{';
        for (Map.Entry<String, @Nullable Object> member : record.entrySet()) {
            piece.append(before).append(Json.write(member.getKey())).append(':');
            before = ',';
            if (member.getValue() instanceof List<?> elements) {
                piece.append('[');
                for (int k = 0; k < elements.size(); k++) {
                    piece.append(k == 0 ? "" : ",").append(Json.write(elements.get(k)));
                    if (piece.length() > PIECE) {
                        output.accept(piece.toString());
                        piece.setLength(0);
                    }
                }
                piece.append(']');
            } else {
                piece.append(Json.write(member.getValue()));
            }
        }
        output.accept(piece.append("}\n").toString());
    }

    /** Texts of JSON are ended by a line end, files are as they are; one that has no last line end gets it when another follows. */
    private void inline(String marked, @Nullable String lineEnd) {
        String end = lineEnd != null ? lineEnd : formatter.options().format() == Format.SPANS ? "\n" : "";
        String ended = marked + end;
        output.accept(lineOpen ? "\n" + ended : ended);
        lineOpen = !ended.isEmpty() && !ended.endsWith("\n");
    }

    /**
     * What the files of a text are called: as its own file. Of texts in JSON, as the file that a record names, or its identifier if that can be a
     * name; otherwise as the file of the records with the number of the record.
     */
    private String name(Sequence begin) {
        String source = begin.location().source();
        if (formatter.options().format() != Format.SPANS) {
            return BratFolder.stem(source);
        }
        count = source.equals(lastSource) ? count + 1 : 1;
        lastSource = source;
        Map<String, @Nullable Object> members = SpansFormatter.members(begin);
        if (members.get("file") instanceof String file && isName(BratFolder.stem(file))) {
            return BratFolder.stem(file);
        }
        String identifier = String.valueOf(members.get("id"));
        return members.get("id") != null && isName(identifier) ? identifier : BratFolder.stem(source) + "-" + count;
    }

    private static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    private void brat(BratText document, Sequence begin) {
        Location location = begin.location();
        String annotations = document.annotations(formatter.texts().unit());
        if (folder != null) {
            folder.write(name(begin), document.text(), annotations);
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

    private Map<String, @Nullable Object> record(Sequence begin, String whole) {
        Format format = formatter.options().format();
        boolean named = format == Format.DOCUMENT || format == Format.BRAT;
        return records.ofDocument(
                begin, named ? begin.location().source() : null, whole, spans, annotated ? gold : null, sentences);
    }

    @Override
    public void idle() {
        flush.run();
    }
}
