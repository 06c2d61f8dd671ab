package org.espalier.interop.crfsuite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.NativeText;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Token;
import org.espalier.interop.NumberPrefix;
import org.jspecify.annotations.Nullable;

/**
 * Reads items exactly as the program {@code crfsuite} does, oddities included; {@link org.espalier.data.DataOptions#CRFSUITE}
 * is the strict reader, which reports what this one guesses.
 *
 * <p>Fields are separated by runs of tabs; the first one is the label. A field is {@code name[:value]} with the escapes
 * {@code \:} and {@code \\}; a value is read by {@code atof}, an empty one is 1; what follows a second colon is one more
 * field. Lines end with a line feed, so a carriage return belongs to the last field. {@code @weight:2} in place of a label
 * weighs the sequence when {@linkplain Use#LEARN learning}; for {@linkplain Use#TAG tagging} it is an item like any other.
 */
public final class CrfsuiteItemsReader implements SequenceReader {
    /** The label of a line that has none, which no label can be. */
    public static final String NO_LABEL = "\0";

    /** What the items are read for. */
    public enum Use {
        /** Training: lines without a label are left out, declarations are obeyed. */
        LEARN,
        /** Tagging: every line that is not empty is an item. */
        TAG
    }

    private static final int BUFFER = 1 << 16;

    private final InputStream input;
    private final String source;
    private final Charset charset;
    private final Use use;
    private final Map<String, Attribute> indicators = new HashMap<>();
    private final Set<String> warnings = new LinkedHashSet<>();
    private final byte[] buffer = new byte[BUFFER];
    private int begin;
    private int end;
    private byte[] line = new byte[1024];
    private int length;
    private long number;
    private int emptyLines;

    // The line that is being read.
    private int at;
    private byte[] name = new byte[256];
    private List<Token> tokens = new ArrayList<>();
    private List<String> labels = new ArrayList<>();
    private double weight = 1;
    private long firstLine;

    /**
     * A reader.
     *
     * @param source the name of the input, for messages
     * @param charset what the bytes mean; ISO 8859-1 takes each as a character
     */
    public CrfsuiteItemsReader(InputStream input, String source, Charset charset, Use use) {
        this.input = input;
        this.source = source;
        this.charset = charset;
        this.use = use;
    }

    /** How many sequences CRFsuite says that it has read: empty lines, and one more at the end. */
    public int ends() {
        return emptyLines + 1;
    }

    /** What the user should know of the data so far, each once. */
    public Set<String> warnings() {
        return warnings;
    }

    @Override
    public @Nullable Sequence next() {
        while (nextLine()) {
            if (length > 0) {
                addLine();
                continue;
            }
            emptyLines++;
            if (!tokens.isEmpty()) {
                return sequence();
            }
            weight = 1;
        }
        return tokens.isEmpty() ? null : sequence();
    }

    private Sequence sequence() {
        Sequence sequence = new Sequence(tokens, labels, weight, List.of(), new Location(source, firstLine));
        tokens = new ArrayList<>();
        labels = new ArrayList<>();
        weight = 1;
        return sequence;
    }

    /** Takes up the next line without its end; false at the end of the input. */
    private boolean nextLine() {
        length = 0;
        boolean any = false;
        while (true) {
            if (begin == end && !fill()) {
                break;
            }
            any = true;
            int stop = begin;
            while (stop < end && buffer[stop] != '\n') {
                stop++;
            }
            append(stop - begin);
            begin = stop;
            if (stop < end) {
                begin++;
                break;
            }
        }
        number += any ? 1 : 0;
        return any;
    }

    private void append(int count) {
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.max(2 * line.length, length + count));
        }
        System.arraycopy(buffer, begin, line, length, count);
        length += count;
    }

    private boolean fill() {
        try {
            begin = 0;
            end = Math.max(0, input.read(buffer));
            return end > 0;
        } catch (IOException e) {
            throw new DataFormatException(new Location(source, number), "cannot be read: " + e.getMessage(), e);
        }
    }

    private void addLine() {
        if (line[length - 1] == '\r') {
            warnings.add(location()
                    + ": the line ends with CR LF; as in CRFsuite the CR belongs to its last field. Convert the line ends if"
                    + " this is not intended");
        }
        String label = null;
        List<Attribute> attributes = new ArrayList<>();
        at = 0;
        while (true) {
            while (at < length && line[at] == '\t') {
                at++;
            }
            if (at == length) {
                break;
            }
            String field = field();
            String value = at < length && line[at] == ':' ? value() : "";
            if (label != null) {
                attributes.add(attribute(field, value));
            } else if (use == Use.LEARN && field.startsWith("@")) {
                declare(field, value);
            } else {
                label = field;
            }
        }
        if (use == Use.TAG && label != null && label.startsWith("@")) {
            warnings.add(location() + ": '" + label
                    + "' is read as a label: as in CRFsuite, only learn understands declarations");
        }
        if (label != null || use == Use.TAG) {
            firstLine = tokens.isEmpty() ? number : firstLine;
            tokens.add(Token.ofAttributes(attributes));
            labels.add(label == null ? NO_LABEL : label);
        }
    }

    private Location location() {
        return new Location(source, number);
    }

    private void declare(String field, String value) {
        if (!field.equals("@weight")) {
            throw new DataFormatException(
                    location(),
                    "the declaration '" + field + "', expected @weight, or a label that does not begin with @");
        }
        weight = NumberPrefix.parse(value);
    }

    private Attribute attribute(String field, String value) {
        if (value.isEmpty()) {
            return indicators.computeIfAbsent(field, Attribute::of);
        }
        double number = NumberPrefix.parse(value);
        if (!Double.isFinite(number)) {
            throw new DataFormatException(
                    location(), "attribute '" + field + "' has the value '" + value + "'; expected a finite number");
        }
        return new Attribute(field, number);
    }

    private String value() {
        at++;
        return field();
    }

    /** The text up to a colon, a tab or the end, its escapes resolved. */
    private String field() {
        int size = 0;
        boolean ended = false; // a NUL ends a string of C
        for (; at < length && line[at] != ':' && line[at] != '\t'; at++) {
            byte c = line[at];
            if (c == '\\' && at + 1 < length && (line[at + 1] == ':' || line[at + 1] == '\\')) {
                at++;
                c = line[at];
            }
            ended |= c == 0;
            if (!ended) {
                if (size == name.length) {
                    name = Arrays.copyOf(name, 2 * size);
                }
                name[size++] = c;
            }
        }
        try {
            return NativeText.decode(name, 0, size, charset);
        } catch (CharacterCodingException e) {
            throw new DataFormatException(location(), "bytes that are not " + charset + "; name another encoding", e);
        }
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            throw new DataFormatException(new Location(source, number), "cannot be closed: " + e.getMessage(), e);
        }
    }
}
