package org.espalier.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.espalier.data.AnnotatedText.Annotation;
import org.espalier.text.TextRanges;
import org.espalier.text.TokenizedText;
import org.jspecify.annotations.Nullable;

/**
 * Turns annotated spans of a text into IOB2 labels of its tokens.
 *
 * <p>A span covers every token that it touches, or is left out or refused if it does not fall on token borders; see {@link
 * Misalignment}. Of two that share a token, the one that begins first is kept; of two that begin at the same place, the longer one. What is
 * changed or left out is reported. O(tokens + spans · log spans).
 */
final class Annotations {
    private final TokenizedText text;
    private final TextOptions options;
    private final List<Span> spans = new ArrayList<>();
    private @Nullable Annotation kept; // the last one that became a span
    private int free; // first token that no span has

    private Annotations(TokenizedText text, TextOptions options) {
        this.text = text;
        this.options = options;
    }

    /** By their start, longer ones first. */
    static List<Annotation> sorted(List<Annotation> annotations) {
        List<Annotation> sorted = new ArrayList<>(annotations);
        sorted.sort(Comparator.comparingInt(
                        (Annotation annotation) -> annotation.span().start())
                .thenComparingInt(annotation -> -annotation.span().end()));
        return sorted;
    }

    /** One label per token of a text, or of a part of one, whose annotations are {@link #sorted}. */
    static List<String> labels(TokenizedText text, List<Annotation> annotations, TextOptions options) {
        Annotations labelled = new Annotations(text, options);
        TextRanges tokens = text.tokens();
        int first = 0; // token at or behind the start of the annotation
        for (Annotation annotation : annotations) {
            long start = annotation.span().start() - text.origin().utf16();
            long stop = annotation.span().end() - text.origin().utf16();
            while (first < tokens.size() && tokens.end(first) <= start) {
                first++;
            }
            int end = first;
            while (end < tokens.size() && tokens.start(end) < stop) {
                end++;
            }
            labelled.add(annotation, first, annotation.span().covered().isEmpty() ? first : end, start, stop);
        }
        return TagScheme.IOB2.encode(labelled.spans, tokens.size());
    }

    private void add(Annotation annotation, int first, int end, long start, long stop) {
        if (end == first) {
            report(AnnotationProblem.Kind.EMPTY, annotation, "covers no token", "it is left out");
            return;
        }
        TextRanges tokens = text.tokens();
        boolean within = tokens.start(first) < start || tokens.end(end - 1) > stop;
        boolean dropped = options.misaligned() == Misalignment.DROP;
        if (annotation.gap() && dropped) {
            report(AnnotationProblem.Kind.GAP, annotation, "has a gap", "it is left out");
            return;
        }
        if (within && dropped) {
            report(AnnotationProblem.Kind.BORDERS, annotation, "begins or ends within a token", "it is left out");
            return;
        }
        if (first < free) {
            reportShared(annotation, first);
            return;
        }
        String whole =
                AnnotatedText.Annotation.excerpt(text.text().substring(tokens.start(first), tokens.end(end - 1)));
        if (annotation.gap()) {
            report(AnnotationProblem.Kind.GAP, annotation, "has a gap", "it is widened to '" + whole + "'");
        } else if (within) {
            report(
                    AnnotationProblem.Kind.BORDERS,
                    annotation,
                    "begins or ends within a token",
                    "it is widened to '" + whole + "'");
        }
        spans.add(new Span(first, end, annotation.span().type()));
        free = end;
        kept = annotation;
    }

    private void reportShared(Annotation annotation, int token) {
        Annotation earlier = kept;
        if (earlier != null && annotation.span().end() <= earlier.span().end()) {
            report(AnnotationProblem.Kind.NESTED, annotation, "lies within " + earlier.describe(), "it is left out");
        } else {
            report(
                    AnnotationProblem.Kind.OVERLAP,
                    annotation,
                    "shares the token '" + text.token(token) + "' with an earlier annotation"
                            + (earlier == null ? "" : ", " + earlier.describe()),
                    "it is left out");
        }
    }

    private void report(AnnotationProblem.Kind kind, Annotation annotation, String what, String consequence) {
        String message = annotation.describe() + " " + what;
        if (options.misaligned() == Misalignment.ERROR) {
            throw new DataFormatException(
                    annotation.location(), message + "; correct it, or give --misaligned widen or drop");
        }
        options.problems().accept(new AnnotationProblem(annotation.location(), kind, message + "; " + consequence));
    }

    /** What is wrong with the type of a span, or null: labels are written in columns, and inline types between parentheses. */
    static @Nullable String typeProblem(String type) {
        if (type.isEmpty()) {
            return "the type is empty; write one, such as (NAME)";
        }
        for (int i = 0; i < type.length(); i++) {
            char c = type.charAt(i);
            if (Character.isWhitespace(c) || "[]()\\".indexOf(c) >= 0) {
                return "the type '" + type + "' contains '" + c + "'; expected no blanks, brackets or backslashes";
            }
        }
        return null;
    }
}
