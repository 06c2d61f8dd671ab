package org.espalier.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the format of running text by its beginning, so that users need not name it.
 *
 * <p>Looks at the first 64 KB of regular files only, or at the first record of JSON: what comes through a pipe can be read once.
 */
public final class FormatDetector {
    private static final int BEGINNING = 1 << 16;
    private static final int LONGEST_RECORD = 1 << 24;
    private static final int LINES = 200;

    private FormatDetector() {}

    /**
     * The format of annotated text, or null when the first source does not look like annotated text: {@code brat} for a directory with
     * {@code .ann} files or one of such a pair, {@code spans} for JSON with texts and spans, {@code inline} for lines with brackets.
     */
    public static @Nullable Format annotated(List<Path> sources) {
        if (sources.isEmpty()) {
            return null;
        }
        Path source = sources.get(0);
        if (Files.isDirectory(source)) {
            return TextFiles.hasAnnotations(source) ? Format.BRAT : null;
        }
        if (TextFiles.isPair(source)) {
            return Format.BRAT;
        }
        Beginning beginning = beginning(source);
        if (beginning == null) {
            return null;
        }
        if (isJson(beginning, true)) {
            return Format.SPANS;
        }
        return isInline(beginning) ? Format.INLINE : null;
    }

    /**
     * The format of text that is to be tagged, or null when the first source is an ordinary file: {@code document} for a directory, {@code
     * spans} for JSON with texts.
     */
    public static @Nullable Format raw(List<Path> sources) {
        if (sources.isEmpty()) {
            return null;
        }
        if (Files.isDirectory(sources.get(0))) {
            return Format.DOCUMENT;
        }
        Beginning beginning = beginning(sources.get(0));
        return beginning != null && isJson(beginning, false) ? Format.SPANS : null;
    }

    /**
     * The beginning of a file.
     *
     * @param whole whether the file ends with it
     */
    private record Beginning(String text, boolean whole) {}

    /** The beginning; of JSON, as much as its first record may need. */
    private static @Nullable Beginning beginning(Path source) {
        Beginning first = beginning(source, BEGINNING);
        if (first == null || first.whole()) {
            return first;
        }
        String text = first.text().stripLeading();
        boolean open = text.startsWith("{") && text.indexOf('\n') < 0;
        return open || isArray(text) ? beginning(source, LONGEST_RECORD) : first;
    }

    private static @Nullable Beginning beginning(Path source, int limit) {
        if (!Files.isRegularFile(source) || !Files.isReadable(source)) {
            return null;
        }
        try (InputStream input = Sequences.stream(source)) {
            byte[] bytes = input.readNBytes(limit);
            String text = new String(bytes, StandardCharsets.UTF_8);
            return new Beginning(text.startsWith("\uFEFF") ? text.substring(1) : text, bytes.length < limit);
        } catch (IOException | DataFormatException e) {
            return null; // reading will tell what is wrong
        }
    }

    private static boolean isJson(Beginning beginning, boolean labelled) {
        String text = beginning.text().stripLeading();
        if (isArray(text)) {
            return hasKeys(text, labelled);
        }
        if (!text.startsWith("{")) {
            return false;
        }
        int end = text.indexOf('\n');
        if (end < 0 && !beginning.whole()) {
            return hasKeys(text, labelled);
        }
        String line = end < 0 ? text : text.substring(0, end);
        try {
            return Json.parse(line) instanceof Map<?, ?> members && SpansRecord.fits(members, labelled);
        } catch (DataFormatException e) {
            return line.startsWith("{\"") && hasKeys(line, labelled); // reading will tell what is wrong
        }
    }

    private static boolean isArray(String text) {
        return text.startsWith("[") && text.substring(1).stripLeading().startsWith("{");
    }

    /** Whether JSON that is too long to be parsed here has the keys of annotated texts. */
    private static boolean hasKeys(String text, boolean labelled) {
        return (text.contains("\"text\"") || text.contains("\"data\""))
                && (!labelled || SpansRecord.hasKeyOfSpans(text));
    }

    /** Brackets in half of the lines; or in some, if the lines cannot be columns because their numbers differ. */
    private static boolean isInline(Beginning beginning) {
        String text = beginning.text();
        int last = beginning.whole() ? text.length() : text.lastIndexOf('\n');
        if (last < 0 || !text.contains("](")) {
            return false; // as most data, before a pattern is made
        }
        Pattern span = Pattern.compile("(?<!\\\\)\\[(?:[^\\[\\]\\\\]|\\\\.)*\\]\\([^\\s()\\[\\]\\\\]+\\)");
        int lines = 0;
        int annotated = 0;
        int columns = -1;
        boolean ragged = false;
        for (String line : (Iterable<String>) text.substring(0, last).lines().limit(LINES)::iterator) {
            if (line.isBlank()) {
                continue;
            }
            lines++;
            annotated += span.matcher(line).find() ? 1 : 0;
            int found = line.strip().split("[ \t]+").length;
            ragged |= columns >= 0 && found != columns;
            columns = found;
        }
        return annotated > 0 && (ragged || 2 * annotated >= lines);
    }
}
