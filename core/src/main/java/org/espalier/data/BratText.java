package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.AnnotatedText.Annotation;
import org.espalier.text.OffsetTable;
import org.espalier.text.OffsetUnit;
import org.espalier.text.TextSpan;
import org.jspecify.annotations.Nullable;

/**
 * A text and its spans in the standoff format of brat: {@code T1<TAB>NAME 10 15<TAB>flour} per span in the {@code .ann} file, beside the text.
 *
 * <p>Lines of relations, events, attributes, normalisations and notes are ignored; triggers of events are spans like others. An
 * annotation may have several fragments, {@code 10 15;20 25}, which tokens cannot hold if words stand between them.
 *
 * @param text the text
 * @param spans its spans
 */
public record BratText(String text, List<TextSpan> spans) {
    private static final String OTHERS = "REAMN#*";

    public BratText {
        spans = List.copyOf(spans);
    }

    /**
     * The lines of the {@code .ann} file.
     *
     * @throws IllegalArgumentException when a type is empty or contains a blank, which brat cannot hold
     */
    public String annotations(OffsetUnit unit) {
        OffsetTable offsets = new OffsetTable(text, unit);
        StringBuilder out = new StringBuilder();
        int number = 0;
        for (TextSpan span : spans) {
            if (span.type().isEmpty() || span.type().chars().anyMatch(c -> Character.isWhitespace(c) || c == ';')) {
                throw new IllegalArgumentException("the type '" + span.type()
                        + "' is empty or contains a blank, which brat does not allow; choose another --output-format");
            }
            List<int[]> fragments = fragments(span);
            out.append('T').append(++number).append('\t').append(span.type());
            StringBuilder covered = new StringBuilder();
            char before = ' ';
            for (int[] fragment : fragments) {
                out.append(before)
                        .append(offsets.fromUtf16(fragment[0]))
                        .append(' ')
                        .append(offsets.fromUtf16(fragment[1]));
                covered.append(covered.isEmpty() ? "" : " ").append(text, fragment[0], fragment[1]);
                before = ';';
            }
            out.append('\t').append(covered.toString().replace('\t', ' ')).append('\n');
        }
        return out.toString();
    }

    /** brat wants an annotation that goes over a line end in fragments, one per line. */
    private List<int[]> fragments(TextSpan span) {
        List<int[]> fragments = new ArrayList<>();
        int start = span.start();
        for (int at = span.start(); at <= span.end(); at++) {
            boolean lineEnd = at < span.end() && (text.charAt(at) == '\n' || text.charAt(at) == '\r');
            if (lineEnd || at == span.end()) {
                if (at > start) {
                    fragments.add(new int[] {start, at});
                }
                start = at + 1;
            }
        }
        return fragments.isEmpty() ? List.of(new int[] {span.start(), span.end()}) : fragments;
    }

    /** The annotations of a text, read from the lines of its {@code .ann} file. */
    static List<Annotation> read(String text, LineReader lines, OffsetUnit unit) {
        Offsets offsets = new Offsets(text, unit);
        List<Annotation> annotations = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (line.startsWith("T")) {
                annotations.add(annotation(line, offsets, unit, lines.location()));
            } else if (!LineReader.isBlank(line) && OTHERS.indexOf(line.charAt(0)) < 0) {
                throw malformed(line, lines.location());
            }
        }
        return annotations;
    }

    private static Annotation annotation(String line, Offsets offsets, OffsetUnit unit, Location location) {
        String[] fields = line.split("\t", 3);
        int blank = fields.length < 2 ? -1 : fields[1].indexOf(' ');
        if (blank <= 0) {
            throw malformed(line, location);
        }
        String type = fields[1].substring(0, blank);
        String covered = fields.length < 3 ? null : fields[2];
        long first = -1;
        long last = -1;
        boolean gap = false;
        StringBuilder all = new StringBuilder();
        for (String fragment : fields[1].substring(blank + 1).split(";", -1)) {
            String[] places = fragment.strip().split(" ", -1);
            if (places.length != 2 || !isNumber(places[0]) || !isNumber(places[1])) {
                throw malformed(line, location);
            }
            long start = Long.parseLong(places[0]);
            long end = Long.parseLong(places[1]);
            TextSpan span = offsets.span(type, start, end, location);
            if (first >= 0) {
                if (start < last) {
                    throw new DataFormatException(
                            location,
                            "the fragment " + start + " to " + end + " begins before the end " + last
                                    + " of the previous one; expected fragments from left to right");
                }
                gap |= !offsets.span(type, last, start, location).covered().isBlank();
                all.append(' ');
            }
            all.append(span.covered());
            first = first < 0 ? start : first;
            last = end;
        }
        if (covered != null && !Offsets.isSame(all.toString(), covered)) {
            throw offsets.differs(type, first, last, all.toString(), covered, location);
        }
        return new Annotation(offsets.span(type, first, last, location), first, last, unit, gap, location);
    }

    private static boolean isNumber(String text) {
        return text.matches("[0-9]{1,15}");
    }

    private static DataFormatException malformed(String line, Location location) {
        return new DataFormatException(
                location,
                "'" + Annotation.excerpt(line)
                        + "' is not a brat annotation; expected a line such as T1<TAB>NAME 10 15<TAB>flour");
    }

    /** The text and the annotations of a pair of files. */
    static final class Source implements TextSource {
        private final LineReader lines;
        private final @Nullable LineReader annotations;
        private final String name;
        private final OffsetUnit unit;
        private boolean read;

        Source(LineReader lines, @Nullable LineReader annotations, String name, OffsetUnit unit) {
            this.lines = lines;
            this.annotations = annotations;
            this.name = name;
            this.unit = unit;
        }

        @Override
        public @Nullable AnnotatedText next() {
            if (read) {
                return null;
            }
            read = true;
            String text = DocumentText.whole(lines);
            LineReader given = annotations;
            return new AnnotatedText(
                    text, given == null ? null : BratText.read(text, given, unit), null, new Location(name, 1), true);
        }

        @Override
        public void close() {
            lines.close();
            if (annotations != null) {
                annotations.close();
            }
        }
    }
}
