package org.espalier.feature.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.espalier.feature.AttributeName;
import org.jspecify.annotations.Nullable;

/**
 * One item of a {@link FeatureSet}, such as {@code lower(-2..2)}: what is observed around a token.
 *
 * <p>{@code from} and {@code to} are offsets relative to the token, both inclusive. Offsets outside the sequence give
 * nothing, except in conjunctions, where they read {@code _B-1}, {@code _B+1} and so on. Forms are told apart by code
 * points, and lower case does not depend on the machine's language.
 */
public final class Feature {
    /** Far enough for any use; larger windows are typing errors. */
    private static final int FARTHEST = 1000;

    private final String specification;
    private final List<Atom> atoms;
    private final List<SegmentAtom> segmentAtoms;
    private final Role role;
    private final @Nullable Gazetteer gazetteer;
    private final @Nullable NamedTable table;
    private final @Nullable IntFunction<Feature> each; // what an open item is for one column
    private final int from;

    /** A table of words and its name in the specification, by which the model keeps it. */
    record NamedTable(String name, WordTable table) {}

    /** What else an item is than a list of atoms. */
    enum Role {
        /** Nothing else. */
        PLAIN,
        /** Names the column of the words. */
        WORD_COLUMN,
        /** Stands for all columns that are numbers, to be found in the training data. */
        ALL_NUMBERS,
        /** Stands for all columns that are not numbers, to be found in the training data. */
        ALL_COLUMNS
    }

    private Feature(
            String specification, List<? extends Atom> atoms, Role role, @Nullable Gazetteer gazetteer, int from) {
        this(specification, atoms, List.of(), role, gazetteer, null, null, from);
    }

    private Feature(
            String specification,
            List<? extends Atom> atoms,
            List<? extends SegmentAtom> segmentAtoms,
            Role role,
            @Nullable Gazetteer gazetteer,
            @Nullable NamedTable table,
            @Nullable IntFunction<Feature> each,
            int from) {
        this.specification = specification;
        this.atoms = List.copyOf(atoms);
        this.segmentAtoms = List.copyOf(segmentAtoms);
        this.role = role;
        this.gazetteer = gazetteer;
        this.table = table;
        this.each = each;
        this.from = from;
    }

    /** As {@link #windowSuffix}, where a single number would be a column. */
    private static String windowBesideColumns(String before, int from, int to) {
        return from == 0 && to == 0 ? "" : before + from + ".." + to;
    }

    private static Feature plain(String specification, List<? extends Atom> atoms) {
        return new Feature(specification, atoms, Role.PLAIN, null, 0);
    }

    private static Feature segment(String specification, SegmentAtom atom) {
        return new Feature(specification, List.of(), List.of(atom), Role.PLAIN, null, null, null, 0);
    }

    private static Feature window(String name, int from, int to, IntFunction<Atom> atom) {
        checkWindow(name, from, to);
        List<Atom> atoms = new ArrayList<>();
        for (int offset = from; offset <= to; offset++) {
            atoms.add(atom.apply(offset));
        }
        return plain(name + windowSuffix("(", from, to, ")"), atoms);
    }

    private static void checkWindow(String name, int from, int to) {
        if (from > to || from < -FARTHEST || to > FARTHEST) {
            throw new IllegalArgumentException(
                    name + ": the window " + from + ".." + to + " is not possible; expected offsets"
                            + " in ascending order between -" + FARTHEST + " and " + FARTHEST);
        }
    }

    /** Nothing for the token alone; {@code -1..1} in brackets otherwise. */
    private static String windowSuffix(String open, int from, int to, String close) {
        return from == 0 && to == 0 ? "" : open + (from == to ? "" + from : from + ".." + to) + close;
    }

    /** {@code bias}: an attribute that every position has. */
    public static Feature bias() {
        return plain("bias", List.of(new Atom.Bias()));
    }

    /** {@code w[-1]=Flour}: the words around. */
    public static Feature words(int from, int to) {
        return window("words", from, to, offset -> Atom.Single.of(Value.of(Value.Kind.WORD), offset));
    }

    /** {@code low[-1]=flour}: the words around in lower case. */
    public static Feature lower(int from, int to) {
        return window("lower", from, to, offset -> Atom.Single.of(Value.of(Value.Kind.LOWER), offset));
    }

