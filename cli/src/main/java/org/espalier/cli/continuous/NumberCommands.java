package org.espalier.cli.continuous;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.espalier.cli.option.Caller;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.PredictionOptions;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.Streams;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.continuous.Gaps;
import org.espalier.continuous.Prediction;
import org.espalier.data.Json;
import org.espalier.data.RealValues;
import org.espalier.data.Sequence;
import org.espalier.evaluate.RegressionEvaluation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * What {@code tag} and {@code eval} do when their model is a continuous CRF.
 *
 * @param file of the model
 * @param given the command line
 * @param shared the command's options that have a meaning for such a model too
 */
public record NumberCommands(
        Path file,
        PredictionOptions options,
        InputOptions input,
        List<Path> inputs,
        int threads,
        Caller caller,
        Streams streams,
        ParseResult given,
        Set<String> shared) {

    private ContinuousCrf crf() {
        ContinuousCrf crf = ContinuousCrf.load(file);
        String problem = options.problem(crf, given, shared);
        if (problem != null) {
            throw caller.usage(problem);
        }
        return options.withEdges(crf);
    }

    private <T> T orUsage(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw caller.usage(String.valueOf(e.getMessage()));
        }
    }

    /** Predicts. */
    public void tag(boolean complete, boolean json) {
        double level = orUsage(options::level);
        ContinuousCrf crf = crf();
        new NumberTagging(crf, level, complete, json).run(NumberReader.of(crf, input, inputs, false, threads), streams);
    }

    private record Judged(Sequence sequence, List<Prediction> predictions, double logLikelihood) {}

    /**
     * Compares predictions with the numbers of the data.
     *
     * @param hidden every so many known numbers one is hidden and predicted from the others, each in its turn; null to hide all
     */
    public void evaluate(boolean json, @Nullable Integer hidden) {
        double level = orUsage(options::level);
        if (hidden != null && hidden < 2) {
            throw caller.usage("--hide-every is " + hidden + "; expected at least 2");
        }
        ContinuousCrf crf = crf();
        RegressionEvaluation evaluation = new RegressionEvaluation(level);
        boolean[] any = {false};
        NumberReader.of(crf, input, inputs, true, threads)
                .run(
                        sequence -> judge(crf, sequence, hidden),
                        judged -> any[0] |= add(judged, level, evaluation),
                        separator -> {});
        if (!any[0]) {
            throw new CommandFailure(inputs.get(0) + ": there are no known numbers to compare predictions with");
        }
        streams.print(
                json
                        ? Json.writeIndented(evaluation.scores().toMap())
                        : evaluation.scores().text());
    }

    private static Judged judge(ContinuousCrf crf, Sequence sequence, @Nullable Integer hidden) {
        double logLikelihood = crf.logLikelihood(sequence);
        if (hidden == null) {
            return new Judged(sequence, List.of(crf.predict(sequence)), logLikelihood);
        }
        double[] values = numbers(sequence);
        List<Prediction> predictions = new ArrayList<>();
        for (int turn = 0; turn < hidden; turn++) {
            predictions.add(crf.predict(sequence, Gaps.hide(values, hidden, turn)));
        }
        return new Judged(sequence, predictions, logLikelihood);
    }

    private static double[] numbers(Sequence sequence) {
        List<String> labels = sequence.labels();
        double[] values = new double[sequence.length()];
        Arrays.setAll(values, t -> labels == null ? Double.NaN : RealValues.number(labels.get(t)));
        return values;
    }

    private static boolean add(Judged judged, double level, RegressionEvaluation evaluation) {
        double[] values = numbers(judged.sequence);
        int count = 0;
        for (int t = 0; t < values.length; t++) {
            if (!Double.isNaN(values[t])) {
                Prediction prediction = judged.predictions.get(count++ % judged.predictions.size());
                evaluation.add(values[t], prediction.mean(t), prediction.lower(t, level), prediction.upper(t, level));
            }
        }
        evaluation.addLogLikelihood(judged.logLikelihood);
        return count > 0;
    }
}
