package org.espalier.feature.map;

import java.util.List;
import org.espalier.data.Json;
import org.espalier.feature.AttributeSink;

/**
 * All products of up to d attributes, weighted so that their scalar product is the polynomial kernel:
 *
 * <pre>
 *   φ_m(x) = √( d! / ((d − k)! Π_i m_i!) · c^(d−k) γ^k ) Π_i x_i^m_i    for every m with k = Σ m_i ≤ d
 *   ⟨φ(x), φ(z)⟩ = (γ⟨x, z⟩ + c)^d
 * </pre>
 *
 * <p>With attributes of the value 1 these are conjunctions, which {@code inspect} shows by name: {@code word=the×tag=DT}. A position of n attributes gets (n + d choose d) of them.
 *
 * @param degree d, from 1 to {@value #LARGEST_DEGREE}
 * @param gamma γ, above 0
 * @param coefficient c, at least 0; with 0 only products of exactly d attributes remain
 */
public record PolynomialMap(int degree, double gamma, double coefficient) implements FeatureMap {
    static final String NAME = "polynomial";
    static final List<String> PARAMETERS = List.of("degree", "gamma", "coefficient");

    /** What stands between the names of the factors; in a name of its own it is doubled. */
    public static final String TIMES = "\u00d7";

    /** The product of no attributes. */
    public static final String CONSTANT = "__BIAS__";

    private static final int LARGEST_DEGREE = 6;

    /** More products would fill the memory before anything was learnt. */
    private static final long MOST_PRODUCTS = 100_000;

    public PolynomialMap {
        if (degree < 1 || degree > LARGEST_DEGREE) {
            throw new IllegalArgumentException(
                    "polynomial: degree = " + degree + "; expected a whole number from 1 to " + LARGEST_DEGREE);
        }
        if (!(gamma > 0) || Double.isInfinite(gamma)) {
            throw new IllegalArgumentException("polynomial: gamma = " + gamma + "; expected a finite number above 0");
        }
        if (!(coefficient >= 0) || Double.isInfinite(coefficient)) {
            throw new IllegalArgumentException(
                    "polynomial: coefficient = " + coefficient + "; expected a finite number of at least 0");
        }
    }

    @Override
    public Mapper mapper() {
        return this::map;
    }

    private void map(List<String> names, double[] values, AttributeSink sink) {
        long products = 1;
        for (int k = 1; k <= degree; k++) {
            products = products * (names.size() + k) / k;
            if (products > MOST_PRODUCTS) {
                throw new IllegalArgumentException(names.size() + " attributes have more than " + MOST_PRODUCTS
                        + " products of up to " + degree + "; use a lower degree, fewer features, or fourier(...)");
            }
        }
        List<String> escaped =
                names.stream().map(name -> name.replace(TIMES, TIMES + TIMES)).toList();
        double factorials = 1;
        for (int k = 2; k <= degree; k++) {
            factorials *= k;
        }
        grow(escaped, values, 0, 0, 0, factorials, 1, "", sink);
    }

    /**
     * Reports the product so far, and all that begin with it.
     *
     * @param from the first attribute that may be multiplied with it
     * @param taken how many factors it has
     * @param run how many of the last factors are the attribute from
     * @param ways d! / Π m_i! so far
     */
    private void grow(
            List<String> names,
            double[] values,
            int from,
            int taken,
            int run,
            double ways,
            double product,
            String name,
            AttributeSink sink) {
        int left = degree - taken;
        double rest = 1;
        for (int k = 1; k <= left; k++) {
            rest *= coefficient / k;
        }
        double weight = ways * rest * StrictMath.pow(gamma, taken);
        if (weight > 0) {
            sink.state(taken == 0 ? CONSTANT : name, StrictMath.sqrt(weight) * product);
        }
        for (int k = from; left > 0 && k < names.size(); k++) {
            int times = k == from ? run + 1 : 1;
            String longer = taken == 0 ? names.get(k) : name + TIMES + names.get(k);
            grow(names, values, k, taken + 1, times, ways / times, product * values[k], longer, sink);
        }
    }

    @Override
    public String toString() {
        return NAME + "(degree=" + degree + ",gamma=" + Json.write(gamma) + ",coefficient=" + Json.write(coefficient)
                + ")";
    }
}
