package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import org.espalier.text.OffsetTable;
import org.espalier.text.OffsetUnit;
import org.espalier.text.TextSpan;
import org.jspecify.annotations.Nullable;

/** One text per line: raw, or with annotations in brackets; holds one line. */
final class LineTexts implements TextSource {
    private final LineReader lines;
    private final boolean annotated;

    LineTexts(LineReader lines, boolean annotated) {
        this.lines = lines;
        this.annotated = annotated;
    }

    @Override
    public @Nullable AnnotatedText next() {
        String whole = lines.nextWhole();
        if (whole == null) {
            return null;
        }
        int end = whole.length();
        end -= end > 0 && whole.charAt(end - 1) == '\n' ? 1 : 0;
        end -= end > 0 && end < whole.length() && whole.charAt(end - 1) == '\r' ? 1 : 0;
        String line = whole.substring(0, end);
        String lineEnd = whole.substring(end);
        Location location = lines.location();
        if (!annotated) {
            return new AnnotatedText(line, null, lineEnd, location, false);
        }
        InlineText inline = InlineText.parse(line, location);
        OffsetTable offsets = new OffsetTable(inline.text(), OffsetUnit.CODE_POINTS);
        List<AnnotatedText.Annotation> annotations = new ArrayList<>();
        for (TextSpan span : inline.spans()) {
            annotations.add(new AnnotatedText.Annotation(
                    span,
                    offsets.fromUtf16(span.start()),
                    offsets.fromUtf16(span.end()),
                    OffsetUnit.CODE_POINTS,
                    false,
                    location));
        }
        return new AnnotatedText(inline.text(), annotations, lineEnd, location, false);
    }

    @Override
    public void close() {
        lines.close();
    }
}
