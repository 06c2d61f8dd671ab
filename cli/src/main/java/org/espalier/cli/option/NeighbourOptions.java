package org.espalier.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.espalier.continuous.ContinuousOptions;
import org.espalier.continuous.EdgeList;
import org.espalier.continuous.Neighbourhood;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** What is special to the training of continuous CRFs. */
@HelpTopic(Topic.CONTINUOUS)
public final class NeighbourOptions {
    /** The options that only continuous CRFs have. */
    private static final Set<String> OWN = Set.of(
            "--regressors", "--lags", "--no-changes", "--similarity", "--edges", "--node-column", "--regression-folds");

    /** The options of other models that continuous CRFs have too, besides those that say how data are read. */
    private static final Set<String> SHARED = Set.of(
            "--output",
            "--model",
            "--features",
            "--template",
            "--feature-map",
            "--l2",
            "--max-iterations",
            "--tolerance",
            "--period",
            "--memory",
            "--gradient-tolerance",
            "--dev",
            "--threads",
            "--report",
            "--quiet");

    @Option(
            names = "--regressors",
            paramLabel = "names",
            split = ",",
            description =
                    "ccrf: what predicts a number by itself, separated by commas: ridge, a regression on the features, and names"
                            + " of columns that are predictions already. Default: ridge.")
    private List<String> regressors = ContinuousOptions.DEFAULTS.regressors();

    @Option(
            names = "--lags",
            paramLabel = "list",
            description =
                    "ccrf: rows so far apart are neighbours, for example 1..3,24; none for none. Default: 1; none with --edges.")
    private @Nullable String lags;

    @Option(
            names = "--no-changes",
            description =
                    "ccrf: neighbours are only expected to be alike, and not to differ by what the first regressor predicts.")
    private boolean noChanges;

    @Option(
            names = "--similarity",
            paramLabel = "width",
            description =
                    "ccrf: neighbours whose features are alike pull more: exp(-distance^2 / (2 width^2)). Default: none.")
    private @Nullable Double similarity;

    @Option(
            names = "--edges",
            paramLabel = "file",
            description =
                    "ccrf: a table of neighbours with the columns from and to, and perhaps similarity and kind; needs --node-column.")
    @UsedFile(value = UsedFile.Use.READ, what = "the edges")
    private @Nullable Path edges;

    @Option(
            names = "--node-column",
            paramLabel = "name",
            description = "ccrf: the column that names the rows that --edges connect.")
    private @Nullable String nodeColumn;

    @Option(
            names = "--regression-folds",
            paramLabel = "n",
            description =
                    "ccrf: the ridge regression predicts each of n blocks of the training data from the others. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int folds = ContinuousOptions.DEFAULTS.folds();

    /** What is wrong with the options that are given, or null when nothing is. */
    @Nullable
    public String problem(ModelKind model, ParseResult given) {
        for (OptionSpec option : given.matchedOptions()) {
            String name = option.longestName();
            if (model != ModelKind.CCRF && OWN.contains(name)) {
                return name + " cannot be combined with --model " + model + "; leave it out, or use --model ccrf";
            }
            if (model == ModelKind.CCRF && !OWN.contains(name) && !SHARED.contains(name) && !InputOptions.has(option)) {
                return name + " cannot be combined with --model ccrf; leave it out";
            }
        }
        boolean named = nodeColumn != null;
        return named == (edges != null)
                ? null
                : named
                        ? "--node-column is for --edges; leave it out, or give the edges"
                        : "--edges needs --node-column, the column that names the rows which edges connect";
    }

    /** How the data are read: as tables of frames whose labels are numbers, unless options say otherwise. */
    public DataOptions data(InputOptions input) {
        DataOptions options = input.like(DataOptions.of(Format.FRAMES));
        if (options.format() != Format.FRAMES) {
            throw new IllegalArgumentException("--format " + options.format()
                    + " with --model ccrf, which learns numbers from tables of numbers; leave --format out, or give --format"
                    + " frames");
        }
        Set<String> ignored = new LinkedHashSet<>(options.instances().ignored());
        if (nodeColumn != null) {
            ignored.add(nodeColumn);
        }
        return options.withInstances(options.instances().withRealLabels(true).withIgnored(ignored));
    }

    /** The edges; none when no file was given. */
    public EdgeList edges() {
        return edges == null ? EdgeList.NONE : EdgeList.read(edges);
    }

    /**
     * The options of a training.
     *
     * @throws IllegalArgumentException when a number cannot be
     */
    public ContinuousOptions options(OptimizerOptions limits, EdgeList list, int threads, Predicate<String> isGiven) {
        Neighbourhood around =
                Neighbourhood.CHAIN.withLags(lags()).withChanges(!noChanges).withEdges(nodeColumn, list.kinds());
        return ContinuousOptions.DEFAULTS
                .withRegressors(regressors.stream().map(String::strip).toList())
                .withNeighbourhood(similarity == null ? around : around.withWidth(required(similarity)))
                .withRidge(limits.ridge(isGiven))
                .withFolds(folds)
                .withOptimizer(limits.limits(ContinuousOptions.DEFAULTS.optimizer(), isGiven))
                .withThreads(threads);
    }

    private static double required(double width) {
        if (!(width > 0)) {
            throw new IllegalArgumentException("--similarity is " + width + "; expected a number above 0");
        }
        return width;
    }

    private List<Integer> lags() {
        if (lags == null) {
            return edges == null ? Neighbourhood.CHAIN.lags() : List.of();
        }
        List<Integer> list = new ArrayList<>();
        if (lags.strip().equals("none")) {
            return list;
        }
        for (String part : lags.split(",", -1)) {
            String[] ends = part.strip().split("\\.\\.", -1);
            int first = lag(ends[0]);
            int last = ends.length == 2 ? lag(ends[1]) : first;
            if (ends.length > 2 || last < first) {
                throw wrongLags();
            }
            for (int lag = first; lag <= last; lag++) {
                list.add(lag);
            }
        }
        return list;
    }

    private int lag(String text) {
        if (!text.matches("[1-9][0-9]{0,3}") || Integer.parseInt(text) > Neighbourhood.LARGEST_LAG) {
            throw wrongLags();
        }
        return Integer.parseInt(text);
    }

    private IllegalArgumentException wrongLags() {
        return new IllegalArgumentException("--lags is '" + lags + "'; expected numbers of rows from 1 to "
                + Neighbourhood.LARGEST_LAG + " such as 1..3,24, or none");
    }
}
