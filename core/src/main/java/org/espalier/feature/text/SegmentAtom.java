package org.espalier.feature.text;

import org.espalier.data.RealValues;
import org.espalier.feature.AttributeSink;

/**
 * The smallest piece of a feature set that looks at segments: reports the attributes of one kind of a segment.
 *
 * <p>Atoms are equal when they report the same. They are asked for every segment that is not too long, so they write names into
 * one buffer and allocate nothing.
 */
sealed interface SegmentAtom {
    /** From so many tokens on, counts are not told apart. */
    int MANY = 10;

    /** Reports to the sink; {@code name} is free to be overwritten. */
    void extract(Observed observed, int start, int length, StringBuilder name, AttributeSink sink);

    /** The column that is read, or −1 for the word's. */
    default int column() {
        return -1;
    }

    private static int column(Value value) {
        return value.kind() == Value.Kind.COLUMN ? value.argument() : -1;
    }

    /** Appends a count, {@code 10+} from ten on. */
    private static StringBuilder appendCount(StringBuilder name, int count) {
        return name.append(Math.min(count, MANY)).append(count >= MANY ? "+" : "");
    }

    /** {@code seg:low=plain flour}: a value of all tokens, with blanks between them. */
    record Whole(Value value, String label) implements SegmentAtom {
        static Whole of(Value value) {
            return new Whole(value, "seg:" + value.label(0) + "=");
        }

        @Override
        public void extract(Observed observed, int start, int length, StringBuilder name, AttributeSink sink) {
            name.setLength(0);
            name.append(label);
            for (int t = start; t < start + length; t++) {
                if (t > start) {
                    name.append(' ');
                }
                if (!value.append(observed, t, name)) {
                    return;
                }
            }
            sink.segment(name, 1.0);
        }

        @Override
        public int column() {
            return SegmentAtom.column(value);
        }
    }

    /** Where a token stands with regard to a segment. */
    enum Side {
        FIRST("first"),
        LAST("last"),
        BEFORE("before"),
        AFTER("after");

        private final String label;

        Side(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        private int position(int start, int length) {
            return switch (this) {
                case FIRST -> start;
                case LAST -> start + length - 1;
                case BEFORE -> start - 1;
                case AFTER -> start + length;
            };
        }
    }

    /** {@code seg-first:low=plain}: a value of one token; outside the sequence {@code _B-1} and {@code _B+1}. */
    record One(Side side, Value value, String label) implements SegmentAtom {
        static One of(Side side, Value value) {
            return new One(side, value, "seg-" + side.label() + ":" + value.label(0) + "=");
        }

        @Override
        public void extract(Observed observed, int start, int length, StringBuilder name, AttributeSink sink) {
            int t = side.position(start, length);
            name.setLength(0);
            name.append(label);
            if (!observed.contains(t)) {
                sink.segment(name.append(t < 0 ? "_B-1" : "_B+1"), 1.0);
            } else if (value.append(observed, t, name)) {
                sink.segment(name, 1.0);
            }
        }

        @Override
        public int column() {
            return SegmentAtom.column(value);
        }
    }

    /** {@code seg-len=2}: how many tokens it has. */
    record Length() implements SegmentAtom {
        @Override
        public void extract(Observed observed, int start, int length, StringBuilder name, AttributeSink sink) {
            name.setLength(0);
            sink.segment(appendCount(name.append("seg-len="), length), 1.0);
        }
    }

    /** {@code seg-caps=1}, {@code seg-digits=2}, {@code seg-punct=all}: how many tokens are of a kind; nothing for none. */
    record Counts() implements SegmentAtom {
        @Override
        public void extract(Observed observed, int start, int length, StringBuilder name, AttributeSink sink) {
            count("seg-caps=", Observed.CAPITAL, observed, start, length, name, sink);
            count("seg-digits=", Observed.DIGIT, observed, start, length, name, sink);
            count("seg-punct=", Observed.PUNCTUATION, observed, start, length, name, sink);
        }

        private static void count(
                String label,
                int mark,
                Observed observed,
                int start,
                int length,
                StringBuilder name,
                AttributeSink sink) {
            int count = 0;
            for (int t = start; t < start + length; t++) {
                count += (observed.marks(t) & mark) == 0 ? 0 : 1;
            }
            if (count > 0) {
                name.setLength(0);
                sink.segment(appendCount(name.append(label), count), 1.0);
                if (count == length) {
                    name.setLength(0);
                    sink.segment(name.append(label).append("all"), 1.0);
                }
            }
        }
    }

    /** {@code seg-gaz=units}: the whole segment is an entry of a gazetteer. */
    record Listed(Gazetteer gazetteer, String label) implements SegmentAtom {
        static Listed of(Gazetteer gazetteer) {
            return new Listed(gazetteer, "seg-gaz=" + gazetteer.name());
        }

        @Override
        public void extract(Observed observed, int start, int length, StringBuilder name, AttributeSink sink) {
            if (gazetteer.isEntry(observed, start, length, name)) {
                sink.segment(label, 1.0);
            }
        }
    }

    /** {@code seg-sum2}, {@code seg-mean2}: sum or mean of the numbers in a column; nothing where none is there. */
    record Numbers(int numberColumn, boolean isMean, String label) implements SegmentAtom {
        static Numbers of(int column, boolean isMean) {
            return new Numbers(column, isMean, (isMean ? "seg-mean" : "seg-sum") + column);
        }

        @Override
        public void extract(Observed observed, int start, int length, StringBuilder name, AttributeSink sink) {
            double[] numbers = observed.numbers(numberColumn);
            double sum = 0;
            int count = 0;
            for (int t = start; t < start + length; t++) {
                if (!Double.isNaN(numbers[t])) {
                    sum += numbers[t];
                    count++;
                }
            }
            if (count > 0) {
                sink.segment(label, isMean ? sum / count : sum);
            }
        }

        @Override
        public int column() {
            return numberColumn;
        }

        /** The number in a column of a token; NaN when it is missing. */
        static double number(Observed observed, int position, int column) {
            String text = observed.column(position, column);
            if (RealValues.isMissing(text)) {
                return Double.NaN;
            }
            if (!RealValues.isNumber(text)) {
                throw observed.error(
                        position,
                        "has '" + text + "' in column " + column
                                + "; expected a finite number such as -1.5e3, or NA where it is missing (the features"
                                + " ask for sums or means of column " + column + ")");
            }
            return Double.parseDouble(text);
        }
    }
}
