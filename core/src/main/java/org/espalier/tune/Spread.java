package org.espalier.tune;

import java.util.List;

/**
 * The middle of some numbers and how far they lie from it.
 *
 * @param mean Σ x / n; NaN for no numbers
 * @param deviation √(Σ (x − mean)² / (n − 1)); 0 for fewer than two numbers
 */
public record Spread(double mean, double deviation) {

    public static Spread of(List<Double> numbers) {
        double mean = numbers.stream().mapToDouble(Double::doubleValue).sum() / numbers.size();
        double squares =
                numbers.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
        return new Spread(mean, numbers.size() < 2 ? 0 : Math.sqrt(squares / (numbers.size() - 1)));
    }
}
