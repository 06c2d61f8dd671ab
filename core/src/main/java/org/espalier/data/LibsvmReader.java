package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads instances of LIBSVM, LIBLINEAR and SVMlight: {@code label index:value index:value … # comment}, indices from 1 on, rising.
 *
 * <p>An instance is a sequence of length 1 whose attributes are named by their indices. A plus sign before a label that is a number is
 * left out, so that {@code +1} and {@code 1} are one label.
 */
final class LibsvmReader implements SequenceReader {
    /** The name of the constant attribute; no index is called so. */
    static final String BIAS = "bias";

    private static final int MOST_DIGITS = 18;

    private final LineReader lines;
    private final DataOptions options;
    private final TextCache cache = new TextCache();

    LibsvmReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.options = options;
    }

    @Override
    public @Nullable Sequence next() {
        for (String line = lines.next(); line != null; line = lines.next()) {
            int comment = line.indexOf('#');
            int end = comment < 0 ? line.length() : comment;
            int begin = skipBlanks(line, 0, end);
            if (begin < end) {
                List<String> comments = comment < 0 ? List.of() : List.of(line.substring(comment));
                return instance(line, begin, end, comments);
            }
        }
        return null;
    }

    private Sequence instance(String line, int begin, int end, List<String> comments) {
        int at = tokenEnd(line, begin, end);
        String label = line.substring(begin, at);
        boolean labelled = label.indexOf(':') < 0;
        if (labelled) {
            checkLabel(label, begin);
        } else if (options.labelled()) {
            throw problem(begin, "the line begins with '" + label + "'; expected a label before the first index:value");
        } else {
            at = begin;
        }
        List<Attribute> attributes = new ArrayList<>();
        long last = 0;
        for (at = skipBlanks(line, at, end); at < end; at = skipBlanks(line, at, end)) {
            int tokenEnd = tokenEnd(line, at, end);
            last = add(line, at, tokenEnd, last, attributes);
            at = tokenEnd;
        }
        Double bias = options.instances().bias();
        if (bias != null) {
            attributes.add(new Attribute(BIAS, bias));
        }
        return new Sequence(
                List.of(Token.ofAttributes(attributes)),
                labelled ? List.of(plain(label)) : null,
                1.0,
                comments,
                lines.location());
    }

    private void checkLabel(String label, int begin) {
        if (label.indexOf(',') >= 0) {
            throw problem(
                    begin,
                    "several labels '" + label + "'; expected one label per line, make a file for each label that says"
                            + " whether it holds");
        }
    }

    /** Without a plus sign before a number. */
    static String plain(String label) {
        boolean signed =
                label.length() > 1 && label.charAt(0) == '+' && label.charAt(1) != '-' && label.charAt(1) != '+';
        return signed && Double.isFinite(Numbers.parse(label)) ? label.substring(1) : label;
    }

    private long add(String line, int begin, int end, long last, List<Attribute> attributes) {
        int colon = line.indexOf(':', begin);
        if (colon < 0 || colon >= end) {
            throw problem(begin, "found '" + line.substring(begin, end) + "'; expected index:value such as 3:0.5");
        }
        String index = cache.substring(line, begin, colon);
        long number = index(index, begin);
        if (number <= last) {
            throw problem(
                    begin,
                    "index " + number + " after " + last + "; expected "
                            + (number == 0
                                    ? "indices that start at 1; add 1 to each"
                                    : "rising indices, each at most once"));
        }
        String text = line.substring(colon + 1, end);
        double value = Numbers.parse(text);
        if (!Double.isFinite(value)) {
            throw problem(colon + 1, "the value of index " + index + " is '" + text + "'; expected a finite number");
        }
        attributes.add(new Attribute(index, value));
        return number;
    }

    private long index(String index, int begin) {
        boolean digits = !index.isEmpty() && index.length() <= MOST_DIGITS;
        for (int i = 0; i < index.length(); i++) {
            digits &= index.charAt(i) >= '0' && index.charAt(i) <= '9';
        }
        if (!digits || (index.length() > 1 && index.charAt(0) == '0')) {
            throw problem(
                    begin,
                    "the index is '" + index + "'; expected a whole number of at least 1"
                            + (index.equals("qid") ? "; ranking groups (qid) are not supported" : ""));
        }
        return Long.parseLong(index);
    }

    private static int skipBlanks(String line, int begin, int end) {
        int at = begin;
        while (at < end && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
            at++;
        }
        return at;
    }

    private static int tokenEnd(String line, int begin, int end) {
        int at = begin;
        while (at < end && line.charAt(at) != ' ' && line.charAt(at) != '\t') {
            at++;
        }
        return at;
    }

    private DataFormatException problem(int index, String what) {
        return new DataFormatException(lines.location().atColumn(index + 1L), what);
    }

    @Override
    public void close() {
        lines.close();
    }
}
