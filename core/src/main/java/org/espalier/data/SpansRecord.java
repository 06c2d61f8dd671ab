package org.espalier.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.data.AnnotatedText.Annotation;
import org.espalier.text.OffsetUnit;
import org.jspecify.annotations.Nullable;

/**
 * One annotated text as a JSON object, whoever has written it; the shape tells.
 *
 * <pre>
 * espalier tag   {"text": "2 eggs", "spans": [{"type": "QTY", "start": 0, "end": 1, "text": "2"}], "unit": "code-points"}
 * Prodigy        {"text": "2 eggs", "spans": [{"start": 0, "end": 1, "label": "QTY"}], "answer": "accept"}
 * doccano        {"text": "2 eggs", "label": [[0, 1, "QTY"]]}, also "labels", or "entities" with start_offset and end_offset
 * Label Studio   {"data": {"text": "2 eggs"}, "annotations": [{"result": [{"value": {"start": 0, "end": 1, "labels": ["QTY"]}}]}]},
 *                or the short form {"text": "2 eggs", "label": [{"start": 0, "end": 1, "labels": ["QTY"]}]}
 * </pre>
 */
final class SpansRecord {
    private static final List<String> LISTS = List.of("spans", "label", "labels", "entities");
    private static final List<String> RUNS = List.of("annotations", "completions");
    private static final Set<String> UNDERSTOOD = Set.of(
            "text",
            "spans",
            "label",
            "labels",
            "entities",
            "data",
            "annotations",
            "completions",
            "predictions",
            "answer",
            "tokens",
            "gold",
            "sentences",
            "unit");
    private static final String EXPECTED =
            "expected \"text\" with \"spans\" (Prodigy), \"label\" (doccano), or \"data\" with \"annotations\" (Label Studio)";

    private final Map<?, ?> members;
    private final DataOptions options;
    private final Location location;

    SpansRecord(Map<?, ?> members, DataOptions options, Location location) {
        this.members = members;
        this.options = options;
        this.location = location;
    }

    /** Whether an object is a text with annotations, or could be one without. */
    static boolean fits(Map<?, ?> members, boolean labelled) {
        if (members.get("data") instanceof Map<?, ?>) {
            return RUNS.stream().anyMatch(key -> members.get(key) instanceof List<?>);
        }
        boolean text = members.get("text") instanceof String || members.get("data") instanceof String;
        return text && (!labelled || LISTS.stream().anyMatch(key -> members.get(key) instanceof List<?>));
    }

    /** Whether a piece of JSON has a key under which spans stand. */
    static boolean hasKeyOfSpans(String json) {
        return LISTS.stream().anyMatch(key -> json.contains('"' + key + '"'))
                || RUNS.stream().anyMatch(key -> json.contains('"' + key + '"'));
    }

    /** The text; null when it is left out, because nobody has annotated it, or somebody has rejected it. */
    @Nullable
    AnnotatedText read() {
        String text = text();
        if (options.labelled() && members.get("answer") instanceof String answer && !answer.equals("accept")) {
            leaveOut("its answer is '" + answer + "'");
            return null;
        }
        List<?> elements = members.get("data") instanceof Map<?, ?> ? results() : spans();
        if (elements == null) {
            if (options.labelled()) {
                leaveOut("it has no annotations yet");
                return null;
            }
            return new AnnotatedText(text, null, null, location, false, comments());
        }
        Offsets offsets = new Offsets(text, unit());
        List<Annotation> annotations = new ArrayList<>();
        for (Object element : elements) {
            add(element, offsets, annotations);
        }
        return new AnnotatedText(text, annotations, null, location, false, comments());
    }

    /** Every member that is not understood as a JSON object of its own, so that an identifier survives tagging. */
    private List<String> comments() {
        List<String> comments = new ArrayList<>();
        members.forEach((key, value) -> {
            if (!UNDERSTOOD.contains(String.valueOf(key))) {
                Map<String, @Nullable Object> single = new LinkedHashMap<>();
                single.put(String.valueOf(key), value);
                comments.add(Json.write(single));
            }
        });
        return comments;
    }

    private void leaveOut(String reason) {
        options.text()
                .problems()
                .accept(new AnnotationProblem(
                        location, AnnotationProblem.Kind.MISSING, "the text is left out: " + reason));
    }

    private OffsetUnit unit() {
        Object unit = members.get("unit");
        if (unit == null) {
            return options.text().offsets();
        }
        try {
            return OffsetUnit.of(String.valueOf(unit));
        } catch (IllegalArgumentException e) {
            throw new DataFormatException(location, "\"unit\": " + e.getMessage(), e);
        }
    }

    private String text() {
        if (members.get("text") instanceof String text) {
            return text;
        }
        Object data = members.get("data");
        if (data instanceof String text) {
            return text; // as some versions of doccano write it
        }
        if (data instanceof Map<?, ?> fields) {
            if (fields.get("text") instanceof String text) {
                return text;
            }
            List<?> texts =
                    fields.values().stream().filter(String.class::isInstance).toList();
            if (texts.size() == 1) {
                return String.valueOf(texts.get(0));
            }
            throw problem("\"data\" has " + texts.size() + " texts and none of them is called \"text\"; " + EXPECTED);
        }
        throw problem(
                members.containsKey("text")
                        ? "\"text\" is " + Json.kind(members.get("text")) + "; expected a text"
                        : "there is no \"text\" among " + keys() + "; " + EXPECTED);
    }

