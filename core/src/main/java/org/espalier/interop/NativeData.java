package org.espalier.interop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.ConcatenatedReader;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.interop.crfpp.CrfppReader;
import org.espalier.interop.crfsuite.CrfsuiteItemsReader;
import org.espalier.interop.wapiti.WapitiData;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * Data to tag, read as the program reads them whose model it is: lines may have different numbers of columns, bytes need not be
 * UTF-8 (see {@link org.espalier.data.NativeText}), and a value that is no number is read as far as it is one.
 *
 * <p>A carriage return at the end of a line is dropped, which CRF++ and CRFsuite would take for a part of the last column.
 */
public final class NativeData implements SequenceReader {
    private final Toolkit toolkit;
    private final int columns; // that the model looks at, or 0
    private final SequenceReader reader;

    private NativeData(Toolkit toolkit, int columns, List<Path> sources) {
        this.toolkit = toolkit;
        this.columns = columns;
        this.reader = new ConcatenatedReader(sources, source -> read(toolkit, columns, source));
    }

    /**
     * A reader of the sources, one after the other.
     *
     * @param toolkit the program, not Espalier
     */
    public static SequenceReader open(Toolkit toolkit, Model model, List<Path> sources) {
        if (toolkit == Toolkit.ESPALIER) {
            throw new IllegalArgumentException("Espalier's own data are read by Sequences");
        }
        for (Path source : sources) {
            if (!source.toString().equals("-")) {
                closed(Sequences.stream(source)); // what cannot be read is reported at once
            }
        }
        return new NativeData(toolkit, model.columns(), sources);
    }

    private static void closed(InputStream input) {
        try {
            input.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable Sequence next() {
        Sequence sequence = reader.next();
        if (sequence == null) {
            return null;
        }
        return toolkit == Toolkit.CRFSUITE ? withoutLabels(sequence) : withLabels(sequence);
    }

    private static SequenceReader read(Toolkit toolkit, int columns, Path source) {
        InputStream input = new LineEnds(Sequences.stream(source));
        String name = source.toString();
        return switch (toolkit) {
            case WAPITI -> new WapitiReader(input, name);
            case CRFSUITE -> new CrfsuiteItemsReader(input, name, StandardCharsets.UTF_8, CrfsuiteItemsReader.Use.TAG);
            default -> CrfppReader.unlabelled(input, name, StandardCharsets.UTF_8, columns);
        };
    }

    /** Items always have a label, which says nothing when they are tagged. */
    private static Sequence withoutLabels(Sequence sequence) {
        return new Sequence(sequence.tokens(), null, 1, List.of(), sequence.location());
    }

    /** With the last column as the label when every token has one more than the model looks at. */
    private Sequence withLabels(Sequence sequence) {
        if (columns == 0
                || sequence.tokens().stream().anyMatch(token -> token.columns().size() != columns + 1)) {
            return sequence;
        }
        List<Token> tokens = new ArrayList<>(sequence.length());
        List<String> labels = new ArrayList<>(sequence.length());
        for (Token token : sequence.tokens()) {
            labels.add(token.columns().get(columns));
            tokens.add(new Token(token.columns().subList(0, columns), List.of()));
        }
        return new Sequence(tokens, labels, 1, List.of(), sequence.location());
    }

    @Override
    public String columnSeparator() {
        return reader.columnSeparator();
    }

    @Override
    public void close() {
        reader.close();
    }

    /** Wapiti's data as sequences. */
    private static final class WapitiReader implements SequenceReader {
        private final InputStream input;
        private final WapitiData data;
        private @Nullable String separator;

        WapitiReader(InputStream input, String name) {
            this.input = input;
            this.data = new WapitiData(input, name, StandardCharsets.UTF_8, false);
        }

        @Override
        public @Nullable Sequence next() {
            try {
                WapitiData.Raw raw = data.next();
                if (raw != null && separator == null) {
                    separator = raw.lines().get(0).indexOf('\t') >= 0 ? "\t" : " ";
                }
                return raw == null ? null : raw.sequence(false);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String columnSeparator() {
            return separator == null ? " " : separator;
        }

        @Override
        public void close() {
            closed(input);
        }
    }

    /** Drops the carriage return of CR LF. */
    private static final class LineEnds extends InputStream {
        private final InputStream input;
        private final byte[] buffer = new byte[1 << 16];
        private int at;
        private int limit;
        private boolean held; // a carriage return at the end of what was read

        LineEnds(InputStream input) {
            this.input = input;
        }

        @Override
        public int read() throws IOException {
            return at < limit || fill() ? buffer[at++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (at == limit && !fill()) {
                return -1;
            }
            int count = Math.min(length, limit - at);
            System.arraycopy(buffer, at, into, from, count);
            at += count;
            return count;
        }

        private boolean fill() throws IOException {
            at = 0;
            limit = 0;
            while (limit == 0) {
                int begin = held ? 1 : 0;
                buffer[0] = held ? (byte) '\r' : buffer[0];
                int count = input.read(buffer, begin, buffer.length - begin);
                if (count < 0) {
                    limit = begin;
                    held = false;
                    return limit > 0;
                }
                int end = begin + count;
                held = buffer[end - 1] == '\r';
                end -= held ? 1 : 0;
                for (int k = 0; k < end; k++) {
                    limit -= buffer[k] == '\n' && limit > 0 && buffer[limit - 1] == '\r' ? 1 : 0;
                    buffer[limit++] = buffer[k];
                }
            }
            return true;
        }

        @Override
        public int available() throws IOException {
            return limit - at + input.available();
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }
}
