package org.espalier.server.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.data.Span;
import org.espalier.model.Tagging;
import org.espalier.server.http.Answer;
import org.espalier.server.http.Problem;
import org.espalier.server.http.Request;
import org.espalier.server.http.Route;
import org.espalier.server.shelf.ServedModel;
import org.espalier.server.work.Team;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;

/** The entities of CoreNLP's server: {@code POST /?properties={"annotators":"ner","outputFormat":"json"}} with a text, by the first model. */
public final class CoreNlp {
    private static final Set<String> ANNOTATORS = Set.of("tokenize", "ssplit", "ner", "entitymentions");

    private final Tags tags;
    private final Team team;

    public CoreNlp(Tags tags, Team team) {
        this.tags = tags;
        this.team = team;
    }

    public List<Route> routes() {
        return List.of(new Route("POST", "/", this::annotate));
    }

    private Answer annotate(Request request) {
        String properties = request.parameters().get("properties");
        if (properties == null) {
            throw Problem.bad(
                    "there is no parameter 'properties'; expected {\"annotators\":\"ner\",\"outputFormat\":\"json\"}");
        }
        Map<?, ?> wanted = Request.object(properties, 1);
        for (String annotator : String.valueOf(wanted.get("annotators")).split("[, ]+")) {
            if (!ANNOTATORS.contains(annotator)) {
                throw Problem.of(422, "the annotator '" + annotator + "' is not here; expected tokenize, ssplit, ner");
            }
        }
        Object format = wanted.get("outputFormat");
        if (format != null && !"json".equals(format)) {
            throw Problem.of(422, "the output format '" + format + "' is not here; expected json");
        }
        ServedModel served = tags.usual();
        String text = request.text();
        return team.run(request.deadline(), () -> {
            List<Object> sentences = new ArrayList<>();
            int before = 0;
            for (Tagging tagging : tags.tag(served, text, request.deadline())) {
                TokenizedText sentence = tagging.sequence().text();
                if (sentence != null && sentence.size() > 0) {
                    sentences.add(sentence(tagging, sentence, text, sentences.size(), before));
                    before += sentence.size();
                }
            }
            return Answer.json(Map.of("sentences", sentences));
        });
    }

    private static Map<String, Object> sentence(
            Tagging tagging, TokenizedText sentence, String text, int index, int before) {
        String[] types = new String[sentence.size()];
        Arrays.fill(types, "O");
        List<Object> mentions = new ArrayList<>();
        for (Span span : tagging.spans()) {
            Arrays.fill(types, span.start(), span.end(), span.type());
            TextSpan place = sentence.span(span.start(), span.end(), span.type());
            Map<String, Object> mention = new LinkedHashMap<>();
            mention.put("docTokenBegin", before + span.start());
            mention.put("docTokenEnd", before + span.end());
            mention.put("tokenBegin", span.start());
            mention.put("tokenEnd", span.end());
            mention.put("text", place.covered());
            mention.put("characterOffsetBegin", place.start());
            mention.put("characterOffsetEnd", place.end());
            mention.put("ner", span.type());
            mention.put("nerConfidences", Map.of(span.type(), tagging.probability(span)));
            mentions.add(mention);
        }
        List<Object> tokens = new ArrayList<>();
        for (int t = 0; t < sentence.size(); t++) {
            TextSpan place = sentence.span(t, t + 1, "");
            Map<String, Object> token = new LinkedHashMap<>();
            token.put("index", t + 1);
            token.put("word", place.covered());
            token.put("originalText", place.covered());
            token.put("characterOffsetBegin", place.start());
            token.put("characterOffsetEnd", place.end());
            token.put("ner", types[t]);
            token.put("before", blanks(text, place.start(), -1));
            token.put("after", blanks(text, place.end(), 1));
            tokens.add(token);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("index", index);
        map.put("entitymentions", mentions);
        map.put("tokens", tokens);
        return map;
    }

    /** The blanks beside a place. */
    private static String blanks(String text, int place, int step) {
        int at = place;
        while (step > 0
                ? at < text.length() && Character.isWhitespace(text.charAt(at))
                : at > 0 && Character.isWhitespace(text.charAt(at - 1))) {
            at += step;
        }
        return step > 0 ? text.substring(place, at) : text.substring(at, place);
    }
}
