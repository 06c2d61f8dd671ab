package org.espalier.continuous;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.table.Standardisation;
import org.espalier.math.Logarithm;

/**
 * A trained continuous CRF: predicts a real value per position, with a variance and calibrated intervals. Immutable and safe to share.
 *
 * <pre>{@code
 * ContinuousCrf crf = ContinuousCrf.load(Path.of("air.esp"));
 * Prediction prediction = crf.predict(sequence);
 * double[] interval = {prediction.lower(0, 0.9), prediction.upper(0, 0.9)};
 * }</pre>
 *
 * <p>Inside, values are standardised by those of the training data; α and β are in these units.
 */
public final class ContinuousCrf {
    private final Encoder encoder;
    private final Standardisation target;
    private final List<String> regressors;
    private final double[] ridgeWeights; // [attributes]; empty without a ridge regression
    private final double[] alpha; // [regressors]
    private final double[] beta; // [kinds]
    private final Neighbourhood neighbourhood;
    private final IntervalTable intervals;
    private final Map<String, Object> provenance;
    private final EdgeList edges;

    ContinuousCrf(
            Encoder encoder,
            Standardisation target,
            List<String> regressors,
            double[] ridgeWeights,
            double[] alpha,
            double[] beta,
            Neighbourhood neighbourhood,
            IntervalTable intervals,
            Map<String, Object> provenance,
            EdgeList edges) {
        this.encoder = encoder;
        this.target = target;
        this.regressors = List.copyOf(regressors);
        this.ridgeWeights = ridgeWeights.clone();
        this.alpha = alpha.clone();
        this.beta = beta.clone();
        this.neighbourhood = neighbourhood;
        this.intervals = intervals;
        this.provenance = Collections.unmodifiableMap(new LinkedHashMap<>(provenance)); // its order is that of the file
        this.edges = edges;
        boolean ridge = regressors.contains(ContinuousOptions.RIDGE);
        if (alpha.length != regressors.size()
                || beta.length != neighbourhood.kinds().size()
                || ridgeWeights.length != (ridge ? encoder.attributes().size() : 0)) {
            throw new IllegalArgumentException(alpha.length + " weights of " + regressors.size() + " regressors, "
                    + beta.length + " of " + neighbourhood.kinds().size() + " kinds of edges, " + ridgeWeights.length
                    + " of " + encoder.attributes().size() + " attributes");
        }
        requireFinite(ridgeWeights, -Double.MAX_VALUE);
        requireFinite(alpha, 0);
        requireFinite(beta, 0);
    }

