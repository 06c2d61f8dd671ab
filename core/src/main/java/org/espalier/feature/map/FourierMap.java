package org.espalier.feature.map;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Json;
import org.espalier.feature.AttributeSink;
import org.espalier.math.Logarithm;

/**
 * Random Fourier features of the Gaussian kernel (Rahimi &amp; Recht 2007):
 *
 * <pre>
 *   φ(x) = √(2/D) (cos ω_1·x, sin ω_1·x, …, cos ω_{D/2}·x, sin ω_{D/2}·x),   ω ~ N(0, 2γ I)
 *   E ⟨φ(x), φ(z)⟩ = exp(−γ‖x − z‖²),   with a standard deviation of at most 1/√D
 * </pre>
 *
 * <p>The frequencies of an attribute are drawn from its name and the seed. So nothing but three numbers need be kept, and an attribute that training has not
 * seen counts as it does in the kernel. O(attributes · D + D) per position.
 *
 * @param gamma γ of the kernel, above 0
 * @param size D, even: how many attributes a position gets, beside the bias
 * @param seed of the frequencies
 */
public record FourierMap(double gamma, int size, int seed) implements FeatureMap {
    static final String NAME = "fourier";
    static final List<String> PARAMETERS = List.of("gamma", "size", "seed");

    /** The attribute with the value 1: the kernel's space has no constant. */
    public static final String BIAS = "__BIAS__";

    /** A position with more attributes than memory should be spent on. */
    private static final int LARGEST = 1_000_000;

    /** How many attributes a thread remembers the frequencies of. */
    private static final int REMEMBERED_NUMBERS = 2_000_000;

    private static final double TWO_PI = 6.283185307179586;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    public FourierMap {
        if (!(gamma > 0) || Double.isInfinite(gamma)) {
            throw new IllegalArgumentException("fourier: gamma = " + gamma + "; expected a finite number above 0");
        }
        if (size < 2 || size % 2 != 0 || size > LARGEST) {
            throw new IllegalArgumentException(
                    "fourier: size = " + size + "; expected an even number from 2 to " + LARGEST);
        }
    }

    /** The frequencies of an attribute // [D/2] */
    double[] frequencies(String name) {
        long state = GOLDEN * (seed + 1L);
        for (int k = 0; k < name.length(); k++) {
            state = mixed(state ^ name.charAt(k));
        }
        double deviation = StrictMath.sqrt(2 * gamma);
        double[] frequencies = new double[size / 2];
        for (int j = 0; j < frequencies.length; j += 2) {
            double radius = deviation * StrictMath.sqrt(-2 * Logarithm.of(1 - uniform(state += GOLDEN)));
            double angle = TWO_PI * uniform(state += GOLDEN);
            frequencies[j] = radius * StrictMath.cos(angle);
            if (j + 1 < frequencies.length) {
                frequencies[j + 1] = radius * StrictMath.sin(angle);
            }
        }
        return frequencies;
    }

    /** A number in [0, 1). */
    private static double uniform(long state) {
        return (mixed(state) >>> 11) * 0x1.0p-53;
    }

    /** The finaliser of SplitMix64 (Steele, Lea &amp; Flood 2014). */
    private static long mixed(long z) {
        long x = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
        return x ^ (x >>> 31);
    }

    @Override
    public Mapper mapper() {
        return new FourierMapper(this);
    }

    @Override
    public String toString() {
        return NAME + "(gamma=" + Json.write(gamma) + ",size=" + size + ",seed=" + seed + ")";
    }

    private static final class FourierMapper implements Mapper {
        private final FourierMap map;
        private final Map<String, double[]> known = new HashMap<>();
        private final double[] angles; // [D/2]
        private final String[] cosines; // [D/2]
        private final String[] sines; // [D/2]
        private final double scale;

        FourierMapper(FourierMap map) {
            this.map = map;
            this.angles = new double[map.size / 2];
            this.cosines = names("cos");
            this.sines = names("sin");
            this.scale = StrictMath.sqrt(2.0 / map.size);
        }

        private String[] names(String function) {
            String[] names = new String[angles.length];
            for (int j = 0; j < names.length; j++) {
                names[j] = function + "[" + j + "]";
            }
            return names;
        }

        @Override
        public void map(List<String> names, double[] values, AttributeSink sink) {
            Arrays.fill(angles, 0.0);
            for (int k = 0; k < names.size(); k++) {
                add(values[k], frequencies(names.get(k)));
            }
            sink.state(BIAS, 1);
            for (int j = 0; j < angles.length; j++) {
                sink.state(cosines[j], scale * StrictMath.cos(angles[j]));
                sink.state(sines[j], scale * StrictMath.sin(angles[j]));
            }
        }

        private void add(double value, double[] frequencies) {
            for (int j = 0; j < angles.length; j++) {
                angles[j] += value * frequencies[j];
            }
        }

        private double[] frequencies(String name) {
            double[] found = known.get(name);
            if (found != null) {
                return found;
            }
            double[] drawn = map.frequencies(name);
            if ((long) known.size() * drawn.length < REMEMBERED_NUMBERS) {
                known.put(name, drawn);
            }
            return drawn;
        }
    }
}
