package org.espalier.data;

import org.jspecify.annotations.Nullable;

/** A whole source as one raw text; an empty one is an empty text. */
final class DocumentText implements TextSource {
    private final LineReader lines;
    private final String source;
    private boolean read;

    DocumentText(LineReader lines, String source) {
        this.lines = lines;
        this.source = source;
    }

    @Override
    public @Nullable AnnotatedText next() {
        if (read) {
            return null;
        }
        read = true;
        return new AnnotatedText(whole(lines), null, null, new Location(source, 1), true);
    }

    /** All lines as they stand in the source. */
    static String whole(LineReader lines) {
        StringBuilder text = new StringBuilder();
        for (String line = lines.nextWhole(); line != null; line = lines.nextWhole()) {
            text.append(line);
        }
        return text.toString();
    }

    @Override
    public void close() {
        lines.close();
    }
}
