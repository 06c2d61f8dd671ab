package org.espalier.feature.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.data.RealValues;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table by their names, for classification: {@code name} with the number as its value where a column has numbers
 * throughout, {@code name=value} otherwise, and {@code name=?} where a value is missing.
 *
 * <p>{@link #fit} finds the kind of each column, and mean and standard deviation of those with numbers; standardised, a number x is
 * worth (x − mean) / deviation, and a missing one 0. All this is kept in the definition, so that other data are treated alike. Missing is
 * what is empty, {@code NA}, {@code NaN}, {@code ?} or {@code _}. Codes are no numbers, and keep every digit: a column is text as soon
 * as one of its values begins with a zero that does not count ({@code 0110}) or has more than 15 digits, and when all are strings of
 * three or more zeros and ones, equally long.
 */
public final class NamedColumns implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "table";

    private final boolean standardised;
    private final boolean bias;
    private final @Nullable List<Column> columns; // null before fit
    private final ColumnPlaces places;

    private NamedColumns(boolean standardised, boolean bias, @Nullable List<Column> columns) {
        this.standardised = standardised;
        this.bias = bias;
        this.columns = columns == null ? null : List.copyOf(columns);
        List<Column> known = columns == null ? List.of() : columns;
        this.places = new ColumnPlaces(
                known.stream().map(Column::name).toList(), c -> known.get(c).optional());
    }

    /**
     * What is known of a column.
     *
     * @param name as in the header
     * @param numeric whether its values are numbers throughout
     * @param mean what is subtracted from them
     * @param scale what they are then divided by
     * @param optional whether some instances have no such column
     */
    public record Column(String name, boolean numeric, double mean, double scale, boolean optional) {

        double standardise(double number) {
            return new Standardisation(mean, scale).apply(number);
        }
    }

    /** Numbers standardised, with a bias. */
    public static NamedColumns standardised() {
        return new NamedColumns(true, true, null);
    }

    /** Numbers as they are, with a bias. */
    public static NamedColumns raw() {
        return new NamedColumns(false, true, null);
    }

    /** Whether there is one more attribute, {@code bias}, that every instance has. */
    public NamedColumns withBias(boolean value) {
        return new NamedColumns(standardised, value, columns);
    }

    /**
     * Reads a specification: {@code table}, or {@code table(raw,no-bias)}.
     *
     * @throws IllegalArgumentException when it is wrong
     */
    public static NamedColumns parse(String specification) {
        String text = specification.strip();
        NamedColumns parsed = standardised();
        if (text.equals(KIND)) {
            return parsed;
        }
        if (!text.startsWith(KIND + "(") || !text.endsWith(")")) {
            throw problem(specification, "expected table, or table(raw,no-bias)");
        }
        for (String word : text.substring(KIND.length() + 1, text.length() - 1).split(",", -1)) {
            parsed = switch (word.strip()) {
                case "standardise", "standardised" -> new NamedColumns(true, parsed.bias, null);
                case "raw" -> new NamedColumns(false, parsed.bias, null);
                case "bias" -> parsed.withBias(true);
                case "no-bias" -> parsed.withBias(false);
                default ->
                    throw problem(
                            specification,
                            "found '" + word.strip() + "'; expected standardise or raw, and bias or no-bias");
            };
        }
        return parsed;
    }

    private static IllegalArgumentException problem(String specification, String what) {
        return new IllegalArgumentException("features '" + specification + "': " + what);
    }

    /** What is known of the columns, in the order of the training data. */
    public List<Column> settled() {
        if (columns == null) {
            throw new IllegalStateException("the columns must first be found in the training data; call fit");
        }
        return columns;
    }

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        List<Column> known = settled();
        if (bias) {
            sink.state("bias", 1);
        }
        Token token = sequence.tokens().get(position);
        int[] at = places.in(token.names(), sequence);
        StringBuilder name = new StringBuilder();
        for (int c = 0; c < at.length; c++) {
            Column column = known.get(c);
            String text = at[c] < 0 ? "" : token.columns().get(at[c]).strip();
            name.setLength(0);
            name.append(column.name());
            if (RealValues.isMissing(text)) {
                sink.state(name.append("=?"), 1);
            } else if (!column.numeric()) {
                sink.state(name.append('=').append(text), 1);
            } else if (RealValues.isNumber(text)) {
                double number = Double.parseDouble(text);
                double value = standardised ? column.standardise(number) : number;
                if (value != 0) {
                    sink.state(name, value);
                }
            } else {
                throw new DataFormatException(
                        sequence.location(),
                        "column '" + column.name() + "' is '" + text
                                + "'; expected a finite number, as everywhere in the training data, or nothing where it is"
                                + " missing");
            }
        }
    }

    @Override
    public NamedColumns fit(Iterable<Sequence> data) {
        if (columns != null) {
            return this;
        }
        Map<String, Kind> kinds = new LinkedHashMap<>();
        long instances = 0;
        for (Sequence sequence : data) {
            for (Token token : sequence.tokens()) {
                instances++;
                if (token.names().isEmpty() && !token.columns().isEmpty()) {
                    throw new DataFormatException(
                            sequence.location(),
                            "the columns have no names; the features 'table' are for the formats csv and jsonl");
                }
                for (int c = 0; c < token.names().size(); c++) {
                    kinds.computeIfAbsent(token.names().get(c), name -> new Kind())
                            .add(token.columns().get(c).strip());
                }
            }
        }
        List<Column> found = new ArrayList<>();
        for (Map.Entry<String, Kind> kind : kinds.entrySet()) {
            found.add(kind.getValue().column(kind.getKey(), instances));
        }
        return new NamedColumns(standardised, bias, found);
    }

    /** What the values of a column are like. */
    private static final class Kind {
        private static final Standardisation NONE = new Standardisation(0, 1);

        private boolean words;
        private boolean bits = true;
        private int length; // of all values, or −1
        private long seen;
        private final Standardisation.Moments moments = new Standardisation.Moments();

        void add(String text) {
            seen++;
            if (words || RealValues.isMissing(text)) {
                return;
            }
            if (!RealValues.isNumber(text) || isCode(text)) {
                words = true;
                return;
            }
            length = moments.count() == 0 || length == text.length() ? text.length() : -1;
            bits &= text.chars().allMatch(c -> c == '0' || c == '1');
            moments.add(Double.parseDouble(text));
        }

        /** Digits that a number would lose: 0110 is not 110, and a double has no more than 15 of them. */
        private static boolean isCode(String text) {
            boolean signed = text.startsWith("-") || text.startsWith("+");
            String digits = signed ? text.substring(1) : text;
            return digits.chars().allMatch(c -> c >= '0' && c <= '9')
                    && (digits.length() > 15 || (digits.length() > 1 && digits.charAt(0) == '0'));
        }

        Column column(String name, long instances) {
            boolean numeric = !words && moments.count() > 0 && !(bits && length > 2);
            Standardisation found = numeric ? moments.standardisation() : NONE;
            return new Column(name, numeric, found.mean(), found.scale(), seen < instances);
        }
    }

    @Override
    public boolean isFitted() {
        return columns != null;
    }

    /** Always false: a row is a sequence of length 1. */
    @Override
    public boolean sharedTransitions() {
        return false;
    }

    /** Its text is JSON. */
    @Override
    public FeatureDefinition definition() {
        List<Object> list = new ArrayList<>();
        for (Column column : columns == null ? List.<Column>of() : columns) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("name", column.name());
            map.put("numeric", column.numeric());
            map.put("mean", column.mean());
            map.put("scale", column.scale());
            map.put("optional", column.optional());
            list.add(map);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("specification", toString());
        map.put("fitted", columns != null);
        map.put("columns", list);
        return new FeatureDefinition(KIND, Json.write(map), Map.of());
    }

    /** The extractor with this text of a definition. */
    public static NamedColumns parseDefinition(String text) {
        try {
            if (Json.parse(text) instanceof Map<?, ?> map && map.get("columns") instanceof List<?> list) {
                NamedColumns parsed = parse(String.valueOf(map.get("specification")));
                List<Column> columns = new ArrayList<>();
                Set<String> names = new LinkedHashSet<>();
                for (Object element : list) {
                    columns.add(column(element));
                    names.add(columns.get(columns.size() - 1).name());
                }
                if (names.size() == columns.size()) {
                    return Boolean.TRUE.equals(map.get("fitted"))
                            ? new NamedColumns(parsed.standardised, parsed.bias, columns)
                            : parsed;
                }
            }
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("the definition of the table is damaged: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("the definition of the table is damaged");
    }

    private static Column column(@Nullable Object element) {
        if (element instanceof Map<?, ?> map
                && map.get("name") instanceof String name
                && map.get("numeric") instanceof Boolean numeric
                && map.get("mean") instanceof Number mean
                && map.get("scale") instanceof Number scale
                && map.get("optional") instanceof Boolean optional
                && scale.doubleValue() > 0) {
            return new Column(name, numeric, mean.doubleValue(), scale.doubleValue(), optional);
        }
        throw new IllegalArgumentException("the definition of the table has a damaged column");
    }

    /** The specification. */
    @Override
    public String toString() {
        return KIND + "(" + (standardised ? "standardise" : "raw") + "," + (bias ? "bias" : "no-bias") + ")";
    }
}
