package org.espalier.feature.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.Vocabulary;
import org.jspecify.annotations.Nullable;

/**
 * Compares a position with support points x₁ … x_m: reports the attribute {@code point[i]} with the value K(x_i, x) for each
 * of them, and the attribute {@value #BIAS} with the value 1.
 *
 * <p>With these attributes score(y | x) = b_y + Σ_i α_{i,y} K(x_i, x) is a linear model whose weights are the α and b, so
 * that a kernel machine is a {@code Model} like any other. An attribute of x that no support point has counts in ‖x‖²
 * only. O(attributes of all support points) per position for kernels over vectors.
 */
public final class KernelFeatures implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "kernel";

    /** The attribute whose weights are the biases. */
    public static final String BIAS = "__BIAS__";

    static final String ORTHONORMAL = "orthonormal";

    private final KernelFunction kernel;
    private final AttributeExtractor inner;
    private final Vocabulary attributes;
    private final List<Point> points;
    private final KernelRows rows;
    private final String[] names;
    private final @Nullable PointBasis basis; // null when kernel values are reported as they are

    private KernelFeatures(
            KernelFunction kernel,
            AttributeExtractor inner,
            Vocabulary attributes,
            List<Point> points,
            KernelRows rows,
            String[] names,
            @Nullable PointBasis basis) {
        this.kernel = kernel;
        this.inner = inner;
        this.attributes = attributes;
        this.points = points;
        this.rows = rows;
        this.names = names;
        this.basis = basis;
    }

    /**
     * The extractor for these support points.
     *
     * @param inner tells the attributes of a position
     * @param attributes the names of the attributes of the points, by their numbers; those that no point has are forgotten
     */
    public static KernelFeatures of(
            KernelFunction kernel, AttributeExtractor inner, Vocabulary attributes, List<Point> points) {
        boolean[] used = new boolean[attributes.size()];
        for (Point point : points) {
            for (int k = 0; k < point.entries(); k++) {
                used[point.index(k)] = true;
            }
        }
        Vocabulary.Cut cut = attributes.keep(a -> used[a]);
        int[] mapping = cut.mapping();
        List<Point> renumbered = new ArrayList<>(points.size());
        for (Point point : points) {
            renumbered.add(renumber(point, mapping, kernel));
        }
        return assemble(kernel, inner, cut.vocabulary(), renumbered);
    }

    /** Only the columns that the kernel reads are kept, since others are not saved either. */
    private static Point renumber(Point point, int[] mapping, KernelFunction kernel) {
        int[] indices = new int[point.entries()];
        double[] values = new double[point.entries()];
        for (int k = 0; k < indices.length; k++) {
            indices[k] = mapping[point.index(k)];
            values[k] = point.value(k);
        }
        return Point.of(indices, values, texts(kernel, point::column), point.location());
    }

    /** All columns up to the last one that is read; empty where one is not. */
    private static List<String> texts(KernelFunction kernel, Function<Integer, String> text) {
        SortedSet<Integer> read = kernel.columns();
        List<String> columns = new ArrayList<>();
        for (int c = 0; !read.isEmpty() && c <= read.last(); c++) {
            columns.add(read.contains(c) ? text.apply(c) : "");
        }
        return columns;
    }

    private static KernelFeatures assemble(
            KernelFunction kernel, AttributeExtractor inner, Vocabulary attributes, List<Point> points) {
        String[] names = new String[points.size()];
        for (int k = 0; k < names.length; k++) {
            names[k] = "point[" + k + "]";
        }
        return new KernelFeatures(kernel, inner, attributes, List.copyOf(points), kernel.over(points), names, null);
    }

    /**
     * The same for chains: the attribute {@code point[i]} is the i-th coordinate of φ(x) in an orthonormal basis of the space that the
     * support points span. A penalty ½λ‖w‖² on their weights is then the penalty ½λ Σ α_i α_j K(x_i, x_j) of the kernel's space, and the
     * steps of a chain have weights. O(m²) per position more.
     */
    public KernelFeatures orthonormal() {
        return new KernelFeatures(kernel, inner, attributes, points, rows, names, PointBasis.of(points, rows));
    }

    public KernelFunction kernel() {
        return kernel;
    }

    /** What tells the attributes that the kernel compares. */
    public AttributeExtractor inner() {
        return inner;
    }

    /** The support points; {@code point[i]} is the attribute of point i. */
    public List<Point> points() {
        return points;
    }

    /** The names of the points' attributes. */
    public List<String> names() {
        return List.of(names);
    }

    /** K(x_i, x) for all support points // [m]. */
    public double[] values(Sequence sequence, int position) {
        double[] values = new double[points.size()];
        Point x = new PointReader(kernel, inner, new Unknowns(attributes)).read(sequence, position);
        rows.row(x, 0, values.length, values, new KernelScratch());
        return values;
    }

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
        Unknowns unknowns = new Unknowns(attributes);
        PointReader reader = new PointReader(kernel, inner, unknowns);
        KernelScratch scratch = new KernelScratch();
        double[] values = new double[points.size()];
        return sequence -> (position, sink) -> {
            unknowns.numbers.clear();
            rows.row(reader.read(sequence, position), 0, values.length, values, scratch);
            if (basis != null) {
                basis.coordinates(values);
            }
            sink.state(BIAS, 1);
            for (int k = 0; k < values.length; k++) {
                if (values[k] != 0) {
                    sink.state(names[k], values[k]);
                }
            }
        };
    }

    /** Numbers names that no support point has behind all others, anew for each position. */
    private record Unknowns(Vocabulary attributes, Map<String, Integer> numbers)
            implements ToIntFunction<CharSequence> {
        Unknowns(Vocabulary attributes) {
            this(attributes, new HashMap<>());
        }

        @Override
        public int applyAsInt(CharSequence name) {
            int number = attributes.indexOf(name);
            return number >= 0
                    ? number
                    : numbers.computeIfAbsent(name.toString(), any -> attributes.size() + numbers.size());
        }
    }

    @Override
    public SortedSet<Integer> columns() {
        SortedSet<Integer> columns = new TreeSet<>(kernel.columns());
        if (kernel.readsAttributes()) {
            columns.addAll(inner.columns());
        }
        return Collections.unmodifiableSortedSet(columns);
    }

    /** Whether {@link #orthonormal}: kernel machines look at single tokens. */
    @Override
    public boolean sharedTransitions() {
        return basis != null;
    }

    /** JSON: the kernel, the inner extractor, the names of attributes, and the points. */
    @Override
    public FeatureDefinition definition() {
        FeatureDefinition own = inner.definition();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kernel", kernel.toString());
        Map<String, Object> within =
                new LinkedHashMap<>(); // Map.of has another order in every JVM, and files other bytes
        within.put("kind", own.kind());
        within.put("text", own.text());
        map.put("inner", within);
        List<String> known = new ArrayList<>();
        for (int a = 0; a < attributes.size(); a++) {
            known.add(attributes.get(a));
        }
        if (basis != null) {
            map.put(ORTHONORMAL, true);
        }
        map.put("attributes", known);
        map.put("points", points.stream().map(KernelFeatures::vector).toList());
        SortedSet<Integer> read = kernel.columns();
        if (!read.isEmpty()) {
            map.put(
                    "columns",
                    points.stream()
                            .map(point -> read.stream().map(point::column).toList())
                            .toList());
        }
        return own.with(KIND, Json.write(map));
    }

    /** {@code number:value number:value …}, which takes a tenth of the memory of JSON values when it is read. */
    private static String vector(Point point) {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < point.entries(); k++) {
            text.append(k == 0 ? "" : " ").append(point.index(k)).append(':').append(Json.write(point.value(k)));
        }
        return text.toString();
    }

    /**
     * The extractor that gave this definition.
     *
     * @param extractors makes the inner extractor
     * @throws IllegalArgumentException when the definition is damaged
     */
    public static KernelFeatures parse(
            FeatureDefinition definition, Function<FeatureDefinition, ? extends AttributeExtractor> extractors) {
        try {
            return new KernelDefinition(definition, extractors).features();
        } catch (ClassCastException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("the definition of the kernel's support points is damaged: " + e, e);
        }
    }

    static KernelFeatures read(
            KernelFunction kernel,
            AttributeExtractor inner,
            Vocabulary attributes,
            List<String> vectors,
            List<List<String>> columns) {
        List<Integer> read = new ArrayList<>(kernel.columns());
        List<Point> points = new ArrayList<>();
        for (int k = 0; k < vectors.size(); k++) {
            List<String> own = read.isEmpty() ? List.of() : columns.get(k);
            List<String> texts = texts(kernel, c -> own.get(read.indexOf(c)));
            points.add(KernelDefinition.point(vectors.get(k), attributes.size(), texts, Location.NONE));
        }
        return assemble(kernel, inner, attributes, points);
    }
}
