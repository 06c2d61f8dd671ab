package org.espalier.interop.wapiti;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.NativeText;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;

/**
 * Reads the text of one model, byte by byte from a buffer; nothing is allocated for what the text only claims.
 *
 * <p>Where Wapiti reads with {@code scanf}, any blanks may stand, as they may here.
 */
final class WapitiModelReader {
    private static final int END = -1;

    private final InputStream input;
    private final Path name;
    private final Charset charset;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int limit;
    private long before; // bytes of the buffers before this one
    private byte[] text = new byte[256]; // the string just read
    private int textLength;
    private final AsciiText ascii = new AsciiText();

    WapitiModelReader(InputStream input, Path name, Charset charset) {
        this.input = input;
        this.name = name;
        this.charset = charset;
    }

    Model read() throws IOException {
        expectHeader("#mdl#", Kind.NOT_A_MODEL);
        int type = WapitiType.CRF.number();
        boolean negative = accept('-');
        long weights = number("the number of weights");
        if (negative || peek() == '#') {
            expect('#', "after the type of the model");
            type = (int) (negative ? -weights : weights);
            weights = number("the number of weights");
        }
        WapitiPatterns patterns = patterns();
        WapitiAssembly assembly = new WapitiAssembly(type, patterns, labels());
        observations(assembly);
        for (long k = 0; k < weights; k++) {
            long index = number("the number of a feature");
            expect('=', "after the number of a feature");
            long begin = offset();
            double weight = weight();
            if (!Double.isFinite(weight)) {
                throw corrupt(begin, "a weight of " + weight);
            }
            if (index >= assembly.features()) {
                throw corrupt(begin, "feature " + index + " of " + assembly.features());
            }
            assembly.weight(index, weight);
        }
        assembly.checkPairs(offset());
        return assembly.build();
    }

    private WapitiPatterns patterns() throws IOException {
        skipBlanks();
        expectHeader("#rdr#", Kind.CORRUPT);
        long count = number("the number of patterns");
        expect('/', "after the number of patterns");
        number("the number of columns");
        boolean single = false;
        if (peek() == '/') {
            at++;
            single = number("the flag for single tokens") != 0;
        }
        List<String> sources = new ArrayList<>();
        for (long k = 0; k < count; k++) {
            sources.add(string("pattern " + (k + 1)));
        }
        try {
            return WapitiPatterns.of(sources, charset, single, name.toString());
        } catch (DataFormatException e) {
            throw corrupt(offset(), "a pattern is wrong: " + e.getMessage());
        }
    }

    private List<String> labels() throws IOException {
        long count = table("labels");
        LinkedHashSet<String> labels = new LinkedHashSet<>();
        for (long k = 0; k < count; k++) {
            labels.add(string("a label"));
        }
        if (labels.isEmpty()) {
            throw corrupt(offset(), "the model has no labels");
        }
        return List.copyOf(labels);
    }

    private void observations(WapitiAssembly assembly) throws IOException {
        long count = table("observations");
        for (long k = 0; k < count; k++) {
            long begin = offset();
            boolean direct = netstring() || charset.equals(StandardCharsets.ISO_8859_1);
            CharSequence observation = direct ? ascii : decoded("an observation");
            if (!assembly.observation(observation)) {
                throw corrupt(begin, "the observation '" + observation + "'; expected one that begins with u, b or *");
            }
        }
    }

    private long table(String what) throws IOException {
        skipBlanks();
        expectHeader("#qrk#", Kind.CORRUPT);
        return number("the number of " + what);
    }

    private String string(String what) throws IOException {
        netstring();
        return decoded(what);
    }

    private String decoded(String what) throws ModelFormatException {
        try {
            return NativeText.decode(text, 0, textLength, charset);
        } catch (CharacterCodingException e) {
            throw corrupt(offset(), what + " is not text in " + charset + "; try UTF-8 or ISO-8859-1");
        }
    }

