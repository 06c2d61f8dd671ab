package org.espalier.continuous;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.feature.table.Standardisation;
import org.espalier.math.Logarithm;
import org.espalier.parallel.Workers;
import org.espalier.train.TrainingException;

/** Training data on their way to instances: values standardised, attributes encoded, the ridge regression fitted, graphs built. */
final class ContinuousData {
    private final List<Sequence> sequences;
    private final ContinuousOptions options;
    private final Encoder encoder;
    private final Standardisation target;
    private final List<double[]> values; // [sequences][positions], standardised; NaN where they are not known
    private final List<EncodedSequence> encoded = new ArrayList<>();
    private final List<double[][]> regressors = new ArrayList<>(); // [sequences][K][positions]
    private double[] ridgeWeights = {};
    private double ridge;

    ContinuousData(List<Sequence> data, AttributeExtractor extractor, ContinuousOptions options, Workers workers) {
        this.sequences = data.stream().filter(sequence -> sequence.length() > 0).toList();
        this.options = options;
        List<double[]> labels = sequences.stream().map(RealLabels::of).toList();
        this.target = target(labels);
        this.values = labels.stream().map(known -> target.applyAll(known)).toList();
        Encoder.Builder builder = new Encoder.Builder(extractor.fit(sequences), false);
        sequences.forEach(sequence -> encoded.add(builder.add(sequence)));
        this.encoder = builder.build(1, encoded);
        List<double[]> predicted = options.regressors().contains(ContinuousOptions.RIDGE) ? fit(workers) : List.of();
        for (int s = 0; s < sequences.size(); s++) {
            double[][] said = new double[options.regressors().size()][];
            for (int k = 0; k < said.length; k++) {
                String name = options.regressors().get(k);
                said[k] = name.equals(ContinuousOptions.RIDGE)
                        ? predicted.get(s)
                        : target.applyAll(RealLabels.column(sequences.get(s), name));
            }
            regressors.add(said);
        }
    }

    private Standardisation target(List<double[]> labels) {
        double[] known = labels.stream()
                .flatMapToDouble(Arrays::stream)
                .filter(value -> !Double.isNaN(value))
                .toArray();
        if (known.length < options.folds()) {
            throw new TrainingException("the training data have " + known.length
                    + " known values; expected at least one for each of the " + options.folds() + " folds");
        }
        if (Arrays.stream(known).distinct().limit(2).count() < 2) {
            throw new TrainingException("all values of the training data are " + known[0]
                    + "; expected different ones, or there is nothing to learn");
        }
        return Standardisation.of(known);
    }

    /** Fits the ridge regression; returns what it says of each fold when it has not seen it. */
    private List<double[]> fit(Workers workers) {
        int attributes = encoder.attributes().size();
        if (attributes == 0 || attributes > RidgeRegression.MOST_ATTRIBUTES) {
            throw new TrainingException("the features give " + attributes
                    + " attributes; the ridge regression solves a dense system of them and takes 1 to "
                    + RidgeRegression.MOST_ATTRIBUTES + "; use "
                    + (attributes == 0 ? "columns that are not constant" : "a smaller window, or fewer features"));
        }
        RidgeRegression regression = new RidgeRegression(attributes, encoded, values, options.folds(), workers);
        List<double[]> best = List.of();
        double least = Double.POSITIVE_INFINITY;
        for (double penalty : options.ridge() == null ? ContinuousOptions.RIDGES : List.of(options.ridge())) {
            List<double[]> predicted = regression.crossFitted(penalty, workers);
            double error = regression.squaredError(predicted);
            if (error < least) {
                least = error;
                best = predicted;
                ridge = penalty;
            }
        }
        if (best.isEmpty()) {
            throw new TrainingException(
                    "the ridge regression found no finite weights; values beyond about 1e150 cannot be squared");
        }
        ridgeWeights = regression.weights(ridge, -1);
        return best;
    }

    /** One instance per sequence. */
    List<ContinuousInstance> instances(List<NeighbourGraph> graphs) {
        List<ContinuousInstance> instances = new ArrayList<>();
        for (int s = 0; s < sequences.size(); s++) {
            instances.add(new ContinuousInstance(
                    graphs.get(s),
                    regressors.get(s),
                    values.get(s),
                    sequences.get(s).weight()));
        }
        return instances;
    }

    /** The graph of every sequence. */
    List<NeighbourGraph> graphs(EdgeList edges) {
        List<NeighbourGraph> graphs = new ArrayList<>();
        for (int s = 0; s < sequences.size(); s++) {
            graphs.add(options.neighbourhood()
                    .graph(sequences.get(s), encoded.get(s), edges, regressors.get(s)[0]));
        }
        return graphs;
    }

    /**
     * A start from which the optimiser finds the minimum in few steps: α as for each regressor alone, 1 / (2 · its mean squared error), in
     * equal shares; β half as much.
     */
    double[] start() {
        int count = options.regressors().size();
        double[] start = new double[count + options.neighbourhood().kinds().size()];
        double sum = 0;
        for (int k = 0; k < count; k++) {
            double error = meanSquaredError(k);
            double alpha = 1 / (2 * count * error);
            sum += alpha;
            start[k] = Logarithm.of(alpha);
        }
        Arrays.fill(start, count, start.length, Logarithm.of(sum / (2 * Math.max(1, start.length - count))));
        return start;
    }

    private double meanSquaredError(int regressor) {
        double sum = 0;
        long count = 0;
        for (int s = 0; s < sequences.size(); s++) {
            double[] said = regressors.get(s)[regressor];
            for (int t = 0; t < said.length; t++) {
                double difference = said[t] - values.get(s)[t];
                if (!Double.isNaN(difference)) {
                    sum += difference * difference;
                    count++;
                }
            }
        }
        String name = options.regressors().get(regressor);
        if (count == 0) {
            throw new TrainingException(
                    "the regressor '" + name + "' has no value where a label is known; leave it out");
        }
        double error = sum / count;
        if (!(error > 1e-12)) {
            throw new TrainingException(
                    "the regressor '" + name
                            + "' equals the labels everywhere; is the label, or something computed from it, among the columns?");
        }
        return error;
    }

    /** Columns of frames that are the same everywhere, and so have no attribute. */
    List<String> constantColumns() {
        Stream<String> columns = encoder.extractor() instanceof FrameFeatures frames
                ? frames.settled().stream().map(FrameFeatures.Column::name)
                : Stream.of();
        return columns.filter(name -> encoder.attributes().indexOf(name) < 0).toList();
    }

    List<Sequence> sequences() {
        return sequences;
    }

    List<double[]> values() {
        return values;
    }

    Encoder encoder() {
        return encoder;
    }

    Standardisation target() {
        return target;
    }

    double[] ridgeWeights() {
        return ridgeWeights;
    }

    /** The penalty of the ridge regression. */
    double ridge() {
        return ridge;
    }
}
