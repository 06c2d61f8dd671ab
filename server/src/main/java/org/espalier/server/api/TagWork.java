package org.espalier.server.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.model.TaggingRecord;
import org.espalier.server.http.Deadline;
import org.espalier.server.http.Limits;
import org.espalier.server.http.Problem;
import org.espalier.server.work.Metrics;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;
import org.jspecify.annotations.Nullable;

/** Tags the items of one request and keeps to its limits; for one thread at a time. */
public final class TagWork {
    private final Settings settings;
    private final Limits limits;
    private final Metrics metrics;
    private final Deadline deadline;
    private int tokens;

    TagWork(Settings settings, Limits limits, Metrics metrics, Deadline deadline) {
        this.settings = settings;
        this.limits = limits;
        this.metrics = metrics;
        this.deadline = deadline;
    }

    /** The record of one item. */
    Map<String, @Nullable Object> record(Item item) {
        if (item.isText() && settings.sentences()) {
            return document(item);
        }
        return settings.record().of(tag(item));
    }

    /** The tagging of an item as one sequence. */
    Tagging tag(Item item) {
        Sequence sequence = checked(item.sequence(settings.tokenizer()));
        AllowedStates allowed = item.allowed(settings.served().model().labels(), sequence.length());
        if (allowed == null) {
            return settings.tagger().tag(sequence);
        }
        try {
            return settings.tagger().tag(sequence, allowed);
        } catch (IllegalArgumentException e) {
            throw Problem.of(422, String.valueOf(e.getMessage()));
        }
    }

    /** The sentences of a raw text, tagged one by one. */
    List<Tagging> sentences(String text) {
        List<Tagging> taggings = new ArrayList<>();
        for (TokenizedText sentence : TokenizedText.sentences(text, settings.tokenizer())) {
            taggings.add(settings.tagger().tag(checked(Sequence.ofText(sentence, null, List.of(), Location.NONE))));
        }
        return taggings;
    }

    private Map<String, @Nullable Object> document(Item item) {
        String text = String.valueOf(item.text());
        if (item.members() != null && item.members().has("allowed")) {
            throw Problem.bad(
                    "\"allowed\" is for single sequences, and with \"sentences\" a text is cut into several; leave one out");
        }
        TaggingRecord record = settings.record();
        List<TaggingRecord.Sentence> sentences = new ArrayList<>();
        List<TextSpan> spans = new ArrayList<>();
        for (Tagging tagging : sentences(text)) {
            TokenizedText part = tagging.sequence().text();
            if (part != null) {
                sentences.add(record.sentence(part, tagging));
                spans.addAll(record.texts().spans(part, tagging.labels()));
            }
        }
        Sequence begin =
                Sequence.ofText(TokenizedText.of("", settings.tokenizer()), null, item.comments(), Location.NONE);
        return record.ofDocument(begin, null, text, spans, null, sentences);
    }

    private Sequence checked(Sequence sequence) {
        deadline.check();
        tokens += sequence.length();
        if (sequence.length() > limits.sequence()) {
            throw Problem.of(
                    413,
                    "a sequence has " + sequence.length() + " tokens; expected at most " + limits.sequence()
                            + ". Set \"sentences\" to true for texts that are longer than a sentence");
        }
        if (tokens > limits.tokens()) {
            throw Problem.of(
                    413,
                    "the request has more than " + limits.tokens() + " tokens; send it in parts, or as JSON Lines");
        }
        requireColumns(sequence);
        metrics.tagged(sequence.length());
        return sequence;
    }

    /** The number of columns is that of the training data, or features would look at nothing. */
    private void requireColumns(Sequence sequence) {
        Model model = settings.served().model();
        if (sequence.length() == 0 || model.columns() == 0 || model.encoder().extractor() instanceof GivenAttributes) {
            return;
        }
        int found = sequence.tokens().get(0).columns().size();
        if (found != model.columns() && sequence.tokens().get(0).names().isEmpty()) {
            throw Problem.of(
                    422,
                    "a token has " + found + (found == 1 ? " column" : " columns") + "; expected the "
                            + model.columns() + " that the model was trained on"
                            + (sequence.text() == null ? "" : ": give \"tokens\" with columns, not \"text\""));
        }
    }

    /** What a formatter or reader says of the data is the client's problem. */
    static Problem problem(DataFormatException e) {
        return Problem.of(422, String.valueOf(e.getMessage()));
    }
}
