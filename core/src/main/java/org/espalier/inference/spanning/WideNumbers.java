package org.espalier.inference.spanning;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;

/**
 * Numbers m · 2ˣ with a whole exponent x of their own, so that none is too large or too small.
 *
 * <p>0 is m = 0; of every other number 1 ≤ m &lt; 2. On demand each number carries its slope, the derivative of its logarithm:
 *
 * <pre>
 *   (a·b)′ = a′ + b′     (a/b)′ = a′ − b′     (a + b)′ = a′ · a/(a+b) + b′ · b/(a+b)
 * </pre>
 *
 * Slopes are sums and weighted means of those at the start, so they are never large. Four to eight times as slow as {@link
 * PlainNumbers}.
 */
final class WideNumbers extends Numbers {
    /** Of two numbers so many binary digits apart the smaller does not matter. */
    private static final int DIGITS = 60;

    private double[] mantissas = {};
    private int[] exponents = {};
    private double[] slopes = {};
    private boolean hasSlopes;

    /** Of the number that is being made. */
    private double mantissa;

    private int exponent;

    /** Whether slopes are computed from now on. */
    void keepSlopes(boolean keep) {
        hasSlopes = keep;
    }

    @Override
    void reserve(int size) {
        mantissas = Workspace.grown(mantissas, size);
        if (exponents.length < size) {
            exponents = Arrays.copyOf(exponents, mantissas.length);
        }
        if (hasSlopes) {
            slopes = Workspace.grown(slopes, size);
        }
    }

    @Override
    void setExponential(int at, double logarithm) {
        if (logarithm == Double.NEGATIVE_INFINITY) {
            setZero(at);
            return;
        }
        double n = Math.rint(logarithm * Exponential.LOG2_E);
        double rest = logarithm - n * Exponential.LN2_HIGH - n * Exponential.LN2_LOW;
        double value = Exponential.of(rest); // from √½ to √2
        boolean isSmall = value < 1;
        mantissas[at] = isSmall ? 2 * value : value;
        exponents[at] = (int) n - (isSmall ? 1 : 0);
        clearSlope(at);
    }

    /** The derivative of a number's logarithm. */
    void setSlope(int at, double slope) {
        slopes[at] = slope;
    }

    /** The derivative of log(a · b / c). */
    double slopeOfRatio(int a, int b, int c) {
        return slopes[a] + slopes[b] - slopes[c];
    }

    private void clearSlope(int at) {
        if (hasSlopes) {
            slopes[at] = 0;
        }
    }

    @Override
    void setZero(int at) {
        mantissas[at] = 0;
        exponents[at] = 0;
        clearSlope(at);
    }

    @Override
    void setOne(int at) {
        mantissas[at] = 1;
        exponents[at] = 0;
        clearSlope(at);
    }

    @Override
    boolean isZero(int at) {
        return mantissas[at] == 0;
    }

    @Override
    void copy(int from, int to) {
        mantissas[to] = mantissas[from];
        exponents[to] = exponents[from];
        if (hasSlopes) {
            slopes[to] = slopes[from];
        }
    }

    /** Adds m · 2ˣ, 1 ≤ m &lt; 4, to the number that is being made. */
    private void add(double m, int x) {
        int apart = x - exponent;
        double sum;
        if (mantissa == 0 || apart > DIGITS) {
            sum = m;
            exponent = x;
        } else if (apart >= 0) {
            sum = m + mantissa * power(-apart);
            exponent = x;
        } else if (apart >= -DIGITS) {
            sum = mantissa + m * power(apart);
        } else {
            return;
        }
        while (sum >= 2) { // at most twice
            sum *= 0.5;
            exponent++;
        }
        mantissa = sum;
    }

    private static double power(int x) {
        return Double.longBitsToDouble((long) (x + 1023) << 52);
    }

    /** m · 2ˣ as a share of the number that is being made, of which it is a part. */
    private double share(double m, int x) {
        return x - exponent < -1000 ? 0 : m / mantissa * power(x - exponent);
    }

    private void write(int to) {
        mantissas[to] = mantissa;
        exponents[to] = exponent;
    }

    @Override
    void sum(int from, int count, int to) {
        mantissa = 0;
        exponent = 0;
        double slope = 0;
        for (int k = from; k < from + count; k++) {
            if (mantissas[k] > 0) {
                add(mantissas[k], exponents[k]);
                slope += hasSlopes ? share(mantissas[k], exponents[k]) * (slopes[k] - slope) : 0;
            }
        }
        write(to);
        if (hasSlopes) {
            slopes[to] = slope;
        }
    }

    @Override
    void divide(int from, int count, int by) {
        for (int k = from; k < from + count; k++) {
            if (mantissas[k] > 0) {
                double quotient = mantissas[k] / mantissas[by];
                boolean isSmall = quotient < 1;
                mantissas[k] = isSmall ? 2 * quotient : quotient;
                exponents[k] -= exponents[by] + (isSmall ? 1 : 0);
                if (hasSlopes) {
                    slopes[k] -= slopes[by];
                }
            }
        }
    }

    @Override
    void addScaled(int target, int source, int factor, int count) {
        double f = mantissas[factor];
        int fx = exponents[factor];
        if (f == 0) {
            return;
        }
        for (int h = 0; h < count; h++) {
            double m = f * mantissas[source + h];
            if (m > 0) {
                int x = fx + exponents[source + h];
                mantissa = mantissas[target + h];
                exponent = exponents[target + h];
                add(m, x);
                write(target + h);
                if (hasSlopes) {
                    double slope = slopes[factor] + slopes[source + h];
                    slopes[target + h] += share(m, x) * (slope - slopes[target + h]);
                }
            }
        }
    }

    @Override
    void dot(int a, int b, int count, int to) {
        mantissa = 0;
        exponent = 0;
        double slope = 0;
        for (int h = 0; h < count; h++) {
            double m = mantissas[a + h] * mantissas[b + h];
            if (m > 0) {
                int x = exponents[a + h] + exponents[b + h];
                add(m, x);
                slope += hasSlopes ? share(m, x) * (slopes[a + h] + slopes[b + h] - slope) : 0;
            }
        }
        write(to);
        if (hasSlopes) {
            slopes[to] = slope;
        }
    }

    @Override
    double logarithm(int at) {
        return Logarithm.of(mantissas[at]) + exponents[at] * Exponential.LN2_HIGH + exponents[at] * Exponential.LN2_LOW;
    }

    @Override
    double ratio(int a, int b, int c) {
        long x = (long) exponents[a] + exponents[b] - exponents[c];
        double m = mantissas[a] * mantissas[b] / mantissas[c];
        return x < -1000 ? 0 : m * power((int) Math.min(x, 1000));
    }

    @Override
    boolean isTooSmall(int at) {
        return false;
    }
}
