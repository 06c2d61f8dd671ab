package org.espalier.interop.crfpp;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.NativeText;
import org.espalier.interop.FixedPoint;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The text form of a CRF++ model: header lines {@code name: value}, labels, template lines, dictionary lines
 * {@code id string}, and weights with 16 decimals, one per line; an empty line ends each of the first four parts.
 */
final class TextForm {
    private static final String FIRST = "version:";
    private static final int LONGEST_LINE = 1 << 24;
    private static final int DECIMALS = 16;

    private final Path file;
    private final InputStream input;
    private final Charset charset;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private long line;
    private boolean windows;

    private TextForm(Path file, InputStream input, Charset charset) {
        this.file = file;
        this.input = input;
        this.charset = charset;
    }

    /** Whether a file that begins with these bytes may be a text model. */
    static boolean begins(byte[] start) {
        return new String(start, StandardCharsets.ISO_8859_1).startsWith(FIRST);
    }

    static CrfppContent read(Path file, InputStream input, Charset charset) throws IOException {
        return new TextForm(file, new BufferedInputStream(input, 1 << 16), charset).read();
    }

    private CrfppContent read() throws IOException {
        int version = CrfppContent.VERSION;
        double costFactor = 1;
        int weightCount = 0;
        int columns = 0;
        for (String text = part(); !text.isEmpty(); text = part()) {
            int blank = blank(text);
            if (blank < 0) {
                throw corrupt("found '" + shown(text) + "', expected a name and a value, or an empty line");
            }
            String value = text.substring(blank + 1).strip();
            switch (text.substring(0, blank)) {
                case FIRST -> version = number(value);
                case "cost-factor:" -> costFactor = decimal(value);
                case "maxid:" -> weightCount = number(value);
                case "xsize:" -> columns = number(value);
                default -> {}
            }
        }
        if (version / 100 != CrfppContent.VERSION / 100) {
            throw new ModelFormatException(
                    version >= 200 ? Kind.TOO_NEW : Kind.CORRUPT,
                    file,
                    "its version is " + version + ", expected 100 to 199");
        }
        if (weightCount == 0 || columns == 0) {
            throw corrupt("the header says maxid " + weightCount + " and xsize " + columns + ", expected more than 0");
        }
        List<String> labels = lines();
        List<String> template = lines();
        List<String> strings = new ArrayList<>();
        int[] ids = new int[64];
        for (String text = part(); !text.isEmpty(); text = part()) {
            int blank = blank(text);
            if (blank <= 0) {
                throw corrupt("found '" + shown(text) + "', expected a number, a blank and a feature string");
            }
            ids = strings.size() == ids.length ? Arrays.copyOf(ids, 2 * ids.length) : ids;
            ids[strings.size()] = number(text.substring(0, blank));
            strings.add(text.substring(blank + 1));
        }
        double[] weights = weights(weightCount);
        int[] values = ids;
        int[] order = ContentWriting.sorted(strings, charset);
        for (int k = 1; k < order.length; k++) {
            if (strings.get(order[k]).equals(strings.get(order[k - 1]))) {
                throw corrupt("the string '" + shown(strings.get(order[k])) + "' occurs twice in the dictionary");
            }
        }
        return new CrfppContent(
                version,
                costFactor,
                columns,
                labels,
                template,
                Arrays.stream(order).mapToObj(strings::get).toArray(String[]::new),
                Arrays.stream(order).map(k -> values[k]).toArray(),
                weightCount,
                index -> weights[index]);
    }

