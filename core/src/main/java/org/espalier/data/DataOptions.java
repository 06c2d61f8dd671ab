package org.espalier.data;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How sequences are read.
 *
 * @param format the text format
 * @param separator what separates columns (format {@code columns} only)
 * @param labelColumn the column of the label, counted from 0; negative counts from the end, −1 being the last (format
 *     {@code columns} only)
 * @param labelled whether labels must be there; otherwise every column is observed, and {@link Sequence#labels} is null unless the
 *     data show labels by themselves, as JSON does
 * @param observedColumns when {@code labelled} is false: lines with one column more than this have a label after all, as data that a
 *     model was tested on usually do; null when no line has one (formats {@code columns}, {@code csv} and {@code frames})
 * @param columns how many columns each line must have, or null when the first line of each file decides (format {@code columns} and
 *     {@code jsonl})
 * @param commentPrefix lines that begin with this text are comments, or null for none (format {@code columns} only; off by default
 *     because {@code #} is a common token)
 * @param boundaries a line whose first column is one of these texts ends a sequence and is otherwise skipped, such as
 *     {@link #DOCUMENT_START} (format {@code columns} only; none by default)
 * @param maximumLineBytes the longest line that is accepted, so that a binary file cannot fill the memory
 * @param encoding the characters' encoding, one in which ASCII characters are single bytes
 * @param unknownLabel what {@code null} is read as where a label stands in JSON, and an empty field of labels that are not expected in
 *     tables of frames; empty when every label must be known (formats {@code jsonl} and {@code frames})
 * @param instances how instances for classification, and tables of frames, are read (formats {@code libsvm}, {@code csv}, {@code text},
 *     {@code frames} and {@code jsonl})
 * @param text how running text is read (formats {@code lines}, {@code inline}, {@code document}, {@code spans} and {@code brat})
 * @param functionTags whether {@code NP-SBJ} stays as it is, instead of becoming {@code NP} (format {@code brackets})
 */
public record DataOptions(
        Format format,
        Separator separator,
        int labelColumn,
        boolean labelled,
        @Nullable Integer observedColumns,
        @Nullable Integer columns,
        @Nullable String commentPrefix,
        Set<String> boundaries,
        int maximumLineBytes,
        Charset encoding,
        String unknownLabel,
        InstanceOptions instances,
        TextOptions text,
        boolean functionTags) {

    /** The line that begins a document in CoNLL-2003 data. */
    public static final String DOCUMENT_START = "-DOCSTART-";

    /** Labelled columns separated by blanks, the label in the last one, no comments. */
    public static final DataOptions COLUMNS = new DataOptions(
            Format.COLUMNS,
            Separator.BLANKS,
            -1,
            true,
            null,
            null,
            null,
            Set.of(),
            256 << 20,
            StandardCharsets.UTF_8,
            LabelNotation.DEFAULT.unknown(),
            InstanceOptions.DEFAULTS,
            TextOptions.DEFAULTS,
            false);

    /** Labelled CRFsuite items. */
    public static final DataOptions CRFSUITE = COLUMNS.withFormat(Format.CRFSUITE);

    /** Labelled JSON Lines. */
    public static final DataOptions JSONL = COLUMNS.withFormat(Format.JSONL);

    public DataOptions {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(separator, "separator");
        boundaries = Set.copyOf(boundaries);
        if (columns != null && columns < 1) {
            throw new IllegalArgumentException("columns is " + columns + "; expected 1 or more");
        }
        if (columns != null && labelled && (labelColumn >= columns || labelColumn < -columns)) {
            throw new IllegalArgumentException("label column " + labelColumn + " is not one of the " + columns
                    + " columns; expected " + -columns + " to " + (columns - 1));
        }
        if (commentPrefix != null && commentPrefix.isBlank()) {
            throw new IllegalArgumentException("the comment prefix is blank; expected a text such as '#', or none");
        }
        if (maximumLineBytes < 1) {
            throw new IllegalArgumentException("maximumLineBytes is " + maximumLineBytes + "; expected 1 or more");
        }
        Objects.requireNonNull(unknownLabel, "unknownLabel");
        Objects.requireNonNull(instances, "instances");
        Objects.requireNonNull(text, "text");
        // Lines are cut before they are decoded.
        if (!Arrays.equals("a\n".getBytes(encoding), new byte[] {'a', '\n'})) {
            throw new IllegalArgumentException("the encoding " + encoding
                    + " does not write ASCII as single bytes; convert the data with 'iconv -f " + encoding
                    + " -t UTF-8'");
        }
    }

    /** Labelled lines of index:value pairs. */
    public static final DataOptions LIBSVM = COLUMNS.withFormat(Format.LIBSVM);

    /** A labelled table with a header, the label in the last column. */
    public static final DataOptions CSV = COLUMNS.withFormat(Format.CSV);

    /** Labelled documents, the label before the first tab. */
    public static final DataOptions TEXT = COLUMNS.withFormat(Format.TEXT);

    /** A table with a header and a labelled frame per row, the label in the last column. */
    public static final DataOptions FRAMES = COLUMNS.withFormat(Format.FRAMES);

    /** Sequences of frames, each with one label, as in the UEA archive. */
    public static final DataOptions TS = COLUMNS.withFormat(Format.TS);

    /** Sentences with dependency trees, as in Universal Dependencies. */
    public static final DataOptions CONLLU = COLUMNS.withFormat(Format.CONLLU);

    /** Sentences with trees of constituents, as in the Penn Treebank. */
    public static final DataOptions BRACKETS = COLUMNS.withFormat(Format.BRACKETS);

    /** Graphs with labelled variables, one per line. */
    public static final DataOptions GRAPHS = COLUMNS.withFormat(Format.GRAPHS);

    /** Raw text, one text per line, without labels. */
    public static final DataOptions LINES = COLUMNS.withFormat(Format.LINES).withLabelled(false);

    /** Annotated text with brackets in it, one text per line. */
    public static final DataOptions INLINE = COLUMNS.withFormat(Format.INLINE);

    /** Raw text, one text per file, without labels. */
    public static final DataOptions DOCUMENT =
            COLUMNS.withFormat(Format.DOCUMENT).withLabelled(false);

    /** Annotated text in JSON, as doccano, Prodigy and Label Studio export it. */
    public static final DataOptions SPANS = COLUMNS.withFormat(Format.SPANS);

    /** Annotated text in the two files of brat. */
    public static final DataOptions BRAT = COLUMNS.withFormat(Format.BRAT);

    /** The default options of a format. */
    public static DataOptions of(Format format) {
        return COLUMNS.withFormat(format).withLabelled(format != Format.LINES && format != Format.DOCUMENT);
    }

    public DataOptions withFormat(Format value) {
        return with(draft -> draft.format = value);
    }

    public DataOptions withSeparator(Separator value) {
        return with(draft -> draft.separator = value);
    }

    public DataOptions withLabelColumn(int value) {
        return with(draft -> draft.labelColumn = value);
    }

    public DataOptions withLabelled(boolean value) {
        return with(draft -> draft.labelled = value);
    }

    public DataOptions withObservedColumns(@Nullable Integer value) {
        return with(draft -> draft.observedColumns = value);
    }

    public DataOptions withColumns(@Nullable Integer value) {
        return with(draft -> draft.columns = value);
    }

    public DataOptions withCommentPrefix(@Nullable String value) {
        return with(draft -> draft.commentPrefix = value);
    }

    public DataOptions withBoundaries(Set<String> value) {
        return with(draft -> draft.boundaries = value);
    }

    public DataOptions withMaximumLineBytes(int value) {
        return with(draft -> draft.maximumLineBytes = value);
    }

    public DataOptions withEncoding(Charset value) {
        return with(draft -> draft.encoding = value);
    }

    public DataOptions withUnknownLabel(String value) {
        return with(draft -> draft.unknownLabel = value);
    }

    public DataOptions withInstances(InstanceOptions value) {
        return with(draft -> draft.instances = value);
    }

    public DataOptions withText(TextOptions value) {
        return with(draft -> draft.text = value);
    }

    public DataOptions withFunctionTags(boolean value) {
        return with(draft -> draft.functionTags = value);
    }

    private DataOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finish();
    }

    /** The options while one of them is changed. */
    private static final class Draft {
        Format format;
        Separator separator;
        int labelColumn;
        boolean labelled;

        @Nullable
        Integer observedColumns;

        @Nullable
        Integer columns;

        @Nullable
        String commentPrefix;

        Set<String> boundaries;
        int maximumLineBytes;
        Charset encoding;
        String unknownLabel;
        InstanceOptions instances;
        TextOptions text;
        boolean functionTags;

        Draft(DataOptions options) {
            format = options.format;
            separator = options.separator;
            labelColumn = options.labelColumn;
            labelled = options.labelled;
            observedColumns = options.observedColumns;
            columns = options.columns;
            commentPrefix = options.commentPrefix;
            boundaries = options.boundaries;
            maximumLineBytes = options.maximumLineBytes;
            encoding = options.encoding;
            unknownLabel = options.unknownLabel;
            instances = options.instances;
            text = options.text;
            functionTags = options.functionTags;
        }

        DataOptions finish() {
            return new DataOptions(
                    format,
                    separator,
                    labelColumn,
                    labelled,
                    observedColumns,
                    columns,
                    commentPrefix,
                    boundaries,
                    maximumLineBytes,
                    encoding,
                    unknownLabel,
                    instances,
                    text,
                    functionTags);
        }
    }
}
