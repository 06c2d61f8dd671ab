package org.espalier.feature.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.espalier.data.RealValues;
import org.jspecify.annotations.Nullable;

/**
 * Reads feature specifications.
 * <pre>
 * specification = item { "," item }
 * item          = name [ "(" argument { "," argument } ")" ]
 * argument      = number | number ".." number | value | name [ "=" path ]        a path may stand in double quotes
 * </pre>
 * Blanks around items and arguments do not matter.
 */
final class FeatureSpecification {
    private static final Pattern RANGE = Pattern.compile("([+-]?[0-9]{1,9})(?:\\.\\.([+-]?[0-9]{1,9}))?");
    private static final int USUAL_PARTS = 10;

    private static final Map<String, Reader> ITEMS = items();

    private final String text;
    private final FeatureFiles files;
    private int at;

    private FeatureSpecification(String text, FeatureFiles files) {
        this.text = text;
        this.files = files;
    }

    /** Makes features from an item's arguments. */
    private interface Reader {
        List<Feature> read(Arguments arguments);
    }

    /** Makes a feature from a window. */
    private interface Windowed {
        Feature feature(int from, int to);
    }

    private static Map<String, Reader> items() {
        Map<String, Reader> items = new LinkedHashMap<>();
        items.put("words", windowed(Feature::words));
        items.put("lower", windowed(Feature::lower));
        items.put("shape", windowed(Feature::shape));
        items.put("short-shape", windowed(Feature::shortShape));
        items.put("prefixes", arguments -> lengths(arguments, Feature::prefixes));
        items.put("suffixes", arguments -> lengths(arguments, Feature::suffixes));
        items.put("ngrams", arguments -> lengths(arguments, Feature::ngrams));
        items.put("digits", windowed(Feature::digits));
        items.put("punctuation", windowed(Feature::punctuation));
        items.put("capitals", windowed(Feature::capitals));
        items.put("length", windowed(Feature::length));
        items.put("script", windowed(Feature::script));
        items.put("pairs", FeatureSpecification::pairs);
        items.put("join", arguments -> List.of(Feature.join(arguments.rest())));
        items.put("transitions", arguments -> List.of(Feature.transitions(arguments.rest())));
        items.put("column", FeatureSpecification::columns);
        items.put("columns", FeatureSpecification::columns);
        items.put("numeric", FeatureSpecification::numeric);
        items.put("gazetteer", FeatureSpecification::gazetteer);
        items.put("clusters", FeatureSpecification::clusters);
        items.put("embedding", FeatureSpecification::embedding);
        items.put("edges", windowed(Feature::edges));
        items.put("position", arguments -> {
            int parts = arguments.isEmpty() ? USUAL_PARTS : arguments.number("a number of parts such as 10");
            return List.of(Feature.position(parts));
        });
        items.put("bias", arguments -> List.of(Feature.bias()));
        items.put("segment-length", arguments -> List.of(Feature.segmentLength()));
        items.put("segment-text", valued(Feature::segmentText));
        items.put("segment-shape", arguments -> List.of(Feature.segmentShape()));
        items.put("segment-first", valued(Feature::segmentFirst));
        items.put("segment-last", valued(Feature::segmentLast));
        items.put("segment-before", valued(Feature::segmentBefore));
        items.put("segment-after", valued(Feature::segmentAfter));
        items.put("segment-counts", arguments -> List.of(Feature.segmentCounts()));
        items.put("segment-gazetteer", FeatureSpecification::segmentGazetteer);
        items.put("segment-sum", arguments -> eachColumn(arguments, Feature::segmentSum));
        items.put("segment-mean", arguments -> eachColumn(arguments, Feature::segmentMean));
        items.put("word-column", arguments -> List.of(Feature.wordColumn(arguments.number("the column of the words"))));
        return items;
    }

    private static Reader windowed(Windowed windowed) {
        return arguments -> {
            int[] window = arguments.window();
            return List.of(windowed.feature(window[0], window[1]));
        };
    }

    /** Makes a feature from lengths and a window. */
    private interface Lengthy {
        Feature feature(int shortest, int longest, int from, int to);
    }

    private static List<Feature> lengths(Arguments arguments, Lengthy lengthy) {
        int[] lengths = arguments.range("lengths such as 1..4");
        int[] window = arguments.window();
        return List.of(lengthy.feature(lengths[0], lengths[1], window[0], window[1]));
    }

    private static List<Feature> pairs(Arguments arguments) {
        String value = arguments.next("a value such as lower");
        int[] window = arguments.isEmpty() ? new int[] {-1, 1} : arguments.window();
        return List.of(Feature.pairs(value, window[0], window[1]));
    }

    /** Numbers are columns, a range with two dots is the window: {@code columns(1,2,-1..1)}. */
    private static List<Feature> columns(Arguments arguments) {
        List<Integer> columns = arguments.columns();
        int[] window = arguments.window();
        if (columns.isEmpty()) {
            return List.of(Feature.allColumns(window[0], window[1]));
        }
        return columns.stream()
                .map(column -> Feature.column(column, window[0], window[1]))
                .toList();
    }

