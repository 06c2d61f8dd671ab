package org.espalier.cli.option;

import java.nio.file.Path;
import java.util.List;
import org.espalier.evaluate.PairedBootstrap;
import org.espalier.evaluate.PairedComparison;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which other model is compared, and how. */
@HelpTopic(Topic.SCORES)
public final class AgainstOptions {
    @Option(
            names = "--against",
            paramLabel = "other.esp",
            description =
                    "Also compare with another model on the same sequences: the difference in F1 and accuracy, its 95%%"
                            + " interval, and the probability that it is due to chance (paired bootstrap). With --columns: another file"
                            + " of gold and predicted labels.")
    @Essential("Compare with another model: difference, 95%% interval, p-value.")
    @UsedFile(value = UsedFile.Use.READ, what = "the other model")
    private @Nullable Path other;

    @Option(
            names = "--against-data",
            paramLabel = "file",
            description =
                    "The same sequences in the format of the --against model, if it differs. May be given several times."
                            + " Default: the same files.")
    @UsedFile(value = UsedFile.Use.READ, what = "the data of the other model")
    private List<Path> data = List.of();

    @Option(
            names = "--samples",
            paramLabel = "n",
            description = "The number of samples for --against. Default: ${DEFAULT-VALUE}.")
    private int samples = PairedBootstrap.USUAL_SAMPLES;

    @Option(
            names = "--seed",
            paramLabel = "n",
            description = "The random seed for --against. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    /** The other model, or null when nothing is compared. */
    public @Nullable Path other() {
        return other;
    }

    /** What the other model reads; empty when it reads the same files. */
    public List<Path> data() {
        return data;
    }

    /** Those without effect. */
    public OptionRule idle() {
        return OptionRule.of(other != null, "without --against", "--against-data", "--samples", "--seed");
    }

    /** Refuses what does not go together. */
    public void check(Caller command, boolean columns, boolean conlleval) {
        if (other == null) {
            return;
        }
        if (samples < 1) {
            throw command.usage("--samples is " + samples + "; expected at least 1");
        }
        if (conlleval) {
            throw command.usage(
                    "--against cannot be combined with --output-format conlleval, which is conlleval's report and nothing"
                            + " else; choose text or json");
        }
        if (columns && !data.isEmpty()) {
            throw command.usage("--against-data is for models; with --columns, --against itself names the data");
        }
    }

    /** Compares what was added. */
    public PairedComparison compare(PairedBootstrap bootstrap) {
        return bootstrap.compare(samples, seed);
    }
}