    /** {@code shape[-1]=Xxxxx}: the outline of the words around, runs cut to four. */
    public static Feature shape(int from, int to) {
        return window("shape", from, to, offset -> Atom.Single.of(Value.of(Value.Kind.SHAPE), offset));
    }

    /** {@code short[-1]=Xx}: the outline of the words around, runs made one. */
    public static Feature shortShape(int from, int to) {
        return window("short-shape", from, to, offset -> Atom.Single.of(Value.of(Value.Kind.SHORT_SHAPE), offset));
    }

    /** {@code len=5}: the number of characters, {@code 10+} from ten on. */
    public static Feature length(int from, int to) {
        return window("length", from, to, offset -> Atom.Single.of(Value.of(Value.Kind.LENGTH), offset));
    }

    /** {@code script=han}: the script of the first character, or {@code digit}, {@code punct}, {@code space}. */
    public static Feature script(int from, int to) {
        return window("script", from, to, offset -> Atom.Single.of(Value.of(Value.Kind.SCRIPT), offset));
    }

    /** {@code number=0.0}, {@code has-digit}, {@code all-digits}. */
    public static Feature digits(int from, int to) {
        return window("digits", from, to, offset -> new Atom.Digits(offset, AttributeName.at(offset)));
    }

    /** {@code all-punct}, or {@code has-punct}, {@code punct-first=(}, {@code punct-last=,}. */
    public static Feature punctuation(int from, int to) {
        return window("punctuation", from, to, offset -> new Atom.Punctuation(offset, AttributeName.at(offset)));
    }

    /** {@code init-cap}, {@code all-caps}, {@code initial}, {@code mixed-case}, {@code all-lower}. */
    public static Feature capitals(int from, int to) {
        return window("capitals", from, to, offset -> new Atom.Capitals(offset, AttributeName.at(offset)));
    }

    /** {@code begin}, {@code end[1]}: which token in the window is the first or last of the sequence. */
    public static Feature edges(int from, int to) {
        return window("edges", from, to, Atom.Edge::new);
    }

    /**
     * {@code pre3=flo}: the first {@code shortest} to {@code longest} characters of the lower-cased words in the
     * window.
     */
    public static Feature prefixes(int shortest, int longest, int from, int to) {
        return affixes("prefixes", Value.Kind.PREFIX, shortest, longest, from, to);
    }

    /**
     * {@code suf3=our}: the last {@code shortest} to {@code longest} characters of the lower-cased words in the window.
     */
    public static Feature suffixes(int shortest, int longest, int from, int to) {
        return affixes("suffixes", Value.Kind.SUFFIX, shortest, longest, from, to);
    }

    private static Feature affixes(String name, Value.Kind kind, int shortest, int longest, int from, int to) {
        String specification = lengths(name, shortest, longest) + windowSuffix(",", from, to, "") + ")";
        checkWindow(name, from, to);
        List<Atom> atoms = new ArrayList<>();
        for (int offset = from; offset <= to; offset++) {
            for (int length = shortest; length <= longest; length++) {
                atoms.add(Atom.Single.of(new Value(kind, length), offset));
            }
        }
        return plain(specification, atoms);
    }

    /**
     * {@code ng3=lou}: every run of {@code shortest} to {@code longest} characters inside the lower-cased words in the
     * window.
     */
    public static Feature ngrams(int shortest, int longest, int from, int to) {
        String specification = lengths("ngrams", shortest, longest) + windowSuffix(",", from, to, "") + ")";
        checkWindow("ngrams", from, to);
        List<Atom> atoms = new ArrayList<>();
        for (int offset = from; offset <= to; offset++) {
            for (int length = shortest; length <= longest; length++) {
                atoms.add(new Atom.Ngrams(length, offset, "ng" + length + AttributeName.at(offset) + "="));
            }
        }
        return plain(specification, atoms);
    }

    private static String lengths(String name, int shortest, int longest) {
        if (shortest < 1 || longest < shortest || longest > FARTHEST) {
            throw new IllegalArgumentException(name + ": the lengths " + shortest + ".." + longest
                    + " are not possible; expected lengths in ascending order between 1 and " + FARTHEST);
        }
        return name + "(" + (shortest == longest ? "" + shortest : shortest + ".." + longest);
    }