    private static void requireFinite(double[] weights, double least) {
        for (double weight : weights) {
            if (!(weight >= least && weight <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException("a weight of " + weight);
            }
        }
    }

    /** The same with the edges between the positions of the data to come. */
    public ContinuousCrf withEdges(EdgeList value) {
        return new ContinuousCrf(
                encoder, target, regressors, ridgeWeights, alpha, beta, neighbourhood, intervals, provenance, value);
    }

    /** The same with another account of where it comes from. */
    public ContinuousCrf withProvenance(Map<String, Object> value) {
        return new ContinuousCrf(
                encoder, target, regressors, ridgeWeights, alpha, beta, neighbourhood, intervals, value, edges);
    }

    /** Predicts every value. */
    public Prediction predict(Sequence sequence) {
        return predict(sequence, unknown(sequence));
    }

    /** Predicts the values that the labels do not tell; those that they tell help their neighbours. */
    public Prediction complete(Sequence sequence) {
        return predict(sequence, RealLabels.of(sequence));
    }

    /**
     * Predicts the values that are not known.
     *
     * @param known NaN where a value is not known // [T]
     */
    public Prediction predict(Sequence sequence, double[] known) {
        EncodedSequence encoded = encoder.encode(sequence);
        double[][] said = regressors(sequence, encoded);
        NeighbourGraph graph = neighbourhood.graph(sequence, encoded, edges, said[0]);
        GaussianSum sum = new GaussianSum(graph, target.applyAll(known));
        logSum(sum, sequence, said);
        return new Prediction(sum.mean(), sum.variance(), help(sum, graph, sequence, said), target, intervals);
    }

    /** The share of the variance that known values take away. */
    private double[] help(GaussianSum sum, NeighbourGraph graph, Sequence sequence, double[][] said) {
        double[] help = new double[sequence.length()];
        if (sum.free() < help.length) {
            GaussianSum all = new GaussianSum(graph, unknown(sequence));
            if (all.isDetermined(said)) {
                logSum(all, sequence, said);
                Arrays.setAll(help, t -> Math.max(0, 1 - sum.variance()[t] / all.variance()[t]));
            } else {
                Arrays.fill(help, 1);
            }
        }
        return help;
    }

    private static double[] unknown(Sequence sequence) {
        double[] unknown = new double[sequence.length()];
        Arrays.fill(unknown, Double.NaN);
        return unknown;
    }

    /**
     * log p(labels | x), the logarithm of their joint density; missing ones are integrated out.
     *
     * @return 0 when no label is known
     */
    public double logLikelihood(Sequence sequence) {
        EncodedSequence encoded = encoder.encode(sequence);
        double[][] said = regressors(sequence, encoded);
        NeighbourGraph graph = neighbourhood.graph(sequence, encoded, edges, said[0]);
        double[] values = target.applyAll(RealLabels.of(sequence));
        long count = Arrays.stream(values).filter(value -> !Double.isNaN(value)).count();
        return logSum(new GaussianSum(graph, values), sequence, said)
                - logSum(new GaussianSum(graph, unknown(sequence)), sequence, said)
                - count * Logarithm.of(target.scale());
    }

    private double logSum(GaussianSum sum, Sequence sequence, double[][] said) {
        double log = sum.isDetermined(said)
                ? sum.logSum(said, alpha, beta, new double[alpha.length + beta.length])
                : Double.NaN;
        if (Double.isNaN(log)) {
            throw new DataFormatException(
                    sequence.location(),
                    "the system of the sequence that begins here is singular: for some positions no regressor and no neighbour"
                            + " says anything; give the columns " + regressors + " a value somewhere");
        }
        return log;
    }

    private double[][] regressors(Sequence sequence, EncodedSequence encoded) {
        double[][] values = new double[regressors.size()][];
        for (int k = 0; k < values.length; k++) {
            values[k] = regressors.get(k).equals(ContinuousOptions.RIDGE)
                    ? RidgeRegression.predict(ridgeWeights, encoded)
                    : target.applyAll(RealLabels.column(sequence, regressors.get(k)));
        }
        return values;
    }

    /** What the ridge regression says alone, in the values' units; for comparison. */
    public double[] ridge(Sequence sequence) {
        if (ridgeWeights.length == 0) {
            throw new IllegalStateException("the model has no ridge regression; its regressors are " + regressors);
        }
        double[] values = RidgeRegression.predict(ridgeWeights, encoder.encode(sequence));
        Arrays.setAll(values, t -> target.mean() + target.scale() * values[t]);
        return values;
    }

    public Encoder encoder() {
        return encoder;
    }

    /** What standardises the values. */
    public Standardisation target() {
        return target;
    }

    public List<String> regressors() {
        return regressors;
    }

    /** The weight of every regressor. */
    public double[] alpha() {
        return alpha.clone();
    }

    /** The weight of every kind of edges, see {@link Neighbourhood#kinds}. */
    public double[] beta() {
        return beta.clone();
    }

    /** The weights of the ridge regression by attribute; empty without one. */
    public double[] ridgeWeights() {
        return ridgeWeights.clone();
    }

    public Neighbourhood neighbourhood() {
        return neighbourhood;
    }

    /** The same with other intervals. */
    ContinuousCrf withIntervals(IntervalTable value) {
        return new ContinuousCrf(
                encoder, target, regressors, ridgeWeights, alpha, beta, neighbourhood, value, provenance, edges);
    }

    /**
     * How many predicted deviations a number lies above its prediction at most, in a share of cases; the ends of intervals.
     *
     * @param share from 0 to 1
     * @param help the share of the variance that known values take away: 0 without them
     */
    public double quantile(double share, double help) {
        return intervals.of(share, help);
    }

    IntervalTable intervals() {
        return intervals;
    }

    /** Where it comes from: options, training. */
    public Map<String, Object> provenance() {
        return provenance;
    }

    /** Writes the model beside its target, then renames it. */
    public void save(Path file) {
        ContinuousFile.write(this, file);
    }

    /**
     * Reads a model.
     *
     * @throws org.espalier.model.ModelFormatException when the file is not such a model, too new, truncated or corrupt
     */
    public static ContinuousCrf load(Path file) {
        return ContinuousFile.read(file);
    }

    /** Whether a file begins as such a model does. */
    public static boolean recognises(Path file) {
        return ContinuousFile.recognises(file);
    }
}
