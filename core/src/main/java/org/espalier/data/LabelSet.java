package org.espalier.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An instance that may have several labels.
 *
 * <p>Files have one per line, and a line that begins with a brace is JSON:
 *
 * <pre>
 *   1,3,5 1:0.2 7:1                                             LIBSVM's format for several labels; a blank first: none
 *   {"labels": ["sea", "beach"], "features": {"words": ["sand", "sun"], "length": 0.4}}
 * </pre>
 *
 * @param attributes what is observed
 * @param labels the labels that it has; null when they are not known
 * @param location where it stands
 */
public record LabelSet(List<Attribute> attributes, @Nullable Set<String> labels, Location location) {
    private static final String LABELS = "labels";
    private static final String FEATURES = "features";

    public LabelSet {
        attributes = List.copyOf(attributes);
        labels = labels == null ? null : new LinkedHashSet<>(labels);
    }

    /**
     * Reads files.
     *
     * @param labelled whether labels must be there; else a line of LIBSVM's format without labels says nothing about them
     * @throws DataFormatException with the line, when one is not as expected
     */
    public static List<LabelSet> read(List<Path> files, boolean labelled) {
        List<LabelSet> all = new ArrayList<>();
        for (Path file : files) {
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(Sequences.stream(file), StandardCharsets.UTF_8.newDecoder()))) {
                long number = 0;
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    number++;
                    Location location = new Location(file.toString(), number);
                    if (!line.isBlank() && !line.startsWith("#")) {
                        all.add(
                                line.stripLeading().startsWith("{")
                                        ? ofJson(line, location, labelled)
                                        : ofPairs(line, location, labelled));
                    }
                }
            } catch (IOException e) {
                throw new DataFormatException(
                        new Location(file.toString(), 0), "reading failed: " + e.getMessage() + "; expected UTF-8", e);
            }
        }
        return all;
    }

    private static LabelSet ofJson(String line, Location location, boolean labelled) {
        if (!(Json.parse(line, location) instanceof Map<?, ?> members)) {
            throw new DataFormatException(location, "expected a JSON object with \"labels\" and \"features\"");
        }
        for (Object key : members.keySet()) {
            if (!key.equals(LABELS) && !key.equals(FEATURES)) {
                throw new DataFormatException(
                        location,
                        "the key \"" + key
                                + "\"; expected labels and features: what is observed belongs into \"features\"");
            }
        }
        Set<String> labels = null;
        if (members.get(LABELS) instanceof List<?> names) {
            labels = new LinkedHashSet<>();
            for (Object name : names) {
                boolean isName = name instanceof Long || (name instanceof String text && !text.isBlank());
                if (!isName || !labels.add(String.valueOf(name))) {
                    throw new DataFormatException(
                            location,
                            isName
                                    ? "the label \"" + name + "\" twice; expected each once"
                                    : "a label is " + Json.kind(name) + "; expected a text or a whole number");
                }
            }
        } else if (labelled || members.get(LABELS) != null) {
            throw new DataFormatException(
                    location,
                    "\"labels\" is " + (members.containsKey(LABELS) ? Json.kind(members.get(LABELS)) : "missing")
                            + "; expected an array of texts, which may be empty");
        }
        try {
            Object features = members.containsKey(FEATURES) ? members.get(FEATURES) : new LinkedHashMap<>();
            return new LabelSet(FeatureDictionary.ofJson(features), labels, location);
        } catch (IllegalArgumentException e) {
            throw new DataFormatException(location, String.valueOf(e.getMessage()), e);
        }
    }

    private static LabelSet ofPairs(String line, Location location, boolean labelled) {
        String[] fields = line.strip().split("[ \t]+");
        boolean isLabelled = fields[0].indexOf(':') < 0;
        Set<String> labels = isLabelled || labelled ? new LinkedHashSet<>() : null;
        if (isLabelled && labels != null) {
            for (String name : fields[0].split(",", -1)) {
                if (name.isEmpty() || !labels.add(name)) {
                    throw new DataFormatException(
                            location,
                            "the labels '" + fields[0] + "'; expected names or numbers between commas, each once");
                }
            }
        }
        Set<String> seen = new LinkedHashSet<>();
        List<Attribute> attributes = new ArrayList<>();
        for (int k = isLabelled ? 1 : 0; k < fields.length; k++) {
            int colon = fields[k].lastIndexOf(':');
            double value = colon < 1 ? Double.NaN : Numbers.parse(fields[k].substring(colon + 1));
            if (!Double.isFinite(value)) {
                throw new DataFormatException(
                        location, "found '" + fields[k] + "'; expected index:value such as 3:0.5, with a finite value");
            }
            String name = fields[k].substring(0, colon);
            if (!seen.add(name)) {
                throw new DataFormatException(location, "index " + name + " twice; expected it once");
            }
            attributes.add(new Attribute(name, value));
        }
        return new LabelSet(attributes, labels, location);
    }
}