    private List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String text = part(); !text.isEmpty(); text = part()) {
            lines.add(text);
        }
        return lines;
    }

    /** Grows with what is there, whatever the header says. */
    private double[] weights(int count) throws IOException {
        double[] weights = new double[Math.min(count, 1 << 16)];
        int size = 0;
        for (String text = next(); text != null; text = next()) {
            if (size == count) {
                throw corrupt("more weights than the " + count + " that the header says");
            }
            if (size == weights.length) {
                weights = Arrays.copyOf(weights, (int) Math.min(count, 2L * size));
            }
            weights[size++] = decimal(text.strip());
        }
        if (size < count) {
            throw new ModelFormatException(
                    Kind.TRUNCATED,
                    file,
                    "the file is truncated: it has " + size + " weights, its header says " + count);
        }
        return weights;
    }

    /** The next line of a part, which an empty line must end. */
    private String part() throws IOException {
        String text = next();
        if (text == null) {
            throw new ModelFormatException(
                    Kind.TRUNCATED, file, "the file is truncated: it ends after line " + line + ", before its weights");
        }
        return text;
    }

    /** The next line, or null; a model that was written under Windows has a carriage return at the end of each. */
    private @Nullable String next() throws IOException {
        buffer.reset();
        int found = input.read();
        if (found < 0) {
            return null;
        }
        line++;
        while (found >= 0 && found != '\n') {
            if (found == 0 || buffer.size() == LONGEST_LINE) {
                throw corrupt(found == 0 ? "a zero byte" : "a line of more than " + LONGEST_LINE + " bytes");
            }
            buffer.write(found);
            found = input.read();
        }
        byte[] bytes = buffer.toByteArray();
        boolean returns = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
        windows = line == 1 ? returns : windows;
        try {
            return NativeText.decode(bytes, 0, bytes.length - (windows && returns ? 1 : 0), charset);
        } catch (CharacterCodingException e) {
            throw corrupt("text that is not " + charset + "; name the encoding that the model was trained in");
        }
    }

    private static int blank(String text) {
        int space = text.indexOf(' ');
        int tab = text.indexOf('\t');
        return space < 0 || tab < 0 ? Math.max(space, tab) : Math.min(space, tab);
    }

    private int number(String text) {
        if (!text.matches("[0-9]{1,10}") || Long.parseLong(text) > Integer.MAX_VALUE) {
            throw corrupt("found '" + shown(text) + "', expected a whole number that is not negative");
        }
        return Integer.parseInt(text);
    }

    private double decimal(String text) {
        double value = Double.NaN;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            // reported below, with every other text that is no number
        }
        if (!Double.isFinite(value)) {
            throw corrupt("found '" + shown(text) + "', expected a number");
        }
        return value;
    }

    private static String shown(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    private ModelFormatException corrupt(String problem) {
        return new ModelFormatException(
                Kind.CORRUPT, file, "the CRF++ model is corrupt in line " + line + ": " + problem);
    }

    /** Writes the content; strings are sorted already. */
    static void write(CrfppContent content, OutputStream target, Charset charset) throws IOException {
        OutputStream output = new BufferedOutputStream(target, 1 << 16);
        StringBuilder text = new StringBuilder();
        text.append("version: ").append(content.version()).append('\n');
        text.append("cost-factor: ").append(general(content.costFactor())).append('\n');
        text.append("maxid: ").append(content.weightCount()).append('\n');
        text.append("xsize: ").append(content.columns()).append("\n\n");
        content.labels().forEach(label -> text.append(label).append('\n'));
        text.append('\n');
        content.template().forEach(line -> text.append(line).append('\n'));
        text.append('\n');
        output.write(NativeText.encode(text, charset));
        for (int k = 0; k < content.strings().length; k++) {
            output.write(NativeText.encode(content.ids()[k] + " " + content.strings()[k] + "\n", charset));
        }
        output.write('\n');
        for (int k = 0; k < content.weightCount(); k++) {
            output.write((FixedPoint.of(content.weights().applyAsDouble(k), DECIMALS) + "\n")
                    .getBytes(StandardCharsets.US_ASCII));
        }
        output.flush();
    }

    /** As C prints with {@code %g}. */
    private static String general(double value) {
        return new BigDecimal(value)
                .round(new MathContext(6))
                .stripTrailingZeros()
                .toPlainString();
    }
}
