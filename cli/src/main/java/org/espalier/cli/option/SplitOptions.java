package org.espalier.cli.option;

import java.nio.file.Path;
import java.util.List;
import org.espalier.cli.input.SameColumns;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.tune.CrossValidation;
import org.espalier.tune.HeldOut;
import org.espalier.tune.Split;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code espalier tune} learns from and what it measures on. */
@HelpTopic(Topic.SEARCH)
public final class SplitOptions {
    private static final int USUAL_FOLDS = 5;

    @Option(
            names = "--folds",
            paramLabel = "k",
            description = "The number of folds for cross-validation. Default: 5, or none with --dev.")
    @Essential
    private @Nullable Integer folds;

    @Option(
            names = "--arrangement",
            paramLabel = "kind",
            description = {
                "How sequences are assigned to folds. shuffled: at random. stratified: the same share of every label in"
                        + " every fold. blocks: neighbours together. grouped: see --group-column. usual: stratified if all sequences"
                        + " have one token, otherwise shuffled. Default: usual."
            })
    private CrossValidation.Arrangement arrangement = CrossValidation.Arrangement.USUAL;

    @Option(
            names = "--group-column",
            paramLabel = "n",
            description =
                    "Keep sequences in one fold if their first tokens agree in this column (counted from 0, without the"
                            + " label), such as a document or an author.")
    private @Nullable Integer groupColumn;

    @Option(
            names = "--dev",
            paramLabel = "file",
            description = "Measure on these data instead of cross-validating. May be given several times.")
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the development data", standardInput = true)
    private List<Path> dev = List.of();

    /** What has no effect. */
    public List<OptionRule> idle() {
        return List.of(OptionRule.of(
                dev.isEmpty() && groupColumn == null,
                dev.isEmpty() ? "with --group-column" : "with --dev",
                "--arrangement"));
    }

    /** Refuses what does not go together. */
    public void check() {
        if (!dev.isEmpty() && (folds != null || groupColumn != null)) {
            throw new IllegalArgumentException(
                    "--dev replaces cross-validation; leave out --folds and --group-column, or --dev");
        }
        if (arrangement == CrossValidation.Arrangement.GROUPED && groupColumn == null) {
            throw new IllegalArgumentException(
                    "--arrangement grouped needs --group-column, the column that names the group");
        }
    }

    public Split chosen(DataOptions options, List<Sequence> data, long seed) {
        if (!dev.isEmpty()) {
            SameColumns columns = new SameColumns(options);
            data.forEach(columns);
            return new HeldOut(DevOptions.read(options, dev, columns));
        }
        int count = folds == null ? USUAL_FOLDS : folds;
        return groupColumn == null
                ? new CrossValidation(count, arrangement, 0, seed)
                : new CrossValidation(count, CrossValidation.Arrangement.GROUPED, groupColumn, seed);
    }
}
