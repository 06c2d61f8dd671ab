package org.espalier.data;

import java.util.Objects;
import java.util.function.Consumer;
import org.espalier.text.OffsetUnit;
import org.espalier.text.Tokenizer;
import org.jspecify.annotations.Nullable;

/**
 * How running text is split into tokens and sentences, and how its annotations become labels.
 *
 * @param tokenizer cuts texts into tokens
 * @param sentences whether texts are cut into sentences by rule, each of which is a sequence; null for what suits the format: yes for
 *     {@code document}, {@code spans} and {@code brat}, no for {@code lines} and {@code inline}, where somebody has cut the text already
 * @param offsets what the offsets of annotations count, unless the data say it (formats {@code spans} and {@code brat})
 * @param misaligned what becomes of annotations that do not fall on the borders of tokens
 * @param problems is told of every annotation that is changed or left out, in the thread that reads
 */
public record TextOptions(
        Tokenizer tokenizer,
        @Nullable Boolean sentences,
        OffsetUnit offsets,
        Misalignment misaligned,
        Consumer<? super AnnotationProblem> problems) {

    /** Words, offsets in code points, annotations widened to whole tokens; nobody is told of problems. */
    public static final TextOptions DEFAULTS =
            new TextOptions(Tokenizer.WORDS, null, OffsetUnit.CODE_POINTS, Misalignment.WIDEN, problem -> {});

    public TextOptions {
        Objects.requireNonNull(tokenizer, "tokenizer");
        Objects.requireNonNull(offsets, "offsets");
        Objects.requireNonNull(misaligned, "misaligned");
        Objects.requireNonNull(problems, "problems");
    }

    /** Whether texts of a format are cut into sentences. */
    public boolean cutsSentences(Format format) {
        return sentences == null ? format.isDocuments() : sentences;
    }

    public TextOptions withTokenizer(Tokenizer value) {
        return new TextOptions(value, sentences, offsets, misaligned, problems);
    }

    public TextOptions withSentences(@Nullable Boolean value) {
        return new TextOptions(tokenizer, value, offsets, misaligned, problems);
    }

    public TextOptions withOffsets(OffsetUnit value) {
        return new TextOptions(tokenizer, sentences, value, misaligned, problems);
    }

    public TextOptions withMisaligned(Misalignment value) {
        return new TextOptions(tokenizer, sentences, offsets, value, problems);
    }

    public TextOptions withProblems(Consumer<? super AnnotationProblem> value) {
        return new TextOptions(tokenizer, sentences, offsets, misaligned, value);
    }
}
