package org.espalier.server.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;
import org.espalier.model.Labelling;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.server.http.Deadline;
import org.espalier.server.http.Limits;
import org.espalier.server.http.Problem;
import org.espalier.server.http.Request;
import org.espalier.server.shelf.ModelShelf;
import org.espalier.server.shelf.ServedModel;
import org.espalier.server.work.Metrics;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;

/** Tags the texts of other programs, within the limits of all requests. */
public final class Tags {
    private final ModelShelf shelf;
    private final Limits limits;
    private final Metrics metrics;

    public Tags(ModelShelf shelf, Limits limits, Metrics metrics) {
        this.shelf = shelf;
        this.limits = limits;
        this.metrics = metrics;
    }

    /** A span with its probability. */
    record Found(TextSpan span, double probability) {}

    /** The model that the path names. */
    ServedModel model(Request request) {
        ServedModel served = shelf.current(request.variable("model"));
        if (served == null) {
            throw Problem.of(
                    404,
                    "there is no model '" + request.variable("model") + "'; expected one of "
                            + String.join(", ", shelf.names()));
        }
        return served;
    }

    /** The first model. */
    ServedModel usual() {
        ServedModel served = shelf.current(null);
        if (served == null) {
            throw Problem.of(404, "there is no model");
        }
        return served;
    }

    /** The sentences of a text, tagged one by one. */
    List<Tagging> tag(ServedModel served, String text, Deadline deadline) {
        return tag(served, TokenizedText.sentences(text, served.tokenizer()), deadline);
    }

    List<Tagging> tag(ServedModel served, List<TokenizedText> sentences, Deadline deadline) {
        Tagger tagger = served.tagger(false, served.usualDecoder());
        List<Tagging> taggings = new ArrayList<>();
        int tokens = 0;
        for (TokenizedText sentence : sentences) {
            deadline.check();
            tokens += sentence.size();
            if (sentence.size() > limits.sequence() || tokens > limits.tokens()) {
                throw Problem.of(
                        413,
                        "the text has a sentence of more than " + limits.sequence()
                                + " tokens, or all of them more than " + limits.tokens() + "; send less at a time");
            }
            if (sentence.size() > 0 && served.model().columns() > 1) {
                throw Problem.of(
                        422,
                        "the model was trained on " + served.model().columns()
                                + " columns, and text gives one, the tokens; choose another model");
            }
            metrics.tagged(sentence.size());
            taggings.add(tagger.tag(Sequence.ofText(sentence, null, List.of(), Location.NONE)));
        }
        return taggings;
    }

    /**
     * The spans of the best labellings with their probabilities.
     *
     * @param labellings how many labellings may contribute spans; 1 for the best one only
     * @param least the least probability of a span that the best labelling does not have
     */
    static List<Found> spans(Tagging tagging, TagScheme scheme, int labellings, double least) {
        TokenizedText text = tagging.sequence().text();
        if (text == null) {
            return List.of();
        }
        Map<Span, Boolean> spans = new LinkedHashMap<>();
        tagging.spans().forEach(span -> spans.put(span, true));
        if (labellings > 1) {
            for (Labelling other : tagging.nBest(labellings)) {
                scheme.decode(other.labels()).forEach(span -> spans.putIfAbsent(span, false));
            }
        }
        List<Found> found = new ArrayList<>();
        spans.forEach((span, best) -> {
            double probability = tagging.probability(span);
            if (best || probability >= least) {
                found.add(new Found(text.span(span.start(), span.end(), span.type()), probability));
            }
        });
        return found;
    }
}
