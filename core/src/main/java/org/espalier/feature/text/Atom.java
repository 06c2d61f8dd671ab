package org.espalier.feature.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.data.RealValues;
import org.espalier.feature.AttributeName;
import org.espalier.feature.AttributeSink;

/**
 * The smallest piece of a feature set: reports the attributes of one kind at one offset.
 *
 * <p>Atoms are equal when they report the same, so that a set that asks twice for the same attribute reports it once.
 */
sealed interface Atom {

    /** Reports to the sink; {@code name} is free to be overwritten. */
    void extract(Observed observed, int position, StringBuilder name, AttributeSink sink);

    /** Reports {@code name[offset]}. */
    private static void flag(String flag, String at, StringBuilder name, AttributeSink sink) {
        name.setLength(0);
        sink.state(name.append(flag).append(at), 1.0);
    }

    /** {@code bias}: the same attribute everywhere. */
    record Bias() implements Atom {
        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            sink.state("bias", 1.0);
        }
    }

    /** {@code low[-1]=the}: a value of a neighbour; nothing outside the sequence. */
    record Single(Value value, int offset, String label) implements Atom {
        static Single of(Value value, int offset) {
            return new Single(value, offset, value.label(offset) + "=");
        }

        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            if (observed.contains(position + offset)) {
                name.setLength(0);
                name.append(label);
                if (value.append(observed, position + offset, name)) {
                    sink.state(name, 1.0);
                }
            }
        }
    }

    /** A value at an offset, as a part of a conjunction. */
    record Part(Value value, int offset) {
        private static final Pattern FORM = Pattern.compile("([a-z-]+[0-9]*)(?:\\[([+-]?[0-9]{1,4})\\])?");

        static Part parse(String text) {
            var matcher = FORM.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not a value; expected one such as lower, suffix3[1] or column2[-1]");
            }
            String offset = matcher.group(2);
            return new Part(Value.parseOpen(matcher.group(1)), offset == null ? 0 : Integer.parseInt(offset));
        }

        String specification() {
            return value.specification() + AttributeName.at(offset);
        }

        /** This part, with the given column in the place of one yet to be found. */
        Part of(int column) {
            return value.isOpen() ? new Part(new Value(value.kind(), column), offset) : this;
        }
    }

    /** {@code low[-1]|low=in|the}: the conjunction of several values, of the position or of the step into it. */
    record Conjunction(List<Part> parts, boolean transition, String label) implements Atom {
        static Conjunction of(List<Part> parts, boolean transition) {
            String names = parts.stream()
                    .map(part -> part.value.label(part.offset))
                    .collect(Collectors.joining("|", transition ? "step:" : "", "="));
            return new Conjunction(List.copyOf(parts), transition, names);
        }

        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            if (transition && position == 0) {
                return;
            }
            name.setLength(0);
            name.append(label);
            for (int i = 0; i < parts.size(); i++) {
                Part part = parts.get(i);
                int at = position + part.offset;
                if (i > 0) {
                    name.append('|');
                }
                if (at < 0) {
                    name.append("_B").append(at);
                } else if (at >= observed.length()) {
                    name.append("_B+").append(at - observed.length() + 1);
                } else if (!part.value.append(observed, at, name)) {
                    return;
                }
            }
            if (transition) {
                sink.transition(name, 1.0);
            } else {
                sink.state(name, 1.0);
            }
        }
    }

    /** {@code begin[-1]}, {@code end}: the token at the offset is the first or the last one. */
    record Edge(int offset) implements Atom {
        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            if (position + offset == 0) {
                name.setLength(0);
                sink.state(name.append("begin").append(AttributeName.at(offset)), 1.0);
            }
            if (position + offset == observed.length() - 1) {
                name.setLength(0);
                sink.state(name.append("end").append(AttributeName.at(offset)), 1.0);
            }
        }
    }

    /** {@code pos=3/10}: in which of n equal parts of the sequence the position lies, from 0. */
    record RelativePosition(int parts) implements Atom {
        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            name.setLength(0);
            name.append("pos=")
                    .append((long) position * parts / observed.length())
                    .append('/')
                    .append(parts);
            sink.state(name, 1.0);
        }
    }

    /** {@code has-digit}, {@code all-digits}, {@code number=00.0}. */
    record Digits(int offset, String at) implements Atom {
        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            if (!observed.contains(position + offset)) {
                return;
            }
            String word = observed.lower(position + offset);
            boolean some = false;
            boolean all = true;
            name.setLength(0);
            name.append("number").append(at).append('=');
            for (int i = 0; i < word.length(); ) {
                int point = word.codePointAt(i);
                i += Character.charCount(point);
                boolean digit = WordShape.isNumber(point);
                some |= digit;
                all &= digit;
                name.appendCodePoint(digit ? '0' : point);
            }
            if (some) {
                sink.state(name, 1.0);
                flag("has-digit", at, name, sink);
                if (all) {
                    flag("all-digits", at, name, sink);
                }
            }
        }
    }

    /** {@code all-punct}, or {@code has-punct}, {@code punct-first=(}, {@code punct-last=,}. */
    record Punctuation(int offset, String at) implements Atom {
        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            if (!observed.contains(position + offset)) {
                return;
            }
            String word = observed.word(position + offset);
            long marks = word.codePoints().filter(WordShape::isPunctuation).count();
            if (marks == 0) {
                return;
            }
            if (marks == word.codePointCount(0, word.length())) {
                flag("all-punct", at, name, sink);
                return;
            }
            flag("has-punct", at, name, sink);
            int first = word.codePointAt(0);
            if (WordShape.isPunctuation(first)) {
                name.setLength(0);
                sink.state(name.append("punct-first").append(at).append('=').appendCodePoint(first), 1.0);
            }
            int last = word.codePointBefore(word.length());
            if (WordShape.isPunctuation(last)) {
                name.setLength(0);
                sink.state(name.append("punct-last").append(at).append('=').appendCodePoint(last), 1.0);
            }
        }
    }

    /** {@code init-cap}, {@code all-caps}, {@code initial}, {@code mixed-case}, {@code all-lower}. */
    record Capitals(int offset, String at) implements Atom {
        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            if (!observed.contains(position + offset)) {
                return;
            }
            String word = observed.word(position + offset);
            int capitals = 0;
            int small = 0;
            boolean capitalAfterSmall = false;
            for (int i = 0; i < word.length(); ) {
                int point = word.codePointAt(i);
                i += Character.charCount(point);
                if (isCapital(point)) {
                    capitals++;
                    capitalAfterSmall |= small > 0;
                } else if (Character.isLowerCase(point)) {
                    small++;
                }
            }
            if (capitals == 0) {
                if (small > 0) {
                    flag("all-lower", at, name, sink);
                }
                return;
            }
            if (isCapital(word.codePointAt(0))) {
                flag("init-cap", at, name, sink);
            }
            if (small == 0) {
                flag(capitals == 1 ? "initial" : "all-caps", at, name, sink);
            }
            if (capitalAfterSmall) {
                flag("mixed-case", at, name, sink);
            }
        }

        private static boolean isCapital(int point) {
            return Character.isUpperCase(point) || Character.isTitleCase(point);
        }
    }

    /** {@code ng3=lou}: the runs of letters inside the lower-cased word, each once. */
    record Ngrams(int size, int offset, String label) implements Atom {
        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            if (!observed.contains(position + offset)) {
                return;
            }
            String word = observed.lower(position + offset);
            int count = word.codePointCount(0, word.length()) - size + 1;
            for (int i = 0, from = 0; i < count; i++, from += Character.charCount(word.codePointAt(from))) {
                int to = word.offsetByCodePoints(from, size);
                name.setLength(0);
                name.append(word, from, to);
                if (word.indexOf(name.toString()) == from) {
                    name.insert(0, label);
                    sink.state(name, 1.0);
                }
            }
        }
    }

    /** {@code n2} with the number in column 2 as its value, or {@code n2=missing}. */
    record Numeric(int column, int offset, String label) implements Atom {
        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            if (!observed.contains(position + offset)) {
                return;
            }
            String text = observed.column(position + offset, column);
            if (RealValues.isMissing(text)) {
                name.setLength(0);
                sink.state(name.append(label).append("=missing"), 1.0);
            } else if (RealValues.isNumber(text)) {
                sink.state(label, Double.parseDouble(text));
            } else {
                throw observed.error(
                        position + offset,
                        "has '" + text + "' in column " + column
                                + "; expected a finite number such as -1.5e3, or NA where it is"
                                + " missing (the features ask for numeric(" + column + "))");
            }
        }
    }

    /** {@code gaz=B-units}, {@code gaz=I-units}: the token begins or continues an entry of a gazetteer. */
    record Listed(Gazetteer gazetteer, int offset, String label) implements Atom {
        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            if (observed.contains(position + offset)) {
                char match = gazetteer.match(observed, position + offset, name);
                if (match != 0) {
                    name.setLength(0);
                    sink.state(name.append(label).append(match).append('-').append(gazetteer.name()), 1.0);
                }
            }
        }
    }

    /** {@code brown/4=0110}, {@code brown=01101011}: the class of the word, or the beginning of its path. */
    record Clustered(WordClasses classes, int shorter, int length, int offset, String label) implements Atom {

        /** {@code shorter}: the length of the next shorter beginning, which tells all of a path that is not longer. */
        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            if (!observed.contains(position + offset)) {
                return;
            }
            int number = classes.classAt(observed.rowOf(classes, position + offset));
            if (number >= 0) {
                String path = classes.name(number);
                if (path.length() > shorter) {
                    name.setLength(0);
                    name.append(label).append(path, 0, Math.min(length, path.length()));
                    sink.state(name, 1.0);
                }
            }
        }
    }

    /** {@code glove/17} with a number of the word's vector as its value, for every number that is not 0; or {@code glove=unknown}. */
    record Embedded(WordVectors vectors, int offset, List<String> labels, String unknown) implements Atom {
        static Embedded of(String name, WordVectors vectors, int offset) {
            String at = AttributeName.at(offset);
            List<String> labels = IntStream.range(0, vectors.dimension())
                    .mapToObj(k -> name + "/" + k + at)
                    .toList();
            return new Embedded(vectors, offset, labels, name + at + "=unknown");
        }

        @Override
        public void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
            if (!observed.contains(position + offset)) {
                return;
            }
            int row = observed.rowOf(vectors, position + offset);
            if (row < 0) {
                sink.state(unknown, 1.0);
                return;
            }
            for (int k = 0; k < labels.size(); k++) {
                double value = vectors.value(row, k);
                if (value != 0) {
                    sink.state(labels.get(k), value);
                }
            }
        }
    }
}
