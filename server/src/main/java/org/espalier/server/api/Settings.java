package org.espalier.server.api;

import java.util.Set;
import java.util.TreeSet;
import org.espalier.data.Format;
import org.espalier.inference.chain.Decoder;
import org.espalier.model.SpanRecord;
import org.espalier.model.Tagger;
import org.espalier.model.TaggingRecord;
import org.espalier.server.http.Limits;
import org.espalier.server.http.Problem;
import org.espalier.server.shelf.ModelShelf;
import org.espalier.server.shelf.ServedModel;
import org.espalier.text.OffsetUnit;
import org.espalier.text.Tokenizer;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks of its model besides the texts.
 *
 * @param sentences whether texts are cut into sentences, and answered as wholes
 * @param tokenizer of raw text
 */
record Settings(ServedModel served, Tagger tagger, TaggingRecord record, boolean sentences, Tokenizer tokenizer) {
    private static final Set<String> NAMES = Set.of(
            "model",
            "offsets",
            "nBest",
            "marginals",
            "probability",
            "spanProbabilities",
            "sentences",
            "tokenizer",
            "validLabels",
            "decoder",
            "beam");

    /** The members that are settings, and these others. */
    static Set<String> names(String... others) {
        Set<String> all = new TreeSet<>(NAMES);
        all.addAll(Set.of(others));
        return all;
    }

    static Settings of(Members members, ModelShelf shelf, Limits limits) {
        ServedModel served = model(members.text("model"), shelf);
        Decoder decoder =
                decoder(members, served.usualDecoder(), served.model().labels().size());
        Integer nBest = members.number("nBest", 1, limits.nBest());
        if (nBest != null && !decoder.equals(served.usualDecoder())) {
            throw Problem.bad(
                    "\"nBest\" lists the most probable labellings and ignores \"decoder\"; leave one of the two out");
        }
        OffsetUnit unit;
        Tokenizer tokenizer;
        try {
            String offsets = members.text("offsets");
            unit = offsets == null ? OffsetUnit.CODE_POINTS : OffsetUnit.of(offsets);
            String definition = members.text("tokenizer");
            if (definition != null && definition.startsWith("regex")) {
                throw Problem.bad(
                        "\"tokenizer\" is a regular expression; expected words, whitespace or characters, because an"
                                + " expression can take any time");
            }
            tokenizer = definition == null ? served.tokenizer() : Tokenizer.parse(definition);
        } catch (IllegalArgumentException e) {
            throw Problem.bad(String.valueOf(e.getMessage()));
        }
        TaggingRecord record = new TaggingRecord(
                nBest,
                members.flag("marginals"),
                members.flag("probability"),
                members.flag("spanProbabilities"),
                Format.JSONL,
                served.model(),
                new SpanRecord(unit, served.model().scheme()));
        return new Settings(
                served,
                tagger(members.flag("validLabels"), served, decoder),
                record,
                members.flag("sentences"),
                tokenizer);
    }

    /** A model by its name, or the first. */
    static ServedModel model(@Nullable String name, ModelShelf shelf) {
        ServedModel served = shelf.current(name);
        if (served == null) {
            throw Problem.of(
                    404, "there is no model '" + name + "'; expected one of " + String.join(", ", shelf.names()));
        }
        return served;
    }

    private static Tagger tagger(boolean valid, ServedModel served, Decoder decoder) {
        try {
            return served.tagger(valid, decoder);
        } catch (IllegalArgumentException e) {
            throw Problem.of(422, String.valueOf(e.getMessage()));
        }
    }

    private static Decoder decoder(Members members, Decoder usual, int labels) {
        String name = members.text("decoder");
        Integer beam = members.number("beam", 1, Math.max(1, labels));
        if (beam != null && !"beam".equals(name)) {
            throw Problem.bad("\"beam\" is for \"decoder\": \"beam\"; leave it out");
        }
        if (name == null) {
            return usual;
        }
        return switch (name) {
            case "viterbi" -> Decoder.VITERBI;
            case "posterior" -> Decoder.POSTERIOR;
            case "greedy" -> Decoder.GREEDY;
            case "beam" -> Decoder.beam(beam == null ? Math.min(5, labels) : beam);
            default -> throw Problem.bad("\"decoder\" is '" + name + "'; expected viterbi, posterior, greedy or beam");
        };
    }
}