    private static List<Feature> numeric(Arguments arguments) {
        List<Integer> columns = arguments.columns();
        int[] window = arguments.window();
        if (columns.isEmpty()) {
            return List.of(Feature.allNumeric(window[0], window[1]));
        }
        return columns.stream()
                .map(column -> Feature.numeric(column, window[0], window[1]))
                .toList();
    }

    private static List<Feature> gazetteer(Arguments arguments) {
        NamedFile file = NamedFile.read(arguments, "units=units.txt");
        int[] window = arguments.window();
        List<String> entries = arguments.files.gazetteer(file.name, file.path);
        return List.of(Feature.gazetteer(file.name, entries, window[0], window[1]));
    }

    private static List<Feature> segmentGazetteer(Arguments arguments) {
        NamedFile file = NamedFile.read(arguments, "units=units.txt");
        return List.of(Feature.segmentGazetteer(file.name, arguments.files.gazetteer(file.name, file.path)));
    }

    /** A file, then lengths, a window and options in any order: {@code clusters(brown=paths.txt,4,6,-1..1,min=5)}. */
    private static List<Feature> clusters(Arguments arguments) {
        NamedFile file = NamedFile.read(arguments, "brown=paths.txt");
        List<Integer> lengths = new ArrayList<>();
        int[] window = {0, 0};
        int minimum = 0;
        boolean whole = file.path.isEmpty(); // what a model keeps says all
        while (!arguments.isEmpty()) {
            String argument = arguments.peek();
            if (argument.equals("whole")) {
                whole = true;
                arguments.next(argument);
            } else if (argument.startsWith("min=")) {
                minimum = arguments.option("min=", "the smallest count of a word such as min=5");
            } else if (argument.contains("..")) {
                window = arguments.window();
            } else {
                lengths.add(arguments.number("a number of bits such as 4, a window such as -1..1, whole, or min=5"));
            }
        }
        WordClasses classes = arguments.files.clusters(file.name, file.path, minimum);
        if (lengths.isEmpty() && !whole && classes.isPaths()) {
            lengths.addAll(Clusters.USUAL_LENGTHS);
        }
        return List.of(Feature.clusters(file.name, classes, lengths, window[0], window[1]));
    }

    /** A file, then a window and options in any order: {@code embedding(glove=vectors.txt,-1..1,scale=2,words=50000,keep=false)}. */
    private static List<Feature> embedding(Arguments arguments) {
        NamedFile file = NamedFile.read(arguments, "glove=vectors.txt");
        int[] window = {0, 0};
        EmbeddingOptions options = EmbeddingOptions.DEFAULTS;
        while (!arguments.isEmpty()) {
            String argument = arguments.peek();
            if (argument.startsWith("scale=")) {
                options = options.withScale(arguments.real("scale=", "the average length of a vector such as scale=4"));
            } else if (argument.startsWith("words=")) {
                options = options.withWords(arguments.option("words=", "a number of words such as words=50000"));
            } else if (argument.startsWith("keep=")) {
                options = options.withKept(arguments.yesOrNo("keep="));
            } else {
                window = arguments.range("a window such as -1..1, scale=4, words=50000 or keep=false");
            }
        }
        WordVectors vectors = arguments.files.embedding(file.name, file.path, options);
        return List.of(Feature.embedding(file.name, vectors, window[0], window[1]));
    }

