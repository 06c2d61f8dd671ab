package org.espalier.cli.option;

import java.nio.file.Path;
import java.util.Set;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.continuous.EdgeList;
import org.espalier.continuous.Prediction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** What is special to predictions of continuous CRFs. */
@HelpTopic(Topic.CONTINUOUS)
public final class PredictionOptions {
    private static final double USUAL_LEVEL = 0.9;
    private static final Set<String> OWN = Set.of("--interval", "--edges", "--complete", "--hide-every");

    @Option(
            names = "--interval",
            paramLabel = "p",
            description =
                    "ccrf: the level of the intervals, from 0.01 to 0.995: a share p of the numbers should lie in theirs. Default:"
                            + " 0.9.")
    private @Nullable Double interval;

    @Option(
            names = "--edges",
            paramLabel = "file",
            description = "ccrf: the neighbours of these data, for a model that was trained with --edges.")
    @UsedFile(value = UsedFile.Use.READ, what = "the edges")
    private @Nullable Path edges;

    /** What is wrong with the options for a model with labels, or null when nothing is. */
    @Nullable
    public String problemWithLabels(ParseResult given) {
        for (OptionSpec option : given.matchedOptions()) {
            if (OWN.contains(option.longestName())) {
                return option.longestName() + " is for continuous CRFs, and this model predicts labels; leave it out";
            }
        }
        return null;
    }

    /**
     * What is wrong with the options for a continuous CRF, or null when nothing is.
     *
     * @param shared options of other models that have a meaning here too
     */
    @Nullable
    public String problem(ContinuousCrf crf, ParseResult given, Set<String> shared) {
        for (OptionSpec option : given.matchedOptions()) {
            String name = option.longestName();
            if (!OWN.contains(name) && !shared.contains(name) && !InputOptions.has(option)) {
                return name + " is for models with labels, and this one is a continuous CRF; leave it out";
            }
        }
        boolean wanted = crf.neighbourhood().nodes() != null;
        if (wanted != (edges != null)) {
            return wanted
                    ? "the model was trained with edges between the rows that column '"
                            + crf.neighbourhood().nodes() + "' names; give those of these data with --edges"
                    : "--edges is for models that were trained with edges; leave it out";
        }
        return null;
    }

    /** The level of the intervals. */
    public double level() {
        return interval == null ? USUAL_LEVEL : Prediction.requireLevel(interval);
    }

    /** The model with the edges of the data. */
    public ContinuousCrf withEdges(ContinuousCrf crf) {
        return edges == null ? crf : crf.withEdges(EdgeList.read(edges));
    }
}
