package org.espalier.feature.template;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Patterns in Wapiti's language: what CRF++'s templates can say, and more.
 *
 * <p>Every pattern is one attribute (Wapiti says observation) per position, {@code u…} of the position, {@code b…} of the step
 * into it, {@code *…} of both. In it
 * <ul>
 *   <li>{@code %x[row,column]} stands for a column of the token that is {@code row} positions further on,
 *   <li>{@code %t[row,column,"expression"]} for {@code true} or {@code false}: whether the expression matches that column,
 *   <li>{@code %m[row,column,"expression"]} for what it matches, nothing if it does not; see {@code WapitiExpression},
 *   <li>{@code @1}, {@code @2}, … as a row for the first, second, … token and {@code @-1}, … for the last, …,
 *   <li>{@code *c} as a row for as many positions further on as column c of the current token says,
 *   <li>{@code %X %T %M} for the same in small letters (of ASCII).
 * </ul>
 * Outside the sequence a column is {@code _x-1} … {@code _x-4} and {@code _x-#} further away, or {@code _x+1} … {@code _x+4},
 * {@code _x+#}. Without any pattern every column is an attribute itself, and its first letter {@code u}, {@code b} or {@code *}
 * says of what.
 *
 * <p>Wapiti knows bytes only, so columns are taken as bytes in the encoding that the patterns were given.
 */
public final class WapitiPatterns implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "wapiti";

    private static final String HEADER = "wapiti ";

    private final String source;
    private final List<WapitiPattern> patterns;
    private final Charset charset;
    private final boolean singleTokens;
    private final int shared; // its number, or −1

    private WapitiPatterns(String source, List<WapitiPattern> patterns, Charset charset, boolean singleTokens) {
        this(source, patterns, charset, singleTokens, singleTokens ? -1 : sharedAmong(patterns));
    }

    /** With the number of the shared pattern; single tokens have no steps. */
    private WapitiPatterns(
            String source, List<WapitiPattern> patterns, Charset charset, boolean singleTokens, int shared) {
        this.source = source;
        this.patterns = patterns;
        this.charset = charset;
        this.singleTokens = singleTokens;
        this.shared = shared;
    }

    /** An observation that several patterns give counts once for each, which shared transitions cannot say. */
    private static int sharedAmong(List<WapitiPattern> patterns) {
        for (int k = 0; k < patterns.size(); k++) {
            WapitiPattern pattern = patterns.get(k);
            if (pattern.ofSteps() && pattern.isConstant()) {
                long giving = patterns.stream()
                        .filter(other -> other.ofSteps() && other.canBe(pattern))
                        .count();
                return giving == 1 ? k : -1;
            }
        }
        return -1;
    }

    /**
     * Compiles a file of patterns: a pattern per line, {@code #} begins a comment anywhere, blanks at the end do not count.
     *
     * @param sourceName the file's name, for error messages
     * @param charset the encoding of patterns and columns
     * @throws DataFormatException when a line is wrong, with its number and column
     */
    public static WapitiPatterns parse(String text, String sourceName, Charset charset) {
        List<WapitiPattern> patterns = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            int end = line.indexOf('#') < 0 ? line.length() : line.indexOf('#');
            while (end > 0 && isBlank(line.charAt(end - 1))) {
                end--;
            }
            if (end > 0) {
                String pattern = line.substring(0, end);
                char kind = pattern.charAt(0);
                String small = kind == 'U' ? "u" : kind == 'B' ? "b" : String.valueOf(kind);
                patterns.add(
                        WapitiPattern.compile(small + pattern.substring(1), new Location(sourceName, number), charset));
            }
        }
        return new WapitiPatterns(sourceName, List.copyOf(patterns), charset, false);
    }

    /** What C's {@code isspace} takes for a blank: Wapiti splits lines at these. */
    public static boolean isBlank(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    /**
     * Compiles the patterns of a model, each as it stands.
     *
     * @param patterns none when every column is an attribute
     * @param singleTokens whether each token is a sequence of its own and every attribute one of positions (Wapiti's
     *     {@code --me})
     * @throws DataFormatException when a pattern is wrong; its number takes the place of the line
     */
    public static WapitiPatterns of(List<String> patterns, Charset charset, boolean singleTokens, String sourceName) {
        List<WapitiPattern> compiled = new ArrayList<>();
        for (String pattern : patterns) {
            compiled.add(WapitiPattern.compile(pattern, new Location(sourceName, compiled.size() + 1), charset));
        }
        return new WapitiPatterns(sourceName, List.copyOf(compiled), charset, singleTokens);
    }

    /** The patterns that {@link #definition} described. */
    public static WapitiPatterns parseDefinition(String text) {
        String[] lines = text.split("\n", -1);
        String[] header = lines[0].split(" ", -1);
        if (!lines[0].startsWith(HEADER) || header.length != 3) {
            throw new IllegalArgumentException("the definition of the Wapiti patterns is damaged: '" + lines[0] + "'");
        }
        Charset charset;
        try {
            charset = Charset.forName(header[1]);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new IllegalArgumentException("the Wapiti patterns have the unknown encoding '" + header[1] + "'", e);
        }
        return of(List.of(lines).subList(1, lines.length), charset, header[2].equals("tokens"), "the model's patterns");
    }

    @Override
    public FeatureDefinition definition() {
        StringBuilder text =
                new StringBuilder(HEADER).append(charset.name()).append(singleTokens ? " tokens" : " sequences");
        patterns.forEach(pattern -> text.append('\n').append(pattern.source()));
        return new FeatureDefinition(KIND, text.toString(), Map.of());
    }

    /** The patterns, without comments, as a model file has them; none when every column is an attribute. */
    public List<String> patterns() {
        return patterns.stream().map(WapitiPattern::source).toList();
    }

    List<WapitiPattern> compiled() {
        return patterns;
    }

    /** The encoding in which columns are taken as bytes. */
    public Charset charset() {
        return charset;
    }

    /** Whether each token is a sequence of its own, and every attribute one of positions. */
    public boolean singleTokens() {
        return singleTokens;
    }

    /**
     * The pattern without commands whose transitions all steps share; null when there is none. Of several such patterns
     * it is the first, the others are attributes that every step has. A pattern that stands twice, or that another one
     * can expand to, counts once for each: its transitions are not shared then, but an attribute that steps have more than
     * once.
     */
    public @Nullable String sharedPattern() {
        return shared < 0 ? null : patterns.get(shared).source();
    }

    /**
     * The names that every step has whatever the data are, in the order of the patterns and as often as it has them, the
     * shared pattern left out; without those that some steps may have more often.
     */
    public List<String> constantSteps() {
        if (singleTokens) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (int k = 0; k < patterns.size(); k++) {
            WapitiPattern pattern = patterns.get(k);
            if (k != shared
                    && pattern.ofSteps()
                    && pattern.isConstant()
                    && patterns.stream()
                            .noneMatch(other -> other.ofSteps() && !other.isConstant() && other.canBe(pattern))) {
                names.add(pattern.source());
            }
        }
        return List.copyOf(names);
    }

    /** How many patterns say something of steps. */
    public int stepPatterns() {
        return (int) patterns.stream().filter(WapitiPattern::ofSteps).count();
    }

    /** The same patterns, with the shared one as an attribute that every step has. */
    public WapitiPatterns withoutSharing() {
        return new WapitiPatterns(source, patterns, charset, singleTokens, -1);
    }

    /** The number of {@link #sharedPattern}, or −1. */
    int sharedNumber() {
        return shared;
    }

    @Override
    public boolean sharedTransitions() {
        return shared >= 0;
    }

    /** The same patterns in another way: only what they say of positions, as a maximum-entropy model sees them. */
    public AttributeExtractor ofPositionsOnly() {
        return new PositionsOnly(this);
    }

    private record PositionsOnly(WapitiPatterns patterns) implements AttributeExtractor {

        @Override
        public void extract(Sequence sequence, int position, AttributeSink sink) {
            observe(sequence).extract(position, sink);
        }

        @Override
        public Observation observe(Sequence sequence) {
            return observer().observe(sequence);
        }

        @Override
        public Observer observer() {
            WapitiExpansion expansion = new WapitiExpansion(patterns);
            return sequence -> {
                expansion.over(sequence);
                return (position, sink) -> expansion.extract(position, statesOf(sink));
            };
        }

        private static AttributeSink statesOf(AttributeSink sink) {
            return new AttributeSink() {
                @Override
                public void state(CharSequence name, double value) {
                    sink.state(name, value);
                }

                @Override
                public void transition(CharSequence name, double value) {}
            };
        }

        @Override
        public SortedSet<Integer> columns() {
            return patterns.columns();
        }

        @Override
        public boolean sharedTransitions() {
            return false;
        }

        @Override
        public FeatureDefinition definition() {
            return patterns.definition();
        }
    }

    @Override
    public SortedSet<Integer> columns() {
        SortedSet<Integer> columns = new TreeSet<>();
        for (WapitiPattern pattern : patterns) {
            for (WapitiPattern.Item item : pattern.items()) {
                item.columns().forEach(columns::add);
            }
        }
        return Collections.unmodifiableSortedSet(columns);
    }

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        observe(sequence).extract(position, sink);
    }

    @Override
    public Observation observe(Sequence sequence) {
        return new WapitiExpansion(this).over(sequence);
    }

    @Override
    public Observer observer() {
        return new WapitiExpansion(this)::over;
    }

    /**
     * Tells all attributes of all positions in the order in which Wapiti numbers them: with those of the step into the first
     * position, which have no effect, and with those that are shared transitions here.
     *
     * @param names gets an object that changes after the call
     */
    public void observations(Sequence sequence, Consumer<? super CharSequence> names) {
        new WapitiExpansion(this).over(sequence).observations(names);
    }

    DataFormatException missingColumn(Sequence sequence, int position, int column, WapitiPattern pattern) {
        int found = sequence.tokens().get(position).columns().size();
        return new DataFormatException(
                sequence.location(),
                "token " + (position + 1) + " of the sequence that begins here has " + found
                        + (found == 1 ? " column" : " columns") + ", but the pattern " + pattern.source() + " ("
                        + source
                        + ") reads column " + column
                        + ", counted from 0; correct the pattern or give the data that column");
    }

    /** One pattern per line. */
    @Override
    public String toString() {
        return String.join("\n", patterns());
    }
}
