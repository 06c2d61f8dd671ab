package org.espalier.cli.option;

import java.nio.file.Path;
import java.util.List;
import org.espalier.cli.input.SameColumns;
import org.espalier.cli.input.WrongFormat;
import org.espalier.cli.output.CommandFailure;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.train.EarlyStopping;
import picocli.CommandLine.Option;

/** The development data, and when they end a training. */
@HelpTopic(Topic.DEVELOPMENT)
public final class DevOptions {
    @Option(
            names = "--dev",
            paramLabel = "file",
            description =
                    "Development data. The model with the best score on them is kept, and training stops early when the score"
                            + " no longer improves. May be given several times.")
    @Essential("Development data: keep the model with the best score on them, and stop when it no longer improves.")
    @UsedFile(value = UsedFile.Use.READ, what = "the development data", standardInput = true)
    private List<Path> dev = List.of();

    @Option(
            names = "--dev-metric",
            paramLabel = "f1|accuracy|loss",
            description =
                    "The score on the development data. f1: F1 of spans, or token accuracy if the labels follow no tagging"
                            + " scheme (see 'espalier check'). accuracy: token accuracy. loss: the mean loss. Default: f1.")
    private EarlyStopping.Metric devMetric = EarlyStopping.DEFAULT.metric();

    @Option(
            names = "--patience",
            paramLabel = "n",
            description =
                    "Stop after this many iterations without improvement on the development data. Default: ${DEFAULT-VALUE}.")
    private int patience = EarlyStopping.DEFAULT.patience();

    public EarlyStopping earlyStopping() {
        return new EarlyStopping(devMetric, patience);
    }

    public EarlyStopping.Metric metric() {
        return devMetric;
    }

    public List<Path> files() {
        return dev;
    }

    /** The development data; none when no files were given. */
    public List<Sequence> read(DataOptions options, SameColumns columns) {
        return dev.isEmpty() ? List.of() : read(options, dev, columns);
    }

    /** Development data, which must not be empty. */
    static List<Sequence> read(DataOptions options, List<Path> files, SameColumns columns) {
        List<Sequence> data = Sequences.read(options, files);
        data.forEach(new WrongFormat(options).andThen(columns));
        if (data.isEmpty()) {
            throw new CommandFailure(files.get(0) + ": the development data are empty");
        }
        return data;
    }
}
