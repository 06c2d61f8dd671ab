package org.espalier.cli.continuous;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.espalier.cli.option.Caller;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.PredictionOptions;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.Streams;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.continuous.Prediction;
import org.espalier.data.Json;
import org.espalier.data.RealValues;
import org.espalier.data.Sequence;
import org.espalier.evaluate.RegressionEvaluation;
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

    private record Judged(Sequence sequence, Prediction prediction, double logLikelihood) {}

    /** Compares predictions with the numbers of the data. */
    public void evaluate(boolean json) {
        double level = orUsage(options::level);
        ContinuousCrf crf = crf();
        RegressionEvaluation evaluation = new RegressionEvaluation(level);
        boolean[] any = {false};
        NumberReader.of(crf, input, inputs, true, threads)
                .run(
                        sequence -> new Judged(sequence, crf.predict(sequence), crf.logLikelihood(sequence)),
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

    private static boolean add(Judged judged, double level, RegressionEvaluation evaluation) {
        List<String> labels = judged.sequence.labels();
        boolean any = false;
        for (int t = 0; labels != null && t < labels.size(); t++) {
            double value = RealValues.number(labels.get(t));
            if (!Double.isNaN(value)) {
                Prediction prediction = judged.prediction;
                evaluation.add(value, prediction.mean(t), prediction.lower(t, level), prediction.upper(t, level));
                any = true;
            }
        }
        evaluation.addLogLikelihood(judged.logLikelihood);
        return any;
    }
}
