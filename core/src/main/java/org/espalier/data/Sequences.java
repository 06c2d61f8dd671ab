package org.espalier.data;

import java.io.BufferedWriter;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Opens, reads and writes files of sequences.
 *
 * <p>The path {@code -} is standard input; a file whose name ends in {@code .gz} is compressed. Whatever keeps a
 * source from being read (missing, a directory, no permission, damaged, malformed) is a {@link DataFormatException}
 * that names it.
 */
public final class Sequences {
    private static final String STANDARD_INPUT = "-";
    private static final int BUFFER_BYTES = 1 << 16;

    private Sequences() {}

    /** All sequences of the sources, in order. */
    public static List<Sequence> read(DataOptions options, Path... sources) {
        return read(options, List.of(sources));
    }

    /** All sequences of the sources, in order. */
    public static List<Sequence> read(DataOptions options, List<Path> sources) {
        try (SequenceReader reader = open(options, sources)) {
            return readAll(reader);
        }
    }

    /** All sequences that are left in {@code reader}, which is not closed. */
    public static List<Sequence> readAll(SequenceReader reader) {
        List<Sequence> sequences = new ArrayList<>();
        for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
            sequences.add(sequence);
        }
        return sequences;
    }

    /**
     * A reader of the sources, one after the other; each is opened when its turn comes, and missing ones are reported
     * at once.
     */
    public static SequenceReader open(DataOptions options, Path... sources) {
        return open(options, List.of(sources));
    }

    /**
     * A reader of the sources, one after the other; each is opened when its turn comes, and missing ones are reported
     * at once.
     */
    public static SequenceReader open(DataOptions options, List<Path> sources) {
        List<Path> files = TextFiles.expand(options, sources);
        for (Path source : files) {
            if (!isStandardInput(source)) {
                checkReadable(source);
            }
        }
        return new ConcatenatedReader(files, source -> openOne(options, source));
    }

    /** A reader of a stream, which it closes; {@code source} is its name in messages. */
    public static SequenceReader open(DataOptions options, InputStream input, String source) {
        LineReader lines = new LineReader(input, source, options.maximumLineBytes(), options.encoding());
        return switch (options.format()) {
            case COLUMNS -> new ColumnsReader(lines, options);
            case CRFSUITE -> new ItemsReader(lines, options);
            case JSONL -> new JsonLinesReader(lines, options);
            case LIBSVM -> new LibsvmReader(lines, options);
            case CSV -> new CsvReader(lines, options);
            case TEXT -> new TextReader(lines, options);
            case FRAMES -> new FramesReader(lines, options);
            case TS -> new TsReader(lines, options);
            case CONLLU -> new ConlluReader(lines, options);
            case BRACKETS -> new BracketsReader(lines, options);
            case GRAPHS -> new GraphReader(lines, options);
            case LINES, INLINE ->
                new RunningTextReader(new LineTexts(lines, options.format() == Format.INLINE), options);
            case DOCUMENT -> new RunningTextReader(new DocumentText(lines, source), options);
            case SPANS -> new RunningTextReader(new SpansTexts(lines, options), options);
            case BRAT ->
                throw new DataFormatException(
                        new Location(source, 0),
                        "the format brat has two files, the text and its annotations; expected the name of a file or directory");
        };
    }

    static SequenceReader openOne(DataOptions options, Path source) {
        if (options.format() == Format.BRAT && !isStandardInput(source)) {
            Path annotations = TextFiles.annotations(source, options.labelled());
            LineReader text = lines(options, source);
            return new RunningTextReader(
                    new BratText.Source(
                            text,
                            annotations == null ? null : lines(options, annotations),
                            source.toString(),
                            options.text().offsets()),
                    options);
        }
        return open(options, stream(source), isStandardInput(source) ? STANDARD_INPUT : source.toString());
    }

    private static LineReader lines(DataOptions options, Path source) {
        return new LineReader(stream(source), source.toString(), options.maximumLineBytes(), options.encoding());
    }

    /** The bytes of a source, unpacked; closing it leaves standard input open. */
    public static InputStream stream(Path source) {
        if (isStandardInput(source)) {
            return new UnclosedStream(System.in);
        }
        checkReadable(source);
        Location location = new Location(source.toString(), 0);
        try {
            InputStream raw = Files.newInputStream(source);
            try {
                return isCompressed(source) ? new GZIPInputStream(raw, BUFFER_BYTES) : raw;
            } catch (IOException | RuntimeException exception) {
                raw.close();
                throw exception;
            }
        } catch (AccessDeniedException exception) {
            throw new DataFormatException(location, "no permission to read the file", exception);
        } catch (IOException exception) {
            String hint =
                    isCompressed(source) ? "; check the file with 'gzip -t', or rename it if it is not compressed" : "";
            throw new DataFormatException(
                    location, "the file cannot be read: " + describe(exception) + hint, exception);
        }
    }

    private static String describe(IOException exception) {
        String message = exception.getMessage();
        return message == null ? exception.getClass().getSimpleName() : message;
    }

    private static boolean isStandardInput(Path source) {
        return source.toString().equals(STANDARD_INPUT);
    }

    private static boolean isCompressed(Path path) {
        return path.toString().endsWith(".gz");
    }

    private static void checkReadable(Path source) {
        Location location = new Location(source.toString(), 0);
        if (Files.notExists(source)) {
            throw new DataFormatException(
                    location,
                    "no such file; check the name, relative to the directory "
                            + Path.of("").toAbsolutePath());
        }
        if (Files.isSymbolicLink(source) && !Files.exists(source)) {
            throw new DataFormatException(location, "its symbolic links form a loop; name the file itself");
        }
        if (Files.isDirectory(source)) {
            throw new DataFormatException(
                    location,
                    "this is a directory; expected a file, name the files in it (or give --format document or brat if they are texts)");
        }
        if (!Files.isReadable(source)) {
            throw new DataFormatException(
                    location, "no permission to read the file; change it, for example with chmod");
        }
    }

    /** Writes the sequences to a file as UTF-8, compressed when its name ends in {@code .gz}. */
    public static void write(SequenceFormatter formatter, Path target, Iterable<Sequence> sequences) {
        try (OutputStream raw = Files.newOutputStream(target);
                OutputStream output = isCompressed(target) ? new GZIPOutputStream(raw, BUFFER_BYTES) : raw;
                Writer writer =
                        new BufferedWriter(new OutputStreamWriter(output, StandardCharsets.UTF_8), BUFFER_BYTES)) {
            StringBuilder text = new StringBuilder();
            for (Sequence sequence : sequences) {
                text.setLength(0);
                formatter.append(sequence, text);
                writer.append(text);
            }
        } catch (IOException exception) {
            throw new UncheckedIOException(target + ": writing failed: " + describe(exception), exception);
        }
    }

    private static final class UnclosedStream extends FilterInputStream {
        UnclosedStream(InputStream input) {
            super(input);
        }

        @Override
        public void close() {
            // Standard input belongs to the process.
        }
    }
}
