package org.espalier.data;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Annotated texts in JSON: an object per line, or all of them in one array; see {@link SpansRecord} for the objects.
 *
 * <p>Holds one line, or the whole array.
 */
final class SpansTexts implements TextSource {
    private final LineReader lines;
    private final DataOptions options;
    private boolean begun;
    private @Nullable JsonParser array;

    SpansTexts(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.options = options;
    }

    @Override
    public @Nullable AnnotatedText next() {
        while (true) {
            JsonParser parser = array;
            Object value;
            Location location;
            if (parser == null) {
                String line = nextLine();
                if (line == null) {
                    return null;
                }
                if (!begun && line.strip().startsWith("[")) {
                    begun = true;
                    array = parser(line);
                    continue;
                }
                begun = true;
                location = lines.location();
                value = object(line, location);
            } else {
                array = null; // reading does not go on after an error in JSON
                if (!parser.hasElement()) {
                    return null;
                }
                value = parser.element();
                location = parser.elementLocation();
                array = parser;
            }
            if (!(value instanceof Map<?, ?> members)) {
                throw new DataFormatException(
                        location,
                        "expected a JSON object with \"text\" and \"spans\" or the like, but this is "
                                + Json.kind(value));
            }
            AnnotatedText text = new SpansRecord(members, options, location).read();
            if (text != null) {
                return text;
            }
        }
    }

    private @Nullable String nextLine() {
        String line = lines.next();
        while (line != null && LineReader.isBlank(line)) {
            line = lines.next();
        }
        return line;
    }

    private static @Nullable Object object(String line, Location location) {
        if (line.strip().equals("{")) {
            throw new DataFormatException(
                    location,
                    "found JSON that continues on the next line; expected a whole object on each line, as 'jq -c' writes them,"
                            + " or an array of objects");
        }
        return Json.parse(line, location);
    }

    private JsonParser parser(String first) {
        Location location = lines.location();
        StringBuilder text = new StringBuilder(first);
        for (String line = lines.next(); line != null; line = lines.next()) {
            text.append('\n').append(line);
        }
        return new JsonParser(text.toString(), location);
    }

    @Override
    public void close() {
        lines.close();
    }
}
