package org.espalier.cli.multilabel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.cli.command.Interruption;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.OutputFiles;
import org.espalier.cli.report.TrainingDisplay;
import org.espalier.data.LabelSet;
import org.espalier.data.Sequence;
import org.espalier.feature.graph.GraphFeatures;
import org.espalier.graph.LabelTree;
import org.espalier.labelling.factor.GraphModelSpec;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.train.Algorithm;
import org.espalier.train.EarlyStopping;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier multilabel train}: learns a tree of labels and its weights. */
@HelpTopic(Topic.OPTIMISER)
@Command(
        name = "train",
        description = {
            "Learns from instances with several labels each. The labels that say most about each other in the training"
                    + " data are joined by a tree (Chow and Liu), on which everything is exact.",
            "A line is 1,3,5 1:0.2 7:1 (labels, then index:value) or {\"labels\": [...], \"features\": {...}}.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier multilabel train -o model.esp train.svm",
            "  espalier multilabel train --independent --l2 10 -o model.esp train.jsonl"
        })
final class TrainCommand extends Subcommand {
    @Parameters(
            paramLabel = "train.svm",
            arity = "1..*",
            description = "Labelled instances: files (*.gz is unpacked), or - for standard input.")
    @HelpTopic(Topic.FILES)
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<Path> inputs = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "model.esp",
            required = true,
            description = "Where to write the model.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the model")
    private Path output = Path.of("");

    @Option(
            names = "--independent",
            description = "Join no labels: a logistic regression per label, the baseline that a tree should beat.")
    @HelpTopic(Topic.MODEL)
    @Essential
    private boolean independent;

    @Option(
            names = "--edge-attributes",
            description =
                    "What labels say about each other depends on the instance: the edges look at its attributes too."
                            + " Many more weights.")
    @HelpTopic(Topic.MODEL)
    @Essential
    private boolean joined;

    @Option(
            names = "--loss",
            paramLabel = "log|hinge|squared-hinge|softmax-margin",
            description = "log: the likelihood. The others have a margin; hinge is the structured SVM. Default:"
                    + " ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.MODEL)
    private LossFunction loss = LossFunction.LOG;

    @Option(
            names = "--l2",
            paramLabel = "x",
            description = "The penalty is x/2 times the sum of the squared weights. Default: ${DEFAULT-VALUE}.")
    @Essential
    private double l2 = 1;

    @Option(
            names = "--max-iterations",
            paramLabel = "n",
            description = "Stop after so many iterations. Default: ${DEFAULT-VALUE}.")
    private int maxIterations = TrainingOptions.DEFAULTS.optimizer().maxIterations();

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Option(
            names = {"-q", "--quiet"},
            description = "Show warnings and errors only.")
    @HelpTopic(Topic.RUNNING)
    private boolean quiet;

    @Override
    protected int run() {
        if (independent && joined) {
            throw usage("--edge-attributes with --independent, which has no edges; leave one of them out");
        }
        TrainingOptions options = orUsage(() -> TrainingOptions.DEFAULTS
                .withStructure(GraphModelSpec.exact())
                .withLearning(loss, Algorithm.AUTO)
                .withL2(l2)
                .withMaxIterations(maxIterations)
                .withThreads(threads.chosen(this)));
        List<LabelSet> instances = LabelSet.read(inputs, true);
        Set<String> names = new TreeSet<>();
        List<Set<String>> sets = new ArrayList<>();
        for (LabelSet instance : instances) {
            Set<String> labels = Objects.requireNonNull(instance.labels());
            names.addAll(labels);
            sets.add(labels);
        }
        if (names.isEmpty()) {
            throw new CommandFailure(inputs.get(0) + ": no instance has a label; expected lines such as 1,3 1:0.5 2:1");
        }
        List<String> labels = List.copyOf(names);
        LabelTree tree = independent ? LabelTree.independent(labels) : LabelTree.chowLiu(labels, sets);
        List<Sequence> graphs = instances.stream()
                .map(instance -> tree.graph(instance.attributes(), instance.labels(), joined))
                .toList();
        Interruption interruption = new Interruption();
        TrainingDisplay display = new TrainingDisplay(
                streams(),
                quiet,
                EarlyStopping.Metric.LOSS,
                () -> interruption.install(() -> streams()
                        .say("stopping after this iteration to save the model; interrupt again to abort at once")));
        Model model = new Trainer(new GraphFeatures(), options)
                .withListener(display)
                .withStop(interruption::isWanted)
                .train(graphs);
        OutputFiles.save(output, "the model", LabelSetModel.noted(model, joined)::save);
        if (!quiet) {
            streams()
                    .say(String.format(
                            Locale.ROOT,
                            "%s; %,d instances, %d labels%s, %,d weights; model written to %s",
                            display.report().stopText(),
                            instances.size(),
                            labels.size(),
                            independent ? " by themselves" : " in a tree",
                            model.weights().length,
                            output));
        }
        return interruption.exitCode();
    }
}