    /** Reads {@code length:bytes,} and tells whether it is ASCII. */
    private boolean netstring() throws IOException {
        long length = number("the length of a string");
        expect(':', "after the length of a string");
        textLength = 0;
        int bits = 0;
        while (textLength < length) {
            if (at == limit && !fill()) {
                throw truncated();
            }
            int count = (int) Math.min(limit - at, length - textLength);
            if (text.length - textLength < count) {
                text = Arrays.copyOf(text, Math.max(2 * text.length, Math.addExact(textLength, count)));
            }
            for (int k = 0; k < count; k++) {
                byte b = buffer[at++];
                text[textLength++] = b;
                bits |= b;
            }
        }
        expect(',', "after a string");
        return bits >= 0;
    }

    /** The string just read, each byte a character; changes with the next one. */
    private final class AsciiText implements CharSequence {
        @Override
        public int length() {
            return textLength;
        }

        @Override
        public char charAt(int index) {
            return (char) (text[index] & 0xFF);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return toString().substring(start, end);
        }

        @Override
        public String toString() {
            return new String(text, 0, textLength, StandardCharsets.ISO_8859_1);
        }
    }

    /** A number without a sign, behind any blanks. */
    private long number(String what) throws IOException {
        skipBlanks();
        long begin = offset();
        long value = 0;
        int digits = 0;
        for (int c = peek(); c >= '0' && c <= '9'; c = peek()) {
            if (++digits > 18) {
                throw corrupt(begin, what + " is too large");
            }
            value = 10 * value + c - '0';
            at++;
        }
        if (digits == 0) {
            throw unexpected("expected " + what);
        }
        return value;
    }

    private double weight() throws IOException {
        skipBlanks();
        int length = 0;
        for (int c = peek(); c != END && !WapitiPatterns.isBlank((char) c); c = peek()) {
            if (length == text.length) {
                throw corrupt(offset(), "a weight of more than " + length + " characters");
            }
            text[length++] = (byte) c;
            at++;
        }
        if (length == 0) {
            throw unexpected("expected a weight");
        }
        try {
            return CNumbers.parse(text, length);
        } catch (NumberFormatException e) {
            throw corrupt(
                    offset(),
                    "'" + new String(text, 0, Math.min(length, 40), StandardCharsets.ISO_8859_1) + "' is not a weight");
        }
    }

    private void expectHeader(String wanted, Kind kind) throws IOException {
        long begin = offset();
        for (int k = 0; k < wanted.length(); k++) {
            int c = peek();
            if (c != wanted.charAt(k)) {
                throw c == END && kind != Kind.NOT_A_MODEL
                        ? truncated()
                        : new ModelFormatException(
                                kind,
                                name,
                                kind == Kind.NOT_A_MODEL
                                        ? "not a model of Wapiti: it does not begin with " + wanted
                                        : "byte " + begin + ": expected " + wanted);
            }
            at++;
        }
    }

    private boolean accept(char wanted) throws IOException {
        boolean there = peek() == wanted;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char wanted, String where) throws IOException {
        if (peek() != wanted) {
            throw unexpected("expected '" + wanted + "' " + where);
        }
        at++;
    }

    private void skipBlanks() throws IOException {
        for (int c = peek(); c != END && WapitiPatterns.isBlank((char) c); c = peek()) {
            at++;
        }
    }

    private int peek() throws IOException {
        return at < limit || fill() ? buffer[at] & 0xFF : END;
    }

    private boolean fill() throws IOException {
        before += limit;
        at = 0;
        limit = Math.max(0, input.read(buffer));
        return limit > 0;
    }

    private long offset() {
        return before + at;
    }

    private ModelFormatException unexpected(String expectation) throws IOException {
        return peek() == END ? truncated() : corrupt(offset(), "found '" + (char) peek() + "', " + expectation);
    }

    private ModelFormatException truncated() {
        return new ModelFormatException(Kind.TRUNCATED, name, "the model is cut off at byte " + offset());
    }

    private ModelFormatException corrupt(long position, String problem) {
        return new ModelFormatException(
                Kind.CORRUPT, name, "the model is damaged at byte " + position + ": " + problem);
    }
}