    private String keys() {
        TreeSet<String> keys = new TreeSet<>();
        members.keySet().forEach(key -> keys.add("\"" + key + "\""));
        return keys.isEmpty() ? "no keys at all" : String.join(", ", keys);
    }

    /** The annotations beside the text; null when there are none and none are needed. */
    private @Nullable List<?> spans() {
        List<String> found = LISTS.stream().filter(members::containsKey).toList();
        if (found.isEmpty()) {
            if (options.labelled()) {
                throw problem("there are no annotations among " + keys() + "; " + EXPECTED);
            }
            return null;
        }
        List<?> spans = null;
        for (String key : found) {
            if (!(members.get(key) instanceof List<?> list)) {
                throw problem("\"" + key + "\" is " + Json.kind(members.get(key))
                        + "; expected an array of annotations such as [0, 5, \"NAME\"] (one label for the whole text is"
                        + " classification: give --format jsonl)");
            }
            if (spans != null && !spans.isEmpty() && !list.isEmpty()) {
                throw problem("there are annotations under \"" + found.get(0) + "\" and \"" + key
                        + "\"; expected one of them");
            }
            spans = spans == null || spans.isEmpty() ? list : spans;
        }
        return spans;
    }

    /** What Label Studio calls the result of an annotation; null when there is none. */
    private @Nullable List<?> results() {
        List<?> chosen = null;
        int count = 0;
        for (String key : RUNS) {
            if (members.get(key) instanceof List<?> runs) {
                for (Object each : runs) {
                    if (each instanceof Map<?, ?> run
                            && !Boolean.TRUE.equals(run.get("was_cancelled"))
                            && run.get("result") instanceof List<?> result) {
                        chosen = chosen == null ? result : chosen;
                        count++;
                    }
                }
            }
        }
        if (count > 1 && chosen != null) {
            options.text()
                    .problems()
                    .accept(new AnnotationProblem(
                            location,
                            AnnotationProblem.Kind.SEVERAL,
                            "the text was annotated " + count + " times; the first annotation is used"));
        }
        if (chosen == null) {
            return null;
        }
        List<Object> spans = new ArrayList<>();
        for (Object each : chosen) {
            // Relations, choices for the whole text and the like have no offsets.
            if (each instanceof Map<?, ?> result
                    && result.get("value") instanceof Map<?, ?> value
                    && value.containsKey("start")) {
                spans.add(value);
            }
        }
        return spans;
    }

    private void add(@Nullable Object element, Offsets offsets, List<Annotation> annotations) {
        int number = annotations.size() + 1;
        if (element instanceof List<?> triple) {
            if (triple.size() != 3 || !(triple.get(2) instanceof String type)) {
                throw problem("annotation " + number + " is " + Json.write(element)
                        + "; expected start, end and type, such as [0, 5, \"NAME\"]");
            }
            annotations.add(offsets.annotation(
                    type(type, number), number(triple.get(0), number), number(triple.get(1), number), null, location));
            return;
        }
        if (!(element instanceof Map<?, ?> span)) {
            throw problem("annotation " + number + " is " + Json.kind(element)
                    + "; expected [0, 5, \"NAME\"] or {\"start\": 0, \"end\": 5, \"label\": \"NAME\"}");
        }
        long start = number(either(span, "start", "start_offset"), number);
        long end = number(either(span, "end", "end_offset"), number);
        String covered = span.get("text") instanceof String text ? text : null;
        for (String type : types(span, number)) {
            annotations.add(offsets.annotation(type, start, end, covered, location));
        }
    }

    private static @Nullable Object either(Map<?, ?> span, String key, String other) {
        return span.containsKey(key) ? span.get(key) : span.get(other);
    }

    /** Several types of one span are annotations one in the other, of which the tokens hold one. */
    private List<String> types(Map<?, ?> span, int number) {
        Object given = span.containsKey("labels") ? span.get("labels") : either(span, "label", "type");
        List<String> types = new ArrayList<>();
        for (Object type : given instanceof List<?> list ? list : given == null ? List.of() : List.of(given)) {
            if (!(type instanceof String text)) {
                throw problem("the type of annotation " + number + " is " + Json.kind(type) + "; expected a text");
            }
            types.add(type(text, number));
        }
        if (types.isEmpty()) {
            if (members.containsKey("unit")) {
                return List.of(""); // our own spans have no type if the labels have none
            }
            throw problem("annotation " + number + " has no type; expected \"label\": \"NAME\" or the like");
        }
        return types;
    }

    private String type(String type, int number) {
        if (type.isBlank()) {
            throw problem("the type of annotation " + number + " is empty; expected a name");
        }
        return type;
    }

    private long number(@Nullable Object value, int number) {
        if (!(value instanceof Long offset)) {
            throw problem(
                    "annotation " + number + " has " + (value == null ? "no offset" : "the offset " + Json.write(value))
                            + " instead of a whole number; expected \"start\" and \"end\", counted from 0");
        }
        return offset;
    }

    private DataFormatException problem(String what) {
        return new DataFormatException(location, what);
    }
}
