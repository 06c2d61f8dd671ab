package org.espalier.server.api;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.server.http.Problem;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.text.TokenizedText;
import org.espalier.text.Tokenizer;
import org.jspecify.annotations.Nullable;

/**
 * One text or one list of tokens of a request.
 *
 * @param members of the object that it is; null of a bare text
 * @param text the raw text; null when tokens are given
 */
record Item(@Nullable Members members, @Nullable String text) {
    private static final Set<String> OWN = Set.of("text", "tokens", "features", "allowed", "labels", "id");

    static Item of(Members members) {
        members.requireKnown(OWN);
        boolean tokens = members.has("tokens") || members.has("features");
        if (tokens == members.has("text")) {
            throw Problem.bad(
                    tokens
                            ? "there are both \"text\" and \"tokens\"; expected one of the two"
                            : "there is neither \"text\" nor \"tokens\"; expected one of the two");
        }
        return new Item(members, members.text("text"));
    }

    /** Whether it is raw text. */
    boolean isText() {
        return text != null;
    }

    /** The sequence of the whole. */
    Sequence sequence(Tokenizer tokenizer) {
        if (text != null) {
            return Sequence.ofText(TokenizedText.of(text, tokenizer), null, comments(), Location.NONE);
        }
        Members own = members == null ? new Members(Map.of(), false) : members;
        List<?> tokens = own.list("tokens");
        if (tokens != null && !own.has("features") && !own.has("labels")) {
            boolean plain = true;
            List<Token> list = new ArrayList<>(tokens.size());
            for (Object token : tokens) {
                if (!(token instanceof String word)) {
                    plain = false;
                    break;
                }
                list.add(Token.ofColumns(word));
            }
            if (plain) {
                return new Sequence(list, null, 1, comments(), Location.NONE);
            }
        }
        return read(own);
    }

    /** As a line of the command line's JSON Lines is read: columns, attributes and feature dictionaries. */
    private static Sequence read(Members own) {
        Map<Object, @Nullable Object> line = new LinkedHashMap<>(own.values());
        line.remove("allowed");
        byte[] bytes = Json.write(line).getBytes(StandardCharsets.UTF_8);
        DataOptions options = DataOptions.of(Format.JSONL).withLabelled(false);
        try (SequenceReader reader = Sequences.open(options, new ByteArrayInputStream(bytes), "sequence")) {
            Sequence sequence = reader.next();
            if (sequence == null) {
                throw Problem.bad("there are no tokens");
            }
            return sequence;
        } catch (DataFormatException e) {
            throw Problem.bad(String.valueOf(e.getMessage()));
        }
    }

    /** What is told again in the answer. */
    List<String> comments() {
        Object id = members == null ? null : members.values().get("id");
        if (id == null) {
            return List.of();
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", id);
        return List.of(Json.write(map));
    }

    /** What is known of the labels: for each token null, a label, or an array of labels. Null when nothing is. */
    @Nullable
    AllowedStates allowed(Labels labels, int length) {
        List<?> sets = members == null ? null : members.list("allowed");
        if (sets == null) {
            return null;
        }
        if (sets.size() != length) {
            throw Problem.bad("\"allowed\" has " + sets.size() + " elements for " + length
                    + " tokens; expected null, a label or an array of labels for each token");
        }
        int[] @Nullable [] numbers = new int[length] @Nullable [];
        for (int t = 0; t < length; t++) {
            Object set = sets.get(t);
            if (set != null) {
                List<?> names = set instanceof List<?> list ? list : List.of(set);
                numbers[t] =
                        names.stream().mapToInt(name -> number(labels, name)).toArray();
                if (names.isEmpty()) {
                    throw Problem.bad(
                            "\"allowed\" has an empty array for token " + t + "; expected null where all are allowed");
                }
            }
        }
        return AllowedStates.of(numbers);
    }

    private static int number(Labels labels, Object name) {
        int number = labels.indexOf(String.valueOf(name));
        if (number < 0) {
            throw Problem.bad("\"allowed\" has '" + name + "', which is no label of the model; expected some of "
                    + String.join(", ", labels.names()));
        }
        return number;
    }
}
