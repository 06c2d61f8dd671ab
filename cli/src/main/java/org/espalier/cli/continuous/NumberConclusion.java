package org.espalier.cli.continuous;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.output.OutputFiles;
import org.espalier.cli.output.Streams;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.data.Json;
import org.espalier.train.TrainingReport;
import org.jspecify.annotations.Nullable;

/**
 * What {@code espalier train --model ccrf} says and writes at its end.
 *
 * @param output where the model was written
 * @param report where the figures are to be written, or null
 */
public record NumberConclusion(
        Streams streams,
        boolean quiet,
        Path output,
        @Nullable Path report) {

    /** After a model was learnt. */
    public void tell(TrainingReport training, ContinuousCrf crf, boolean interrupted) {
        if (report != null) {
            Map<String, Object> map = NumberInspection.of(crf);
            map.put("seconds", training.seconds());
            map.put("model", output.toString());
            map.put("modelBytes", OutputFiles.size(output));
            map.put("interrupted", interrupted);
            streams.attempt(() -> OutputFiles.write(report, Json.writeIndented(map)));
        }
        if (interrupted) {
            streams.say("interrupted after iteration " + training.iterations() + "; the model so far is saved in "
                    + output);
        }
        if (!quiet) {
            tellHow(training, crf);
        }
        if (!training.stopReason().converged() && !interrupted) {
            streams.say("warning: not converged: " + training.stopText());
        }
    }

    private void tellHow(TrainingReport training, ContinuousCrf crf) {
        streams.say(training.stopText());
        streams.say(String.format(
                Locale.ROOT,
                "objective %.6f, gradient norm %.3g, after %d iterations (%d evaluations) in %.1f seconds",
                training.objective(),
                training.gradientNorm(),
                training.iterations(),
                training.evaluations(),
                training.seconds()));
        tellWeights("alpha", crf.regressors(), crf.alpha());
        tellWeights("beta", crf.neighbourhood().kinds(), crf.beta());
        streams.say(String.format(
                Locale.ROOT,
                "%s: %,d weights of a ridge regression, %,d bytes",
                output,
                crf.ridgeWeights().length,
                OutputFiles.size(output)));
    }

    private void tellWeights(String kind, List<String> names, double[] weights) {
        for (int k = 0; k < weights.length; k++) {
            streams.say(String.format(Locale.ROOT, "%-5s %-20s %.5g", kind, names.get(k), weights[k]));
        }
    }
}
