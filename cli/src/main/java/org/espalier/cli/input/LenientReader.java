package org.espalier.cli.input;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;
import org.espalier.data.AnnotationProblem;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source block by block with the ordinary readers, and continues after a bad line: the line is reported and skipped.
 *
 * <p>A block is what stands between two blank lines, or one line of a format whose lines stand by themselves.
 */
public final class LenientReader {
    private static final int MOST_ERRORS_IN_BLOCK = 20;
    private static final int MOST_ERRORS = 1000;

    private final DataOptions options;
    private final String source;
    private final Findings findings;
    private @Nullable Integer width;
    private long widthLine;

    LenientReader(DataOptions options, String source, Findings findings) {
        this.options = options;
        this.source = source;
        this.findings = findings;
    }

    /** What is found. */
    public interface Findings {
        /** A sequence, and the line of each of its tokens. */
        void sequence(Sequence sequence, long[] lines);

        /** A line that cannot be used. */
        void error(String message);

        /** A second blank line in a row. */
        void blankLine(Location location);

        /** How many errors were found so far. */
        int errors();

        /** An annotation was changed or left out. */
        void annotation(AnnotationProblem problem);
    }

    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Line(long number, byte[] bytes) {
        boolean isBlank() {
            for (byte b : bytes) {
                if (b != ' ' && b != '\t' && b != '\r') {
                    return false;
                }
            }
            return true;
        }

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** Reads a file, or standard input for {@code -}; whatever keeps it from being read is one more error. */
    public static void read(DataOptions options, Path file, Findings findings) {
        String name = file.toString();
        try {
            Sequences.open(options, file).close(); // complains of missing files and directories in the usual words
            if (options.format() == Format.CSV || options.format().isFrames()) {
                readStrictly(options, file, findings);
                return;
            }
            if (options.format().isDocuments() || options.format() == Format.BRACKETS) {
                readTexts(options, file, findings);
                return;
            }
            if (name.equals("-")) {
                new LenientReader(options, name, findings).read(System.in);
                return;
            }
            try (InputStream raw = Files.newInputStream(file);
                    InputStream input = name.endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
                new LenientReader(options, name, findings).read(input);
            }
        } catch (DataFormatException e) {
            findings.error(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            findings.error(name + ": the file cannot be read: " + e.getMessage()
                    + (name.endsWith(".gz")
                            ? "; check the file with 'gzip -t', or rename it if it is not compressed"
                            : ""));
        }
    }

    /** A row means nothing without the header before it, so that reading ends at the first error. */
    private static void readStrictly(DataOptions options, Path file, Findings findings) {
        try (SequenceReader reader = Sequences.open(options, file)) {
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                long first = sequence.location().line();
                long step = options.format() == Format.FRAMES ? 1 : 0; // a frame per line
                findings.sequence(
                        sequence,
                        LongStream.range(0, sequence.length())
                                .map(t -> first + t * step)
                                .toArray());
            }
        }
    }

    /** Documents, records of JSON and trees in brackets stand by themselves: reading goes on with the next one after an error. */
    private static void readTexts(DataOptions options, Path file, Findings findings) {
        DataOptions reported = options.withText(options.text().withProblems(findings::annotation));
        try (SequenceReader reader = Sequences.open(reported, file)) {
            String before = "";
            while (findings.errors() < MOST_ERRORS) {
                try {
                    Sequence sequence = reader.next();
                    if (sequence == null) {
                        return;
                    }
                    long[] lines = new long[sequence.length()];
                    Arrays.fill(lines, sequence.location().line());
                    findings.sequence(sequence, lines);
                } catch (DataFormatException e) {
                    String message = String.valueOf(e.getMessage());
                    if (message.equals(before)) {
                        if (options.format() == Format.BRACKETS) {
                            continue; // read again as the beginning of a tree; the reader goes on in any case
                        }
                        return; // the same place again: reading cannot go on
                    }
                    findings.error(message);
                    before = message;
                }
            }
            findings.error(file + ": more than " + MOST_ERRORS + " errors; the rest is not checked");
        }
    }

    private void read(InputStream raw) throws IOException {
        BufferedInputStream input = new BufferedInputStream(raw, 1 << 16);
        List<Line> block = new ArrayList<>();
        boolean blankBefore = false;
        long number = 0;
        for (byte[] bytes = next(input); bytes != null; bytes = next(input)) {
            Line line = new Line(++number, bytes);
            if (line.isBlank()) {
                if (blankBefore && !options.format().isLinewise()) {
                    findings.blankLine(new Location(source, number));
                }
                blankBefore = true;
                parse(block);
                block.clear();
            } else {
                blankBefore = false;
                block.add(line);
                if (options.format().isLinewise()) {
                    parse(block);
                    block.clear();
                }
            }
            if (findings.errors() >= MOST_ERRORS) {
                findings.error(new Location(source, number) + ": more than " + MOST_ERRORS
                        + " errors; the rest is not checked");
                return;
            }
        }
        parse(block);
    }

    private static byte @Nullable [] next(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(128);
        int b = input.read();
        if (b < 0) {
            return null;
        }
        while (b >= 0 && b != '\n') {
            line.write(b);
            b = input.read();
        }
        return line.toByteArray();
    }

    private void parse(List<Line> given) {
        List<Line> block = new ArrayList<>(given);
        for (int errors = 0; !block.isEmpty(); errors++) {
            List<Sequence> sequences = new ArrayList<>();
            try (SequenceReader reader = Sequences.open(blockOptions(block), bytes(block), source)) {
                for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                    sequences.add(sequence);
                }
            } catch (DataFormatException e) {
                int index = index(block, e.location());
                findings.error(message(e, block.get(index)));
                if (options.format() == Format.CONLLU) {
                    return; // without the line all numbers after it would be wrong
                }
                if (errors == MOST_ERRORS_IN_BLOCK) {
                    findings.error(new Location(source, block.get(index).number())
                            + ": too many errors; the rest of the block is not checked");
                    return;
                }
                block.remove(index);
                continue;
            }
            report(sequences, block);
            return;
        }
    }