    /** {@code pos=3/10}: in which of so many equal parts of the sequence the token lies, counted from 0. */
    public static Feature position(int parts) {
        if (parts < 2 || parts > FARTHEST) {
            throw new IllegalArgumentException(
                    "position: " + parts + " parts; expected a number between 2 and " + FARTHEST);
        }
        return plain("position(" + parts + ")", List.of(new Atom.RelativePosition(parts)));
    }

    /**
     * {@code low[-1]|low=in|the}: the conjunctions of the same value of each two neighbours in the window.
     *
     * @param value {@code word}, {@code lower}, {@code shape}, {@code short-shape}, {@code length}, {@code script},
     *     {@code prefixN}, {@code suffixN} or {@code columnN}; {@code column} stands for every column that {@link #allColumns} finds
     */
    public static Feature pairs(String value, int from, int to) {
        checkWindow("pairs", from, to);
        if (from == to) {
            throw new IllegalArgumentException("pairs: a window of one token has no pairs; expected one such as -1..1");
        }
        Value of = Value.parseOpen(value);
        boolean usual = from == -1 && to == 1;
        String specification = "pairs(" + value + (usual ? "" : "," + from + ".." + to) + ")";
        if (of.isOpen()) {
            return open(specification, Role.ALL_COLUMNS, column -> pairs(value + column, from, to));
        }
        List<Atom> atoms = new ArrayList<>();
        for (int offset = from; offset < to; offset++) {
            List<Atom.Part> parts = List.of(new Atom.Part(of, offset), new Atom.Part(of, offset + 1));
            atoms.add(Atom.Conjunction.of(parts, false));
        }
        return plain(specification, atoms);
    }

    /**
     * {@code low[-1]|shape=in|Xxxxx}: the conjunction of any values.
     *
     * @param values values as in {@link #pairs}, each with its offset in brackets unless it is 0: {@code lower[-1]}
     */
    public static Feature join(String... values) {
        if (values.length < 2) {
            throw new IllegalArgumentException("join: " + values.length + " values; expected at least two");
        }
        return conjunction("join", Arrays.stream(values).map(Atom.Part::parse).toList(), false);
    }

