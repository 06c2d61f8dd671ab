package org.espalier.interop.crfpp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.NativeText;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Token;
import org.espalier.interop.ByteLines;
import org.jspecify.annotations.Nullable;

/**
 * Reads data as CRF++ does: columns are separated by runs of tabs and spaces, and a line that is empty or begins with one
 * of them ends a sequence. A carriage return belongs to the last column; lines may be of any length.
 */
public final class CrfppReader implements SequenceReader {
    private final InputStream input;
    private final String source;
    private final Charset charset;
    private final boolean labelled;
    private final int minimumColumns;
    private final ByteLines lines;
    private long line;
    private int columns = -1;

    private CrfppReader(InputStream input, String source, Charset charset, boolean labelled, int minimumColumns) {
        this.input = input;
        this.lines = new ByteLines(input);
        this.source = source;
        this.charset = charset;
        this.labelled = labelled;
        this.minimumColumns = minimumColumns;
    }

    /** Data to train on: the last column is the label, and every line has as many columns. */
    public static CrfppReader labelled(InputStream input, String source, Charset charset) {
        return new CrfppReader(input, source, charset, true, 1);
    }

    /** Data to tag: all columns are observed, and there are at least so many. */
    public static CrfppReader unlabelled(InputStream input, String source, Charset charset, int minimumColumns) {
        return new CrfppReader(input, source, charset, false, minimumColumns);
    }

    @Override
    public @Nullable Sequence next() {
        List<Token> tokens = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        long begin = line + 1;
        for (String text = nextLine(); text != null; text = nextLine()) {
            if (text.isEmpty() || isBlank(text.charAt(0))) {
                if (!tokens.isEmpty()) {
                    break;
                }
                begin = line + 1;
                continue;
            }
            List<String> fields = fields(text);
            check(fields.size());
            if (labelled) {
                labels.add(fields.remove(fields.size() - 1));
            }
            tokens.add(new Token(fields, List.of()));
        }
        if (tokens.isEmpty()) {
            return null;
        }
        return new Sequence(tokens, labelled ? labels : null, 1, List.of(), new Location(source, begin));
    }

    private void check(int found) {
        if (found < minimumColumns) {
            throw new DataFormatException(
                    new Location(source, line),
                    found + (found == 1 ? " column" : " columns") + ", but the model needs at least " + minimumColumns);
        }
        columns = columns < 0 ? found : columns;
        if (labelled && found != columns) {
            throw new DataFormatException(
                    new Location(source, line),
                    found + (found == 1 ? " column" : " columns") + ", expected " + columns
                            + " as on the lines before; CRF++ wants the same number on every line");
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static List<String> fields(String text) {
        List<String> fields = new ArrayList<>();
        int begin = 0;
        for (int at = 0; at <= text.length(); at++) {
            if (at == text.length() || isBlank(text.charAt(at))) {
                if (at > begin) {
                    fields.add(text.substring(begin, at));
                }
                begin = at + 1;
            }
        }
        return fields;
    }

    private @Nullable String nextLine() {
        try {
            if (!lines.next()) {
                return null;
            }
            line++;
            return NativeText.decode(lines.bytes(), 0, lines.length(), charset);
        } catch (CharacterCodingException e) {
            throw new DataFormatException(
                    new Location(source, line), "the text is not " + charset + "; name its encoding", e);
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException("cannot read " + source + ": " + e.getMessage(), e));
        }
    }

    @Override
    public String columnSeparator() {
        return "\t";
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