    private DataOptions blockOptions(List<Line> block) {
        if (options.format().isText()) {
            Location right = new Location(source, block.get(0).number());
            return options.withText(options.text()
                    .withProblems(problem ->
                            findings.annotation(new AnnotationProblem(right, problem.kind(), problem.message()))));
        }
        return width == null ? options : options.withColumns(width);
    }

    /** Only the first line of a source may have a byte order mark, so other blocks begin with a blank line. */
    private static InputStream bytes(List<Line> block) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < offset(block); i++) {
            out.write('\n');
        }
        for (Line line : block) {
            out.write(line.bytes(), 0, line.bytes().length);
            out.write('\n');
        }
        return new ByteArrayInputStream(out.toByteArray());
    }

    private static int offset(List<Line> block) {
        return block.get(0).number() == 1 ? 0 : 1;
    }

    private static int index(List<Line> block, Location location) {
        long index = location.line() - 1 - offset(block);
        return (int) Math.max(0, Math.min(index, block.size() - 1L));
    }

    private String message(DataFormatException exception, Line line) {
        Location wrong = exception.location();
        String problem = String.valueOf(exception.getMessage())
                .substring(wrong.toString().length());
        Location right = new Location(source, line.number(), wrong.column());
        return right + problem.replace(" as asked for", " as on line " + widthLine);
    }

    private void report(List<Sequence> sequences, List<Line> block) {
        List<Line> tokens = new ArrayList<>();
        for (Line line : block) {
            if (isToken(line)) {
                tokens.add(line);
            }
        }
        int next = 0;
        for (Sequence sequence : sequences) {
            long[] lines = new long[sequence.length()];
            for (int t = 0; t < lines.length; t++) {
                lines[t] = options.format().isLinewise()
                        ? block.get(0).number()
                        : tokens.get(next++).number();
            }
            long first = lines.length == 0 ? block.get(0).number() : lines[0];
            if (width == null && sequence.length() > 0 && hasWidth(options.format(), sequence)) {
                Token token = sequence.tokens().get(0);
                width = token.columns().size() + (options.format() == Format.COLUMNS && options.labelled() ? 1 : 0);
                width = width == 0 ? null : width;
                widthLine = first;
            }
            findings.sequence(
                    new Sequence(
                            sequence.tokens(),
                            sequence.labels(),
                            sequence.weight(),
                            sequence.comments(),
                            new Location(source, first),
                            null,
                            sequence.marks()),
                    lines);
        }
    }

    /** Instances of JSON Lines need not have the same fields. */
    private static boolean hasWidth(Format format, Sequence sequence) {
        return format == Format.COLUMNS
                || (format == Format.JSONL && sequence.tokens().get(0).names().isEmpty());
    }

    private boolean isToken(Line line) {
        String text = line.text();
        return switch (options.format()) {
            case COLUMNS -> {
                String prefix = options.commentPrefix();
                String first = text.strip().split("[ \t]", 2)[0];
                yield !(prefix != null && text.startsWith(prefix))
                        && !options.boundaries().contains(first);
            }
            case CRFSUITE -> !text.startsWith("@weight:");
            case CONLLU -> !text.startsWith("#") && text.matches("[0-9]+\t.*");
            case JSONL, BRACKETS, GRAPHS, LIBSVM, CSV, TEXT, FRAMES, TS, LINES, INLINE, DOCUMENT, SPANS, BRAT -> true;
        };
    }
}
