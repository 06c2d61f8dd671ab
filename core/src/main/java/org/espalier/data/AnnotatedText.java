package org.espalier.data;

import java.util.List;
import org.espalier.text.OffsetUnit;
import org.espalier.text.TextSpan;
import org.jspecify.annotations.Nullable;

/**
 * A text as it stands in its source, before it is cut into sentences and tokens.
 *
 * @param text the characters
 * @param annotations its annotations in any order; null when the text is raw
 * @param lineEnd what ended the line, when the text is a line of a file, see {@link org.espalier.text.TokenizedText}; otherwise null
 * @param location where the text begins
 * @param lines whether the lines of the text are lines of the source, so that a sentence can be found there
 * @param comments what else the source says of the text, as {@link Sequence#comments} have it
 */
record AnnotatedText(
        String text,
        @Nullable List<Annotation> annotations,
        @Nullable String lineEnd,
        Location location,
        boolean lines,
        List<String> comments) {

    /** A text without comments. */
    AnnotatedText(
            String text,
            @Nullable List<Annotation> annotations,
            @Nullable String lineEnd,
            Location location,
            boolean lines) {
        this(text, annotations, lineEnd, location, lines, List.of());
    }

    /**
     * An annotation.
     *
     * @param span what it covers; from its first fragment to its last, if there are several
     * @param start its start as the source has it
     * @param end its end as the source has it
     * @param unit what these count
     * @param gap whether something between its fragments does not belong to it
     * @param location where it stands in the source
     */
    record Annotation(TextSpan span, long start, long end, OffsetUnit unit, boolean gap, Location location) {
        private static final int SHOWN = 60;

        /** The annotation in messages. */
        String describe() {
            String unitName = switch (unit) {
                case CODE_POINTS -> "characters ";
                case UTF16 -> "UTF-16 units ";
                case BYTES -> "bytes ";
            };
            return "the annotation " + span.type() + " of '" + excerpt(span.covered()) + "' (" + unitName + start
                    + " to " + end + ")";
        }

        /** A text on one line, cut off when it is long. */
        static String excerpt(String text) {
            String line = text.replace("\r\n", " ").replace('\n', ' ').replace('\r', ' ');
            if (line.length() <= SHOWN) {
                return line;
            }
            int end = Character.isHighSurrogate(line.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN;
            return line.substring(0, end) + "…";
        }
    }
}
