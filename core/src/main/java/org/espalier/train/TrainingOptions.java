package org.espalier.train;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.espalier.data.LabelNotation;
import org.espalier.optimize.LbfgsOptions;
import org.espalier.optimize.Penalty;

/**
 * How a model is trained: minimise Σ weight · (log Z(x) − score(x, y)) + λ₁‖θ‖₁ + ½λ₂‖θ‖².
 *
 * @param algorithm how the objective is minimised
 * @param l1 λ₁, the weight of ‖θ‖₁; not negative
 * @param l2 λ₂, the weight of ½‖θ‖² (σ² = 1/λ₂; CRFsuite's c2 is λ₂/2, CRF++'s C is 1/λ₂); not negative
 * @param maxIterations the most iterations of the optimiser
 * @param tolerance stop when the objective fell by less than this share over {@code period} iterations; 0 switches the test off
 * @param period iterations over which {@code tolerance} is measured
 * @param gradientTolerance stop when ‖gradient‖ ≤ this · max(1, ‖θ‖)
 * @param memory correction pairs of L-BFGS
 * @param minCount attributes that occur less often are cut; sequence weights do not count here
 * @param minFeatureCount attribute–label and label–label pairs that occur less often get no weight; without effect when
 *     {@code allFeatures}
 * @param allFeatures whether every attribute meets every label (CRF++'s way), or only the pairs that occur (CRFsuite's way)
 * @param boundaries whether begin and end of a sequence have features of their own
 * @param notation how partial labels are written in the data
 * @param earlyStopping what a development set does, when there is one
 * @param threads worker threads, 0 for all cores; the model does not depend on it
 * @param seed for algorithms that draw random numbers; kept in the model's provenance
 */
public record TrainingOptions(
        Algorithm algorithm,
        double l1,
        double l2,
        int maxIterations,
        double tolerance,
        int period,
        double gradientTolerance,
        int memory,
        int minCount,
        int minFeatureCount,
        boolean allFeatures,
        boolean boundaries,
        LabelNotation notation,
        EarlyStopping earlyStopping,
        int threads,
        long seed) {

    /** L2 with λ₂ = 1, observed features, all cores. */
    public static final TrainingOptions DEFAULTS = new TrainingOptions(
            Algorithm.AUTO,
            0,
            1,
            1000,
            1e-5,
            10,
            1e-5,
            7,
            1,
            1,
            false,
            false,
            LabelNotation.DEFAULT,
            EarlyStopping.DEFAULT,
            0,
            1);

    public TrainingOptions {
        Objects.requireNonNull(algorithm, "algorithm");
        Objects.requireNonNull(notation, "notation");
        Objects.requireNonNull(earlyStopping, "earlyStopping");
        Penalty penalty = new Penalty(l1, l2);
        if (algorithm == Algorithm.LBFGS && penalty.l1() > 0) {
            throw new IllegalArgumentException(
                    "L-BFGS cannot minimise an L1 penalty (l1 = " + l1 + "); use OWL-QN, or l1 = 0");
        }
        requireAtLeast("minCount", minCount, 1);
        requireAtLeast("minFeatureCount", minFeatureCount, 1);
        requireAtLeast("threads", threads, 0);
        // Its constructor checks what is handed on to it.
        LbfgsOptions unused = new LbfgsOptions(memory, maxIterations, gradientTolerance, tolerance, period, 40);
    }

    private static void requireAtLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + " = " + value + "; expected at least " + least);
        }
    }

    /** The penalty λ₁‖θ‖₁ + ½λ₂‖θ‖². */
    public Penalty penalty() {
        return new Penalty(l1, l2);
    }

    /** The number of worker threads: as asked for, or all cores. */
    public int workers() {
        return threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
    }

    /** What the model file keeps: everything that the weights depend on, so not the threads. */
    Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("algorithm", algorithm.name());
        map.put("l1", l1);
        map.put("l2", l2);
        map.put("maxIterations", maxIterations);
        map.put("tolerance", tolerance);
        map.put("period", period);
        map.put("gradientTolerance", gradientTolerance);
        map.put("memory", memory);
        map.put("minCount", minCount);
        map.put("minFeatureCount", minFeatureCount);
        map.put("allFeatures", allFeatures);
        map.put("boundaries", boundaries);
        map.put("unknownLabel", notation.unknown());
        map.put("labelSeparator", notation.separator());
        map.put("devMetric", earlyStopping.metric().name());
        map.put("patience", earlyStopping.patience());
        map.put("seed", seed);
        return map;
    }

    public TrainingOptions withAlgorithm(Algorithm value) {
        return new TrainingOptions(
                value,
                l1,
                l2,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withL1(double value) {
        return new TrainingOptions(
                algorithm,
                value,
                l2,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withL2(double value) {
        return new TrainingOptions(
                algorithm,
                l1,
                value,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withMaxIterations(int value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                value,
                tolerance,
                period,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withTolerance(double value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                value,
                period,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withPeriod(int value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                tolerance,
                value,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withGradientTolerance(double value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                tolerance,
                period,
                value,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withMemory(int value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                value,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withMinCount(int value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                memory,
                value,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withMinFeatureCount(int value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                memory,
                minCount,
                value,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withAllFeatures(boolean value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                value,
                boundaries,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withBoundaries(boolean value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                value,
                notation,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withNotation(LabelNotation value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                value,
                earlyStopping,
                threads,
                seed);
    }

    public TrainingOptions withEarlyStopping(EarlyStopping value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                value,
                threads,
                seed);
    }

    public TrainingOptions withThreads(int value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                value,
                seed);
    }

    public TrainingOptions withSeed(long value) {
        return new TrainingOptions(
                algorithm,
                l1,
                l2,
                maxIterations,
                tolerance,
                period,
                gradientTolerance,
                memory,
                minCount,
                minFeatureCount,
                allFeatures,
                boundaries,
                notation,
                earlyStopping,
                threads,
                value);
    }
}