    private record NamedFile(String name, String path) {
        static NamedFile read(Arguments arguments, String example) {
            String argument = arguments.next("a name and a file such as " + example);
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals).strip();
            String path =
                    equals < 0 ? "" : unquoted(argument.substring(equals + 1).strip());
            return new NamedFile(name, path);
        }
    }

    /** One value, {@code lower} unless given. */
    private static Reader valued(Function<String, Feature> feature) {
        return arguments ->
                List.of(feature.apply(arguments.isEmpty() ? "lower" : arguments.next("a value such as lower")));
    }

    private static List<Feature> eachColumn(Arguments arguments, IntFunction<Feature> feature) {
        List<Feature> features = new ArrayList<>();
        do {
            features.add(feature.apply(arguments.number("a column such as 2")));
        } while (!arguments.isEmpty());
        return features;
    }

    private static String unquoted(String path) {
        return path.length() >= 2 && path.startsWith("\"") && path.endsWith("\"")
                ? path.substring(1, path.length() - 1)
                : path;
    }

    /** The features that a specification asks for. */
    static List<Feature> parse(String text, FeatureFiles files) {
        return new FeatureSpecification(text, files).specification();
    }

    private List<Feature> specification() {
        List<Feature> features = new ArrayList<>();
        while (true) {
            skipBlanks();
            features.addAll(item());
            skipBlanks();
            if (at == text.length()) {
                return features;
            }
            if (text.charAt(at) != ',') {
                throw error(at, "found '" + text.charAt(at) + "'; expected a comma between items");
            }
            at++;
        }
    }

    private List<Feature> item() {
        int begin = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || "-_".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        String name = text.substring(begin, at);
        if (name.isEmpty()) {
            String found = at == text.length() ? "the end" : "'" + text.charAt(at) + "'";
            throw error(at, "found " + found + "; expected the name of an item such as words");
        }
        skipBlanks();
        List<String> arguments = at < text.length() && text.charAt(at) == '(' ? arguments(name) : List.of();
        Preset preset = Preset.named(name);
        if (preset != null) {
            if (!arguments.isEmpty()) {
                throw error(begin, "the preset '" + name + "' takes no arguments");
            }
            return parse(preset.specification(), files);
        }
        Reader reader = ITEMS.get(name);
        if (reader == null) {
            throw error(
                    begin,
                    "unknown item '" + name + "'; expected one of " + String.join(", ", ITEMS.keySet())
                            + ", or a preset: "
                            + Preset.all().stream().map(Preset::name).collect(Collectors.joining(", ")));
        }
        try {
            Arguments reading = new Arguments(name, arguments, files);
            List<Feature> features = reader.read(reading);
            reading.checkEnd();
            return features;
        } catch (IllegalArgumentException e) {
            IllegalArgumentException located = error(begin, String.valueOf(e.getMessage()));
            located.initCause(e);
            throw located;
        }
    }

    /** Cuts at commas outside quotes, up to the closing bracket. */
    private List<String> arguments(String name) {
        int open = at++;
        List<String> arguments = new ArrayList<>();
        int begin = at;
        boolean quoted = false;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == ')')) {
                String argument = text.substring(begin, at).strip();
                if (argument.isEmpty()) {
                    throw error(at, name + ": found '" + c + "'; expected an argument before it");
                }
                arguments.add(argument);
                begin = at + 1;
                if (c == ')') {
                    at++;
                    return arguments;
                }
            }
        }
        throw error(
                open, name + ": this bracket is not closed; expected " + (quoted ? "a second \" and " : "") + "a )");
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException error(int index, String problem) {
        return new IllegalArgumentException(
                "feature specification '" + text + "', position " + (index + 1) + ": " + problem);
    }

    /** The arguments of one item, read from left to right. */
    private static final class Arguments {
        private final String item;
        private final List<String> all;
        private final FeatureFiles files;
        private int next;

        Arguments(String item, List<String> all, FeatureFiles files) {
            this.item = item;
            this.all = all;
            this.files = files;
        }

        boolean isEmpty() {
            return next == all.size();
        }

        String next(String expected) {
            if (isEmpty()) {
                throw new IllegalArgumentException(item + " lacks an argument; expected " + expected);
            }
            return all.get(next++);
        }

        String peek() {
            return all.get(next);
        }

        /** The number after a name such as {@code min=}. */
        int option(String prefix, String expected) {
            String argument = next(expected);
            int @Nullable [] range = rangeOf(argument.substring(prefix.length()).strip());
            if (range == null || range[0] != range[1] || range[0] < 0) {
                throw new IllegalArgumentException(item + ": found '" + argument + "'; expected " + expected);
            }
            return range[0];
        }

        /** The real number after a name such as {@code scale=}. */
        double real(String prefix, String expected) {
            String argument = next(expected);
            double value = RealValues.number(argument.substring(prefix.length()).strip());
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(item + ": found '" + argument + "'; expected " + expected);
            }
            return value;
        }

        boolean yesOrNo(String prefix) {
            String argument = next(prefix);
            String value = argument.substring(prefix.length()).strip();
            if (!value.equals("true") && !value.equals("false")) {
                throw new IllegalArgumentException(
                        item + ": found '" + argument + "'; expected " + prefix + "true or " + prefix + "false");
            }
            return value.equals("true");
        }

        String[] rest() {
            String[] rest = all.subList(next, all.size()).toArray(new String[0]);
            next = all.size();
            return rest;
        }

        int[] range(String expected) {
            String argument = next(expected);
            int @Nullable [] range = rangeOf(argument);
            if (range == null) {
                throw new IllegalArgumentException(item + ": found '" + argument + "'; expected " + expected);
            }
            return range;
        }

        int[] window() {
            return isEmpty() ? new int[] {0, 0} : range("a window such as -2..2");
        }

        int number(String expected) {
            int[] range = range(expected);
            if (range[0] != range[1]) {
                throw new IllegalArgumentException(item + ": found a range; expected " + expected);
            }
            return range[0];
        }

        /** The single numbers at the front. */
        List<Integer> columns() {
            List<Integer> columns = new ArrayList<>();
            while (!isEmpty() && !all.get(next).contains("..")) {
                columns.add(number("a column such as 1, or a window such as -2..2"));
            }
            return columns;
        }

        void checkEnd() {
            if (!isEmpty()) {
                throw new IllegalArgumentException(
                        item + ": found the further argument '" + all.get(next) + "'; expected )");
            }
        }

        private static int @Nullable [] rangeOf(String argument) {
            Matcher matcher = RANGE.matcher(argument);
            if (!matcher.matches()) {
                return null;
            }
            int from = Integer.parseInt(matcher.group(1));
            return new int[] {from, matcher.group(2) == null ? from : Integer.parseInt(matcher.group(2))};
        }
    }
}
