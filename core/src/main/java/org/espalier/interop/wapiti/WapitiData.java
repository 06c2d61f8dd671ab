package org.espalier.interop.wapiti;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.NativeText;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.interop.ByteLines;
import org.jspecify.annotations.Nullable;

/**
 * Reads Wapiti's data: a line per token, columns between blanks, an empty line between sequences.
 *
 * <p>Only {@code \n} ends a line, and only the blanks of ASCII separate columns.
 */
public final class WapitiData {
    private final ByteLines input;
    private final String name;
    private final Charset charset;
    private final boolean singleTokens;
    private long number;

    /**
     * A reader, which does not close its input.
     *
     * @param name what error messages call the data
     * @param singleTokens whether each line is a sequence of its own
     */
    public WapitiData(InputStream input, String name, Charset charset, boolean singleTokens) {
        this.input = new ByteLines(input);
        this.name = name;
        this.charset = charset;
        this.singleTokens = singleTokens;
    }

    /**
     * A sequence as it stands in the data.
     *
     * @param lines its lines, without their ends
     * @param location where it begins
     */
    public record Raw(List<String> lines, Location location) {

        /** Its tokens, with the last column as the label when {@code labelled}. */
        public Sequence sequence(boolean labelled) {
            List<Token> tokens = new ArrayList<>(lines.size());
            List<String> labels = new ArrayList<>();
            for (String text : lines) {
                List<String> columns = columns(text);
                if (labelled) {
                    labels.add(columns.remove(columns.size() - 1));
                }
                tokens.add(new Token(columns, List.of()));
            }
            return new Sequence(tokens, labelled ? labels : null, 1.0, List.of(), location);
        }
    }

    /** The columns of a line. */
    static List<String> columns(String line) {
        List<String> columns = new ArrayList<>();
        int length = line.length();
        for (int at = 0; at < length; ) {
            while (at < length && WapitiPatterns.isBlank(line.charAt(at))) {
                at++;
            }
            int begin = at;
            while (at < length && !WapitiPatterns.isBlank(line.charAt(at))) {
                at++;
            }
            if (at > begin) {
                columns.add(line.substring(begin, at));
            }
        }
        return columns;
    }

    static boolean isEmpty(String line) {
        for (int i = 0; i < line.length(); i++) {
            if (!WapitiPatterns.isBlank(line.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** The next sequence, or null at the end. */
    public @Nullable Raw next() throws IOException {
        List<String> lines = new ArrayList<>();
        long begin = 0;
        for (String text = readLine(); text != null; text = readLine()) {
            if (!isEmpty(text)) {
                begin = lines.isEmpty() ? number : begin;
                lines.add(text);
            }
            if (!lines.isEmpty() && (isEmpty(text) || singleTokens)) {
                break;
            }
        }
        return lines.isEmpty() ? null : new Raw(lines, new Location(name, begin));
    }

    /** All sequences that are left. */
    public List<Sequence> readAll(boolean labelled) throws IOException {
        List<Sequence> sequences = new ArrayList<>();
        for (Raw raw = next(); raw != null; raw = next()) {
            sequences.add(raw.sequence(labelled));
        }
        return sequences;
    }

    private @Nullable String readLine() throws IOException {
        if (!input.next()) {
            return null;
        }
        number++;
        try {
            return NativeText.decode(input.bytes(), 0, input.length(), charset);
        } catch (IOException e) {
            throw new DataFormatException(new Location(name, number), "the line is not text in " + charset);
        }
    }
}
