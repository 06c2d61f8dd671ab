package org.espalier.data;

/** Writes a sequence as text in one of the formats; immutable and safe to share. */
public interface SequenceFormatter {

    /**
     * Appends the sequence and what separates it from the next one.
     *
     * @throws IllegalArgumentException when the format cannot hold the sequence so that it could be read back
     */
    void append(Sequence sequence, StringBuilder out);

    /** The sequence as text. */
    default String format(Sequence sequence) {
        StringBuilder out = new StringBuilder();
        append(sequence, out);
        return out.toString();
    }

    /** A formatter whose text {@link DataOptions} of that format read back. */
    static SequenceFormatter of(Format format) {
        return switch (format) {
            case COLUMNS -> ColumnsFormatter.DEFAULT;
            case CRFSUITE -> new ItemsFormatter();
            case JSONL -> JsonLinesFormatter.DEFAULT;
            case LIBSVM -> new LibsvmFormatter();
            case CSV -> CsvFormatter.DEFAULT;
            case TEXT -> TextFormatter.DEFAULT;
            case FRAMES -> FramesFormatter.DEFAULT;
            case TS -> new TsFormatter();
            case LINES -> new LinesFormatter();
            case INLINE -> InlineFormatter.DEFAULT;
            case DOCUMENT -> new DocumentFormatter();
            case CONLLU -> new ConlluFormatter();
            case BRACKETS -> new BracketsFormatter();
            case GRAPHS -> new GraphFormatter();
            case SPANS -> SpansFormatter.DEFAULT;
            case BRAT ->
                throw new IllegalArgumentException(
                        "the format brat has two files; write them with BratText, or choose another format");
        };
    }
}