    /**
     * {@code step:low=the}: the conjunction of the values as an attribute of the step into the token, so that a pair of
     * labels has a weight of its own for it.
     *
     * @param values as in {@link #join}; one is enough
     */
    public static Feature transitions(String... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("transitions: no value; expected at least one");
        }
        return conjunction(
                "transitions", Arrays.stream(values).map(Atom.Part::parse).toList(), true);
    }

    /** Every part that stands for a column yet to be found gets the same one. */
    private static Feature conjunction(String name, List<Atom.Part> parts, boolean transition) {
        String specification =
                parts.stream().map(Atom.Part::specification).collect(Collectors.joining(",", name + "(", ")"));
        if (parts.stream().anyMatch(part -> part.value().isOpen())) {
            return open(specification, Role.ALL_COLUMNS, column -> {
                List<Atom.Part> settled =
                        parts.stream().map(part -> part.of(column)).toList();
                return conjunction(name, settled, transition);
            });
        }
        return plain(specification, List.of(Atom.Conjunction.of(parts, transition)));
    }

    /** {@code c1=NN}: what stands in a column. */
    public static Feature column(int column, int from, int to) {
        checkColumn(column);
        checkWindow("column", from, to);
        List<Atom> atoms = new ArrayList<>();
        for (int offset = from; offset <= to; offset++) {
            atoms.add(Atom.Single.of(new Value(Value.Kind.COLUMN, column), offset));
        }
        return plain("column(" + column + windowBesideColumns(",", from, to) + ")", atoms);
    }

    /**
     * {@code c1=NN}: every column that is neither the word's nor the label's nor made of numbers; which ones these are
     * is found in the training data by {@link FeatureSet#fit}. There may be none.
     */
    public static Feature allColumns(int from, int to) {
        return open("columns", Role.ALL_COLUMNS, from, to, column -> column(column, from, to));
    }

    /** {@code n2} with the value 3.5: the number in a column; {@code n2=missing} where it is empty, NA, NaN, ? or _. */
    public static Feature numeric(int column, int from, int to) {
        checkColumn(column);
        checkWindow("numeric", from, to);
        List<Atom> atoms = new ArrayList<>();
        for (int offset = from; offset <= to; offset++) {
            atoms.add(new Atom.Numeric(column, offset, "n" + column + AttributeName.at(offset)));
        }
        return plain("numeric(" + column + windowBesideColumns(",", from, to) + ")", atoms);
    }

    /**
     * Every column of numbers that is neither the word's nor the label's, found in the training data by {@link
     * FeatureSet#fit}.
     */
    public static Feature allNumeric(int from, int to) {
        return open("numeric", Role.ALL_NUMBERS, from, to, column -> numeric(column, from, to));
    }

    private static Feature open(String name, Role role, int from, int to, IntFunction<Feature> each) {
        checkWindow(name, from, to);
        String window = windowBesideColumns("(", from, to);
        return open(window.isEmpty() ? name : name + window + ")", role, each);
    }

    private static Feature open(String specification, Role role, IntFunction<Feature> each) {
        return new Feature(specification, List.of(), List.of(), role, null, null, each, 0);
    }

    /**
     * {@code gaz=B-units}, {@code gaz=I-units}: the token begins or continues an entry of a list of phrases.
     *
     * <p>Case does not matter. The words of an entry are separated by blanks and must be tokens of the data. Of the
     * entries that cover a token the longest counts, of equally long ones the one that begins first.
     */
    public static Feature gazetteer(String name, List<String> entries, int from, int to) {
        checkName("gazetteer", name);
        checkWindow("gazetteer", from, to);
        Gazetteer gazetteer = Gazetteer.of(name, entries);
        List<Atom> atoms = new ArrayList<>();
        for (int offset = from; offset <= to; offset++) {
            atoms.add(new Atom.Listed(gazetteer, offset, "gaz" + AttributeName.at(offset) + "="));
        }
        String specification = "gazetteer(" + name + windowSuffix(",", from, to, "") + ")";
        return new Feature(specification, atoms, Role.PLAIN, gazetteer, 0);
    }

    /**
     * {@code brown/4=0110}, {@code brown/6[-1]=011010}, {@code brown=01101011}: the classes of the words around.
     *
     * <p>Where classes are paths in a tree, as Brown clusters are, the first bits of a path are a larger class. A word that has no class gives
     * nothing; see {@link WordClasses} for how it is looked up.
     *
     * @param name letters, digits, _ . and -; begins the attributes
     * @param lengths how many bits of a path, ascending; none for the whole path or class
     */
    public static Feature clusters(String name, WordClasses classes, List<Integer> lengths, int from, int to) {
        checkName("clusters", name);
        checkWindow("clusters", from, to);
        Clusters.check(classes, lengths);
        List<Atom> atoms = new ArrayList<>();
        for (int offset = from; offset <= to; offset++) {
            atoms.addAll(Clusters.atoms(name, classes, lengths, offset));
        }
        String bits = lengths.stream().map(length -> "," + length).collect(Collectors.joining());
        String specification = "clusters(" + name + bits + windowBesideColumns(",", from, to) + ")";
        return new Feature(specification, atoms, List.of(), Role.PLAIN, null, new NamedTable(name, classes), null, 0);
    }

    /**
     * {@code glove/17}, {@code glove/17[-1]}: the numbers of the vectors of the words around, as values; {@code glove=unknown} for a word
     * without a vector.
     *
     * @param name letters, digits, _ . and -; begins the attributes
     */
    public static Feature embedding(String name, WordVectors vectors, int from, int to) {
        checkName("embedding", name);
        checkWindow("embedding", from, to);
        List<Atom> atoms = new ArrayList<>();
        for (int offset = from; offset <= to; offset++) {
            atoms.add(Atom.Embedded.of(name, vectors, offset));
        }
        String specification = "embedding(" + name + windowBesideColumns(",", from, to) + ")";
        return new Feature(specification, atoms, List.of(), Role.PLAIN, null, new NamedTable(name, vectors), null, 0);
    }

    private static void checkName(String item, String name) {
        if (!name.matches("[A-Za-z0-9_.-]+")) {
            throw new IllegalArgumentException(item + " '" + name + "': expected a name of letters, digits, _ . and -");
        }
    }

    /** {@code seg-len=2}: the number of tokens of the segment, {@code 10+} from ten on. */
    public static Feature segmentLength() {
        return segment("segment-length", new SegmentAtom.Length());
    }

    /**
     * {@code seg:low=plain flour}: a value of every token of the segment, in one attribute.
     *
     * @param value as in {@link #pairs}; {@code lower} is the text in lower case, {@code column1} the series of what column 1 holds
     */
    public static Feature segmentText(String value) {
        return segment("segment-text" + valueSuffix(value), SegmentAtom.Whole.of(Value.parse(value)));
    }

    /** {@code seg:short=x Xx}: the outlines of the words of the segment, runs made one. */
    public static Feature segmentShape() {
        return segment("segment-shape", SegmentAtom.Whole.of(Value.of(Value.Kind.SHORT_SHAPE)));
    }

    /** {@code seg-first:low=plain}: a value, as in {@link #pairs}, of the first token of the segment. */
    public static Feature segmentFirst(String value) {
        return side(SegmentAtom.Side.FIRST, value);
    }

    /** {@code seg-last:low=flour}: a value of the last token of the segment. */
    public static Feature segmentLast(String value) {
        return side(SegmentAtom.Side.LAST, value);
    }

    /** {@code seg-before:low=of}: a value of the token before the segment; {@code _B-1} where there is none. */
    public static Feature segmentBefore(String value) {
        return side(SegmentAtom.Side.BEFORE, value);
    }

    /** {@code seg-after:low=and}: a value of the token after the segment; {@code _B+1} where there is none. */
    public static Feature segmentAfter(String value) {
        return side(SegmentAtom.Side.AFTER, value);
    }

    private static Feature side(SegmentAtom.Side side, String value) {
        return segment("segment-" + side.label() + valueSuffix(value), SegmentAtom.One.of(side, Value.parse(value)));
    }

    /** Nothing for the usual value. */
    private static String valueSuffix(String value) {
        return value.equals("lower") ? "" : "(" + value + ")";
    }

    /** {@code seg-caps=1}, {@code seg-digits=2}, {@code seg-punct=1}: how many tokens are so; {@code seg-caps=all} too when all are. */
    public static Feature segmentCounts() {
        return segment("segment-counts", new SegmentAtom.Counts());
    }

    /** {@code seg-gaz=units}: the whole segment is an entry of a list of phrases, see {@link #gazetteer}. */
    public static Feature segmentGazetteer(String name, List<String> entries) {
        checkName("gazetteer", name);
        Gazetteer gazetteer = Gazetteer.of(name, entries);
        return new Feature(
                "segment-gazetteer(" + name + ")",
                List.of(),
                List.of(SegmentAtom.Listed.of(gazetteer)),
                Role.PLAIN,
                gazetteer,
                null,
                null,
                0);
    }

    /** {@code seg-sum2} with the sum of the numbers in a column as its value; missing ones are passed over. */
    public static Feature segmentSum(int column) {
        checkColumn(column);
        return segment("segment-sum(" + column + ")", SegmentAtom.Numbers.of(column, false));
    }

    /** {@code seg-mean2} with the mean of the numbers in a column as its value; missing ones are passed over. */
    public static Feature segmentMean(int column) {
        checkColumn(column);
        return segment("segment-mean(" + column + ")", SegmentAtom.Numbers.of(column, true));
    }

    /** Not observed itself: says which column holds the words, 0 otherwise. */
    public static Feature wordColumn(int column) {
        checkColumn(column);
        return new Feature("word-column(" + column + ")", List.of(), Role.WORD_COLUMN, null, column);
    }

    private static void checkColumn(int column) {
        if (column < 0) {
            throw new IllegalArgumentException("column " + column + "; expected a number from 0 on");
        }
    }

    List<Atom> atoms() {
        return atoms;
    }

    List<SegmentAtom> segmentAtoms() {
        return segmentAtoms;
    }

    Role role() {
        return role;
    }

    @Nullable
    Gazetteer gazetteer() {
        return gazetteer;
    }

    @Nullable
    NamedTable table() {
        return table;
    }

    /** The column of an item that names the words' column. */
    int from() {
        return from;
    }

    /** Whether the columns that the item stands for are yet to be found in the training data. */
    boolean isOpen() {
        return each != null;
    }

    /** What an open item asks of one of its columns. */
    Feature of(int column) {
        return Objects.requireNonNull(each, specification).apply(column);
    }

    /** The item as a feature specification has it. */
    @Override
    public String toString() {
        return specification;
    }
}
