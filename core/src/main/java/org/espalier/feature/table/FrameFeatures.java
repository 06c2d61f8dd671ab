package org.espalier.feature.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.data.RealValues;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeName;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Frames of a signal: every column is a real value. Standardised values, slopes (deltas), those of the frames around, and terms of second
 * degree, as {@link FrameOptions} say.
 *
 * <p>With z = (x − mean) / deviation of a column {@code a}, and Δ as in the speech field (see docs/frames.md), the attributes of frame t
 * are {@code a}: z<sub>t</sub>, {@code a[-1]}: z<sub>t−1</sub>, {@code delta(a)}: Δ<sub>t</sub>, {@code delta2(a)}: ΔΔ<sub>t</sub>,
 * {@code a^2}: z<sub>t</sub>², {@code a*b}: the product with column {@code b}, and {@code a=?}: 1 where the value is missing, which then
 * counts as the mean. Slopes are standardised by their own figures. Outside the sequence its first and its last frame stand again.
 *
 * <p>{@link #fit} learns means and deviations from the training data, frame by frame in their order; the definition keeps them. Columns are
 * found by their names, or by their numbers where they have none. A frame costs O(columns · (2 · window + 1)), with products
 * O(columns²) more.
 */
public final class FrameFeatures implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "frames";

    private static final String BIAS = "bias";
    private static final String[] SLOPES = {"", "delta", "delta2"};

    private final FrameOptions options;
    private final @Nullable List<Column> columns; // null before fit
    private final Names names;
    private final Standardisation[] scaling; // [orders · columns]
    private final ColumnPlaces places;

    private FrameFeatures(FrameOptions options, @Nullable List<Column> columns) {
        this.options = options;
        this.columns = columns == null ? null : List.copyOf(columns);
        List<Column> known = columns == null ? List.of() : columns;
        this.names = Names.of(known.stream().map(Column::name).toList(), options);
        this.scaling = scaling(known, options);
        this.places = new ColumnPlaces(known.stream().map(Column::name).toList(), c -> false);
    }

    /**
     * What is known of a column.
     *
     * @param name as in the header; its number where columns have no names
     * @param streams what standardises its values, their slopes, and the slopes of these, as far as they are asked for
     */
    public record Column(String name, List<Standardisation> streams) {
        public Column {
            streams = List.copyOf(streams);
        }
    }

    /** Features of all columns, to be fitted. */
    public static FrameFeatures of(FrameOptions options) {
        return new FrameFeatures(options, null);
    }

    /**
     * Reads a specification such as {@code frames(window=2,delta=2)}, see {@link FrameOptions#parse}.
     *
     * @throws IllegalArgumentException when it is wrong
     */
    public static FrameFeatures parse(String specification) {
        return of(FrameOptions.parse(specification));
    }

    public FrameOptions options() {
        return options;
    }

    /** What is known of the columns, in the order of the training data. */
    public List<Column> settled() {
        if (columns == null) {
            throw new IllegalStateException(
                    "means and deviations must first be learnt from the training data; call fit");
        }
        return columns;
    }

    private static Standardisation[] scaling(List<Column> columns, FrameOptions options) {
        Standardisation[] all = new Standardisation[columns.size() * FrameStreams.orders(options)];
        for (int s = 0; s < all.length; s++) {
            all[s] = columns.get(s % columns.size()).streams().get(s / columns.size());
        }
        return all;
    }

    /** The names of all attributes, spelt once. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Names(String[][] values, String[][] missing, String[] squares, String[][] products) {

        static Names of(List<String> columns, FrameOptions options) {
            int streams = columns.size() * FrameStreams.orders(options);
            int span = 2 * options.window() + 1;
            String[] plain = new String[streams];
            for (int s = 0; s < streams; s++) {
                String column = columns.get(s % columns.size());
                int order = s / columns.size();
                plain[s] = order == 0 ? column : SLOPES[order] + "(" + column + ")";
            }
            String[][] values = new String[span][streams];
            String[][] missing = new String[span][columns.size()];
            for (int k = 0; k < span; k++) {
                String at = AttributeName.at(k - options.window());
                for (int s = 0; s < streams; s++) {
                    values[k][s] = plain[s] + at;
                }
                for (int c = 0; c < columns.size(); c++) {
                    missing[k][c] = columns.get(c) + at + "=?";
                }
            }
            boolean quadratic = options.quadratic() != FrameOptions.Quadratic.NONE;
            String[] squares = new String[quadratic ? streams : 0];
            boolean mixed = options.quadratic() == FrameOptions.Quadratic.PRODUCTS;
            String[][] products = new String[mixed ? streams : 0][];
            for (int s = 0; s < squares.length; s++) {
                squares[s] = plain[s] + "^2";
            }
            for (int s = 0; s < products.length; s++) {
                products[s] = new String[s]; // with every stream before it
                for (int r = 0; r < s; r++) {
                    products[s][r] = plain[r] + "*" + plain[s];
                }
            }
            return new Names(values, missing, squares, products);
        }
    }

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        observe(sequence).extract(position, sink);
    }

    @Override
    public Observation observe(Sequence sequence) {
        settled();
        FrameStreams streams = FrameStreams.of(
                raw(sequence, places, options), Arrays.copyOf(scaling, settled().size()), options);
        if (options.standardised()) {
            streams.standardiseSlopes(scaling);
        }
        return (position, sink) -> extract(streams, position, sink);
    }

    private void extract(FrameStreams streams, int frame, AttributeSink sink) {
        if (options.bias()) {
            sink.state(BIAS, 1);
        }
        for (int k = 0; k < names.values.length; k++) {
            int at = frame + k - options.window();
            for (int s = 0; s < scaling.length; s++) {
                report(names.values[k][s], streams.value(at, s), sink);
            }
            for (int c = 0; c < names.missing[k].length; c++) {
                if (streams.isMissing(at, c)) {
                    sink.state(names.missing[k][c], 1);
                }
            }
        }
        for (int s = 0; s < names.squares.length; s++) {
            double value = streams.value(frame, s);
            report(names.squares[s], value * value, sink);
        }
        for (int s = 0; s < names.products.length; s++) {
            double value = streams.value(frame, s);
            for (int r = 0; r < s; r++) {
                report(names.products[s][r], streams.value(frame, r) * value, sink);
            }
        }
    }

    private static void report(String name, double value, AttributeSink sink) {
        if (value != 0) {
            sink.state(name, value);
        }
    }

    /** The values [T][columns], NaN where one is missing. */
    private static double[] raw(Sequence sequence, ColumnPlaces places, FrameOptions options) {
        double[] raw = {};
        List<String> numbers = List.of();
        for (int t = 0; t < sequence.length(); t++) {
            Token token = sequence.tokens().get(t);
            numbers = numbers(token, numbers);
            List<String> names = token.names().isEmpty() ? numbers : token.names();
            int[] at = places.in(names, sequence);
            raw = t == 0 ? new double[sequence.length() * at.length] : raw;
            for (int c = 0; c < at.length; c++) {
                String text = token.columns().get(at[c]).strip();
                if (!RealValues.isMissing(text) && !RealValues.isNumber(text)) {
                    throw new DataFormatException(
                            sequence.location(),
                            "frame " + (t + 1) + " of the sequence that begins here: column '" + names.get(at[c])
                                    + "' is '" + text
                                    + "'; expected a finite number, or nothing where it is missing, as the features 'frames' look"
                                    + " at every column");
                }
                raw[t * at.length + c] = RealValues.isMissing(text) ? Double.NaN : Double.parseDouble(text);
            }
        }
        if (options.perSequence()) {
            standardise(raw, raw.length / Math.max(1, sequence.length()));
        }
        return raw;
    }

    /** Standardises the values [T][columns] by their own figures; those that are missing stay so. */
    private static void standardise(double[] raw, int width) {
        Standardisation[] own = standardisations(moments(raw, width, moments(width)));
        for (int i = 0; i < raw.length; i++) {
            raw[i] = own[i % width].apply(raw[i]);
        }
    }

    private static Standardisation.Moments[] moments(double[] raw, int width, Standardisation.Moments[] moments) {
        for (int i = 0; i < raw.length; i++) {
            if (!Double.isNaN(raw[i])) {
                moments[i % width].add(raw[i]);
            }
        }
        return moments;
    }

    /** The names of columns without names: their numbers, in the list before when it will do. */
    private static List<String> numbers(Token token, List<String> before) {
        int count = token.columns().size();
        if (before.size() == count) {
            return before;
        }
        List<String> numbers = new ArrayList<>(count);
        for (int c = 0; c < count; c++) {
            numbers.add(String.valueOf(c));
        }
        return List.copyOf(numbers);
    }

    /** Learns mean and deviation of every column; its columns are those of the first frame, which all must have. */
    @Override
    public FrameFeatures fit(Iterable<Sequence> data) {
        if (columns != null) {
            return this;
        }
        List<String> found = List.of();
        @Nullable Sequence first = null;
        ColumnPlaces known = new ColumnPlaces(List.of(), c -> false);
        List<double[]> all = new ArrayList<>();
        List<String> numbers = List.of();
        for (Sequence sequence : data) {
            for (Token token : sequence.tokens()) {
                numbers = numbers(token, numbers);
                List<String> here = token.names().isEmpty() ? numbers : token.names();
                if (first == null) {
                    first = sequence;
                    found = here;
                    known = new ColumnPlaces(found, c -> false);
                }
                requireSame(found, here, first, sequence);
            }
            all.add(raw(sequence, known, options));
        }
        if (options.bias() && found.contains(BIAS)) {
            throw new IllegalArgumentException("the column '" + BIAS
                    + "' has the name of the attribute that every frame has; rename it, or say frames(no-bias)");
        }
        return new FrameFeatures(options, learn(found, all));
    }

    private static void requireSame(List<String> expected, List<String> found, Sequence first, Sequence sequence) {
        if (found != expected && !found.equals(expected) && !new HashSet<>(found).equals(new HashSet<>(expected))) {
            throw new DataFormatException(
                    sequence.location(),
                    "the columns are " + found + ", expected " + expected + " as at " + first.location()
                            + "; every frame of the training data needs the same");
        }
    }

    private List<Column> learn(List<String> found, List<double[]> all) {
        int width = found.size();
        Standardisation.Moments[] moments = moments(width);
        all.forEach(raw -> moments(raw, width, moments));
        int orders = FrameStreams.orders(options);
        Standardisation[] values = standardisations(moments);
        Standardisation[] slopes = {};
        if (orders > 1) {
            Standardisation.Moments[] ofSlopes = moments((orders - 1) * width);
            for (double[] raw : all) {
                FrameStreams streams = FrameStreams.of(raw, values, options);
                for (int t = 0; t < streams.frames(); t++) {
                    for (int s = 0; s < ofSlopes.length; s++) {
                        ofSlopes[s].add(streams.value(t, width + s));
                    }
                }
            }
            slopes = standardisations(ofSlopes);
        }
        List<Column> settled = new ArrayList<>();
        for (int c = 0; c < width; c++) {
            List<Standardisation> streams = new ArrayList<>(List.of(values[c]));
            for (int order = 1; order < orders; order++) {
                streams.add(slopes[(order - 1) * width + c]);
            }
            settled.add(new Column(found.get(c), streams));
        }
        return settled;
    }

    private static Standardisation.Moments[] moments(int count) {
        Standardisation.Moments[] moments = new Standardisation.Moments[count];
        Arrays.setAll(moments, s -> new Standardisation.Moments());
        return moments;
    }

    private static Standardisation[] standardisations(Standardisation.Moments[] moments) {
        return Arrays.stream(moments)
                .map(Standardisation.Moments::standardisation)
                .toArray(Standardisation[]::new);
    }

    @Override
    public boolean isFitted() {
        return columns != null;
    }

    /** Always true: frames that follow each other often have the same label. */
    @Override
    public boolean sharedTransitions() {
        return true;
    }

    /** Its text is JSON. */
    @Override
    public FeatureDefinition definition() {
        List<Object> list = new ArrayList<>();
        for (Column column : columns == null ? List.<Column>of() : columns) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("name", column.name());
            map.put(
                    "streams",
                    column.streams().stream()
                            .map(stream -> List.of(stream.mean(), stream.scale()))
                            .toList());
            list.add(map);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("specification", toString());
        map.put("fitted", columns != null);
        map.put("columns", list);
        return new FeatureDefinition(KIND, Json.write(map), Map.of());
    }

    /** The extractor with this text of a definition. */
    public static FrameFeatures parseDefinition(String text) {
        try {
            if (Json.parse(text) instanceof Map<?, ?> map && map.get("columns") instanceof List<?> list) {
                FrameOptions options = FrameOptions.parse(String.valueOf(map.get("specification")));
                List<Column> columns = new ArrayList<>();
                for (Object element : list) {
                    columns.add(column(element, FrameStreams.orders(options)));
                }
                boolean distinct = columns.stream().map(Column::name).distinct().count() == columns.size();
                if (distinct) {
                    return new FrameFeatures(options, Boolean.TRUE.equals(map.get("fitted")) ? columns : null);
                }
            }
        } catch (DataFormatException e) {
            throw damaged(e);
        }
        throw damaged(null);
    }

    private static IllegalArgumentException damaged(@Nullable Throwable cause) {
        return new IllegalArgumentException(
                "the definition of the frames' features is damaged" + (cause == null ? "" : ": " + cause.getMessage()),
                cause);
    }

    private static Column column(@Nullable Object element, int orders) {
        if (element instanceof Map<?, ?> map
                && map.get("name") instanceof String name
                && map.get("streams") instanceof List<?> list
                && list.size() == orders) {
            List<Standardisation> streams = new ArrayList<>();
            for (Object pair : list) {
                if (!(pair instanceof List<?> two)
                        || two.size() != 2
                        || !(two.get(0) instanceof Number mean)
                        || !(two.get(1) instanceof Number scale)) {
                    throw damaged(null);
                }
                streams.add(new Standardisation(mean.doubleValue(), scale.doubleValue()));
            }
            return new Column(name, streams);
        }
        throw damaged(null);
    }

    /** The specification. */
    @Override
    public String toString() {
        return options.toString();
    }
}
