package org.espalier.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Training and prediction of continuous CRFs. */
class ContinuousTrainerTest {
    private static final FrameFeatures FRAMES = FrameFeatures.parse("frames");

    /** y is a smooth walk; column a is y and noise, column b is noise, column g a guess of y. */
    static List<Sequence> walks(int sequences, int length, double missing, long seed) {
        Random random = new Random(seed);
        List<Sequence> walks = new ArrayList<>();
        for (int s = 0; s < sequences; s++) {
            double y = 50 + 5 * random.nextGaussian();
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < length; t++) {
                y += random.nextGaussian();
                double a = y + 4 * random.nextGaussian();
                double b = random.nextGaussian();
                double g = y + 6 * random.nextGaussian();
                tokens.add(new Token(
                        List.of(String.valueOf(a), String.valueOf(b), String.valueOf(g)),
                        List.of(),
                        List.of("a", "b", "g")));
                labels.add(random.nextDouble() < missing ? "NA" : String.valueOf(y));
            }
            List<String> nodes =
                    IntStream.range(0, length).mapToObj(t -> "n" + t).toList();
            walks.add(new Sequence(
                    tokens,
                    labels,
                    1,
                    List.of(Json.write(Collections.singletonMap("node", nodes))),
                    new Location("walks.csv", 2L + (long) s * length)));
        }
        return walks;
    }

    private static double rootMeanSquare(List<Sequence> data, java.util.function.Function<Sequence, double[]> predict) {
        double sum = 0;
        int count = 0;
        for (Sequence sequence : data) {
            double[] predicted = predict.apply(sequence);
            double[] values = RealLabels.of(sequence);
            for (int t = 0; t < values.length; t++) {
                if (!Double.isNaN(values[t])) {
                    sum += (values[t] - predicted[t]) * (values[t] - predicted[t]);
                    count++;
                }
            }
        }
        return Math.sqrt(sum / count);
    }

    @Test
    void neighboursHelpARegression() {
        ContinuousCrf crf = new ContinuousTrainer(FRAMES, ContinuousOptions.DEFAULTS).train(walks(20, 100, 0, 1));
        List<Sequence> test = walks(20, 100, 0, 2);
        double alone = rootMeanSquare(test, crf::ridge);
        double together = rootMeanSquare(test, sequence -> crf.predict(sequence).means());
        assertThat(alone).isBetween(2.8, 3.6); // two noisy views of y, of deviations 4 and 6: 3.33
        assertThat(together).isLessThan(0.7 * alone);
        List<Sequence> holes = walks(20, 100, 0.3, 2);
        double completed = rootMeanSquare(
                test,
                sequence -> crf.complete(holes.get(test.indexOf(sequence))).means());
        assertThat(completed).isLessThan(0.5 * together);
    }

    @Test
    void intervalsCoverWhatTheySay() {
        ContinuousCrf crf = new ContinuousTrainer(FRAMES, ContinuousOptions.DEFAULTS).train(walks(40, 100, 0.1, 1));
        ContinuousCrf onDev = new ContinuousTrainer(FRAMES, ContinuousOptions.DEFAULTS)
                .withDev(walks(40, 100, 0, 3))
                .train(walks(10, 100, 0, 1));
        for (ContinuousCrf each : List.of(crf, onDev)) {
            for (double level : new double[] {0.5, 0.9, 0.99}) {
                int covered = 0;
                int count = 0;
                for (Sequence sequence : walks(40, 100, 0, 2)) {
                    Prediction prediction = each.predict(sequence);
                    double[] values = RealLabels.of(sequence);
                    for (int t = 0; t < values.length; t++) {
                        count++;
                        covered += values[t] >= prediction.lower(t, level) && values[t] <= prediction.upper(t, level)
                                ? 1
                                : 0;
                    }
                }
                assertThat((double) covered / count).isEqualTo(level, within(0.04));
            }
        }
    }

    /** Without neighbours and with one regressor, the likelihood is highest at α = 1 / (2 · mean squared error). */
    @Test
    void aSingleRegressorHasAClosedForm() {
        List<Sequence> data = walks(5, 40, 0.2, 4);
        ContinuousOptions options = ContinuousOptions.DEFAULTS
                .withRegressors(List.of("g"))
                .withNeighbourhood(Neighbourhood.CHAIN.withLags(List.of()));
        ContinuousCrf crf = new ContinuousTrainer(FRAMES, options).train(data);
        double error = rootMeanSquare(data, sequence -> RealLabels.column(sequence, "g"))
                / crf.target().scale();
        assertThat(crf.alpha()[0]).isEqualTo(1 / (2 * error * error), within(1e-5));
        assertThat(crf.beta()).isEmpty();
        Prediction prediction = crf.predict(data.get(0));
        double[] guessed = RealLabels.column(data.get(0), "g");
        for (int t = 0; t < prediction.length(); t++) {
            assertThat(prediction.mean(t)).isEqualTo(guessed[t], within(1e-9));
            assertThat(prediction.deviation(t)).isEqualTo(error * crf.target().scale(), within(1e-4));
        }
    }

    /** Without neighbours, the mean is Σ α_k f_k / Σ α_k, and the best shares are those of a least-squares mixture. */
    @Test
    void severalRegressorsHaveTheirBestMixture() {
        List<Sequence> data = walks(10, 60, 0, 5);
        ContinuousOptions options = ContinuousOptions.DEFAULTS
                .withRegressors(List.of("a", "g"))
                .withNeighbourhood(Neighbourhood.CHAIN.withLags(List.of()));
        ContinuousCrf crf = new ContinuousTrainer(FRAMES, options).train(data);
        double share = crf.alpha()[0] / (crf.alpha()[0] + crf.alpha()[1]);
        double numerator = 0; // share = Σ (y − g)(a − g) / Σ (a − g)²
        double denominator = 0;
        for (Sequence sequence : data) {
            double[] y = RealLabels.of(sequence);
            double[] a = RealLabels.column(sequence, "a");
            double[] g = RealLabels.column(sequence, "g");
            for (int t = 0; t < y.length; t++) {
                numerator += (y[t] - g[t]) * (a[t] - g[t]);
                denominator += (a[t] - g[t]) * (a[t] - g[t]);
            }
        }
        assertThat(share).isEqualTo(numerator / denominator, within(1e-4));
    }

    /** Values drawn from the model lead back to its weights. */
    @Test
    void weightsAreFoundAgain() {
        double alpha = 0.8;
        double beta = 3;
        Random random = new Random(9);
        List<Sequence> data = new ArrayList<>();
        int n = 60;
        for (int s = 0; s < 60; s++) {
            double[] f = Dense.values(n, 0, random);
            NeighbourGraph.Builder graph = NeighbourGraph.builder(n);
            IntStream.range(1, n).forEach(t -> graph.add(t - 1, t, 0, 1));
            double[][] precision =
                    Dense.precision(graph.build(), new double[][] {f}, new double[] {alpha}, new double[] {beta});
            double[][] covariance = Dense.inverse(Arrays.copyOf(precision, n));
            double[] y = draw(covariance, precision[n], random);
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < n; t++) {
                tokens.add(new Token(List.of(String.valueOf(f[t])), List.of(), List.of("f")));
                labels.add(String.valueOf(y[t]));
            }
            data.add(new Sequence(tokens, labels, 1, List.of(), Location.NONE));
        }
        ContinuousCrf crf =
                new ContinuousTrainer(FRAMES, ContinuousOptions.DEFAULTS.withRegressors(List.of("f"))).train(data);
        double square = crf.target().scale() * crf.target().scale(); // weights are those of standardised values
        assertThat(crf.alpha()[0] / square).isEqualTo(alpha, within(0.1));
        assertThat(crf.beta()[0] / square).isEqualTo(beta, within(0.3));
    }

    /** Where all changes are as predicted, the mean is the regressor itself, however strong the neighbours are. */
    @Test
    void predictedChangesDoNotSmooth() {
        NeighbourGraph.Builder graph = NeighbourGraph.builder(5);
        double[] f = {1, -3, 2, 7, 0};
        for (int t = 1; t < 5; t++) {
            graph.add(t, t - 1, 0, 1, f[t] - f[t - 1]);
        }
        double[] unknown = new double[5];
        Arrays.fill(unknown, Double.NaN);
        GaussianSum sum = new GaussianSum(graph.build(), unknown);
        sum.solve(new double[][] {f}, new double[] {0.1}, new double[] {50});
        assertThat(sum.mean()).containsExactly(f, within(1e-10));
    }

    private static double[] draw(double[][] covariance, double[] b, Random random) {
        int n = b.length;
        double[][] root = new double[n][n];
        double[] y = new double[n];
        double[] noise = random.doubles(n).map(u -> random.nextGaussian()).toArray();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = covariance[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= root[i][k] * root[j][k];
                }
                root[i][j] = i == j ? Math.sqrt(sum) : sum / root[j][j];
                y[i] += root[i][j] * noise[j];
            }
            for (int j = 0; j < n; j++) {
                y[i] += covariance[i][j] * b[j];
            }
        }
        return y;
    }

    @Test
    void aChainIsAGraphWithTheSameEdges() {
        List<Sequence> data = walks(6, 30, 0.1, 6);
        List<EdgeList.Edge> edges = new ArrayList<>();
        for (int lag : new int[] {1, 3}) {
            for (int t = lag; t < 30; t++) {
                edges.add(new EdgeList.Edge("n" + t, "n" + (t - lag), 1, "lag" + lag, Location.NONE));
            }
        }
        EdgeList list = new EdgeList(edges);
        Neighbourhood lags = Neighbourhood.CHAIN.withLags(List.of(1, 3));
        Neighbourhood graph = lags.withLags(List.of()).withEdges("node", list.kinds());
        ContinuousCrf chain =
                new ContinuousTrainer(FRAMES, ContinuousOptions.DEFAULTS.withNeighbourhood(lags)).train(data);
        ContinuousCrf other = new ContinuousTrainer(FRAMES, ContinuousOptions.DEFAULTS.withNeighbourhood(graph))
                .withEdges(list)
                .train(data);
        assertThat(other.alpha()).containsExactly(chain.alpha(), within(1e-5));
        assertThat(other.beta()).containsExactly(chain.beta(), within(1e-5));
        assertThat(other.logLikelihood(data.get(0))).isEqualTo(chain.logLikelihood(data.get(0)), within(1e-5));
    }

    @Test
    void threadsDoNotMatterAndFilesKeepEveryBit(@TempDir Path folder) throws Exception {
        List<Sequence> data = walks(12, 30, 0.2, 8);
        ContinuousOptions options = ContinuousOptions.DEFAULTS
                .withRegressors(List.of("ridge", "g"))
                .withNeighbourhood(Neighbourhood.CHAIN.withLags(List.of(1, 2)).withWidth(1.5));
        List<byte[]> files = new ArrayList<>();
        for (int threads = 1; threads <= 3; threads++) {
            ContinuousCrf crf = new ContinuousTrainer(FRAMES, options.withThreads(threads)).train(data);
            Path file = folder.resolve("model" + threads + ".esp");
            crf.save(file);
            files.add(Files.readAllBytes(file));
            ContinuousCrf read = ContinuousCrf.load(file);
            assertThat(ContinuousCrf.recognises(file)).isTrue();
            assertThat(read.predict(data.get(0)).means())
                    .isEqualTo(crf.predict(data.get(0)).means());
            assertThat(read.predict(data.get(0)).lower(3, 0.8))
                    .isEqualTo(crf.predict(data.get(0)).lower(3, 0.8));
            assertThat(read.neighbourhood().kinds())
                    .containsExactly(
                            "lag 1",
                            "change at lag 1",
                            "similar at lag 1",
                            "lag 2",
                            "change at lag 2",
                            "similar at lag 2");
            assertThat(read.logLikelihood(data.get(1))).isEqualTo(crf.logLikelihood(data.get(1)));
        }
        assertThat(files.get(1)).isEqualTo(files.get(0));
        assertThat(files.get(2)).isEqualTo(files.get(0));
    }

    /** The density is one of the values' own units: in metres it is a thousand times that in millimetres. */
    @Test
    void unitsDoNotMatter() {
        List<Sequence> data = walks(4, 30, 0.1, 10);
        List<Sequence> thousand = data.stream()
                .map(sequence -> new Sequence(
                        sequence.tokens(),
                        Arrays.stream(RealLabels.of(sequence))
                                .mapToObj(value -> Double.isNaN(value) ? "?" : String.valueOf(1000 * value))
                                .toList(),
                        1,
                        List.of(),
                        sequence.location()))
                .toList();
        ContinuousCrf metres = new ContinuousTrainer(FRAMES, ContinuousOptions.DEFAULTS).train(data);
        ContinuousCrf millimetres = new ContinuousTrainer(FRAMES, ContinuousOptions.DEFAULTS).train(thousand);
        long known = Arrays.stream(RealLabels.of(data.get(0)))
                .filter(value -> !Double.isNaN(value))
                .count();
        assertThat(millimetres.logLikelihood(thousand.get(0)) + known * Math.log(1000))
                .isEqualTo(metres.logLikelihood(data.get(0)), within(1e-5));
        assertThat(millimetres.predict(thousand.get(0)).deviation(5))
                .isEqualTo(1000 * metres.predict(data.get(0)).deviation(5), within(1e-2));
    }

    @Test
    void whatCannotBeLearntIsTold() {
        List<Sequence> data = walks(3, 20, 0, 11);
        ContinuousTrainer trainer = new ContinuousTrainer(FRAMES, ContinuousOptions.DEFAULTS);
        Sequence first = data.get(0);
        Sequence text =
                new Sequence(first.tokens(), Collections.nCopies(20, "high"), 1, List.of(), new Location("a.csv", 2));
        assertThatThrownBy(() -> trainer.train(List.of(text)))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("a.csv:2")
                .hasMessageContaining("the label is 'high'");
        Sequence constant = new Sequence(first.tokens(), Collections.nCopies(20, "3.5"), 1, List.of(), Location.NONE);
        assertThatThrownBy(() -> trainer.train(List.of(constant)))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("all values of the training data are 3.5");
        assertThatThrownBy(() -> trainer.train(List.of()))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("0 known values");
        assertThatThrownBy(() -> with(List.of("h")).train(data))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("no column 'h'")
                .hasMessageContaining("[a, b, g]");
        Sequence told = new Sequence(
                first.tokens(),
                first.tokens().stream().map(token -> token.columns().get(2)).toList(),
                1,
                List.of(),
                Location.NONE);
        assertThatThrownBy(() -> with(List.of("g")).train(List.of(told)))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("equals the labels everywhere");
    }

    private static ContinuousTrainer with(List<String> regressors) {
        return new ContinuousTrainer(FRAMES, ContinuousOptions.DEFAULTS.withRegressors(regressors));
    }

    @Test
    void aSequenceOfWhichNobodySaysAnythingIsNamed() {
        List<Sequence> data = walks(3, 20, 0, 12);
        List<Token> mute = data.get(0).tokens().stream()
                .map(token -> new Token(List.of("1", "2", "NA"), List.of(), token.names()))
                .toList();
        Sequence silent = new Sequence(mute, data.get(0).labels(), 1, List.of(), new Location("b.csv", 70));
        assertThatThrownBy(() -> with(List.of("g")).train(List.of(data.get(1), silent)))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("b.csv:70")
                .hasMessageContaining("singular");
        ContinuousCrf crf = with(List.of("g")).train(data);
        assertThatThrownBy(() -> crf.predict(silent))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("b.csv:70")
                .hasMessageContaining("singular");
    }

    @Test
    void constantColumnsAndEdgesToNowhereAreTold() {
        List<String> warnings = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onWarning(String message) {
                warnings.add(message);
            }
        };
        List<Sequence> data = walks(3, 20, 0, 13).stream()
                .map(sequence -> new Sequence(
                        sequence.tokens().stream()
                                .map(token -> new Token(
                                        List.of(
                                                token.columns().get(0),
                                                "7",
                                                token.columns().get(2)),
                                        List.of(),
                                        token.names()))
                                .toList(),
                        sequence.labels(),
                        1,
                        sequence.comments(),
                        sequence.location()))
                .toList();
        EdgeList edges = new EdgeList(List.of(
                new EdgeList.Edge("n0", "n1", 1, "edge", Location.NONE),
                new EdgeList.Edge("n0", "elsewhere", 1, "edge", Location.NONE)));
        Neighbourhood around = Neighbourhood.CHAIN.withEdges("node", edges.kinds());
        new ContinuousTrainer(FRAMES, ContinuousOptions.DEFAULTS.withNeighbourhood(around))
                .withEdges(edges)
                .withListener(listener)
                .train(data.subList(0, 1));
        assertThat(warnings).hasSize(2);
        assertThat(warnings.get(0)).contains("column b");
        assertThat(warnings.get(1)).contains("1 of 2 edges");
    }

    @Test
    void optionsAreChecked() {
        ContinuousOptions options = ContinuousOptions.DEFAULTS;
        assertThatThrownBy(() -> options.withRegressors(List.of())).hasMessageContaining("at least one");
        assertThatThrownBy(() -> options.withRegressors(List.of("a", "a"))).hasMessageContaining("each once");
        assertThatThrownBy(() -> options.withRidge(0.0)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> options.withFolds(1)).hasMessageContaining("2 to 1000");
        assertThatThrownBy(() -> options.withThreads(-1)).hasMessageContaining("threads");
        assertThatThrownBy(() -> Neighbourhood.CHAIN.withLags(List.of(0))).hasMessageContaining("1 to 2000");
        assertThatThrownBy(() -> Neighbourhood.CHAIN.withWidth(-1)).hasMessageContaining("width");
        assertThatThrownBy(() -> Neighbourhood.CHAIN.withLags(List.of()).withWidth(1))
                .hasMessageContaining("lag");
        assertThatThrownBy(() -> Neighbourhood.CHAIN.withEdges(null, List.of("edge")))
                .hasMessageContaining("column");
        assertThatThrownBy(() -> Prediction.requireLevel(1)).hasMessageContaining("0.995");
    }
}
