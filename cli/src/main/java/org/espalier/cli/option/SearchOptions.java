package org.espalier.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.espalier.data.Format;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.text.FeatureSet;
import org.espalier.tune.GridSearch;
import org.espalier.tune.Hyperparameter;
import org.espalier.tune.LearningCurve;
import org.espalier.tune.RandomSearch;
import org.espalier.tune.Range;
import org.espalier.tune.Recipe;
import org.espalier.tune.RegularisationPath;
import org.espalier.tune.Search;
import org.espalier.tune.SearchSpace;
import org.espalier.tune.Setting;
import org.espalier.tune.SuccessiveHalving;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code espalier tune} chooses from, and how it searches. */
@HelpTopic(Topic.SEARCH)
public final class SearchOptions {
    /** How settings are proposed. */
    enum Method {
        GRID,
        RANDOM,
        HALVING
    }

    @Option(
            names = {"-p", "--parameter"},
            paramLabel = "name=values",
            description = "A parameter to search, as shown above. May be given several times.")
    @Essential
    @UsedFile(value = UsedFile.Use.NAMED_IN_TEXT, what = "a file of the features")
    private List<String> parameters = List.of();

    @Option(
            names = "--search",
            paramLabel = "grid|random|halving",
            description = {
                "grid: every combination. random: --trials random settings. halving: first --trials random settings on a"
                        + " small part of the data (or of the iterations), then the best third on three times as much, and so on."
                        + " Default: grid."
            })
    @Essential(
            "grid: every combination; random: --trials settings; halving: many settings on little data, then the best"
                    + " ones on more. Default: grid.")
    private Method search = Method.GRID;

    @Option(
            names = "--trials",
            paramLabel = "n",
            description = "The number of settings for random and halving. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int trials = 20;

    @Option(
            names = "--eta",
            paramLabel = "n",
            description =
                    "halving: each round keeps one setting in n and gives it n times the resource. Default: ${DEFAULT-VALUE}.")
    private int eta = 3;

    @Option(
            names = "--resource",
            paramLabel = "data|iterations",
            description = "halving: the resource that grows from round to round. Default: data.")
    private SuccessiveHalving.Resource resource = SuccessiveHalving.Resource.DATA;

    @Option(
            names = "--path",
            paramLabel = "l1|l2",
            description =
                    "Instead of searching, follow this penalty from large to small; each training run starts from the weights"
                            + " of the previous one. Set its values with --parameter; default: l1=0.01..10:log:10.")
    private @Nullable String path;

    @Option(
            names = "--learning-curve",
            arity = "0..1",
            fallbackValue = "6",
            paramLabel = "n",
            description =
                    "Instead of searching, train on growing parts of the data, each twice as large as the last, and measure on"
                            + " that part and on the held-out data. Default: 6 parts.")
    private @Nullable Integer learningCurve;

    /** The share of a range that counts as its edge, where values are drawn. */
    private static final double EDGE = 0.05;

    private final Map<String, AttributeExtractor> alternatives = new LinkedHashMap<>();

    /** Refuses what does not go together. */
    public void check(boolean output, boolean journal) {
        if (path != null && learningCurve != null) {
            throw new IllegalArgumentException("--path and --learning-curve cannot be combined; ask for one at a time");
        }
        if ((path != null || learningCurve != null) && output) {
            throw new IllegalArgumentException(
                    "-o takes the best setting of a search; with --path and --learning-curve there is none. Choose a"
                            + " setting from the table and use 'espalier train'");
        }
        if (path != null && journal) {
            throw new IllegalArgumentException(
                    "a path keeps no journal, because each training run needs the weights of the previous one; leave --journal"
                            + " out");
        }
        if (path != null && !path.equals("l1") && !path.equals("l2")) {
            throw new IllegalArgumentException("--path " + path + "; expected l1 or l2");
        }
        if (path == null && learningCurve == null && parameters.isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing to search; give --parameter, for example --parameter l2=0.01..10:log");
        }
    }

    /** What has no effect. */
    public List<OptionRule> idle() {
        boolean searching = path == null && learningCurve == null;
        String where =
                path != null ? "with --path" : learningCurve != null ? "with --learning-curve" : "with --search grid";
        return List.of(
                OptionRule.of(searching, where, "--search"),
                OptionRule.of(searching && search != Method.GRID, where, "--trials"),
                OptionRule.of(
                        searching && search == Method.HALVING,
                        searching ? "without --search halving" : where,
                        "--eta",
                        "--resource"));
    }

    /** What may be better outside the range that was searched: the best value is its first or last one. */
    public static List<String> atEdge(SearchSpace space, Setting best) {
        List<String> hints = new ArrayList<>();
        space.ranges().forEach((name, range) -> {
            List<String> values = range.grid();
            String value = best.values().get(name);
            boolean ordered =
                    !name.equals(Recipe.FEATURES) && Hyperparameter.of(name).kind() != Hyperparameter.Kind.CHOICE;
            if (!ordered || value == null || values.size() < 2) {
                return;
            }
            double number = Double.parseDouble(value);
            double lowest =
                    values.stream().mapToDouble(Double::parseDouble).min().orElseThrow();
            double highest =
                    values.stream().mapToDouble(Double::parseDouble).max().orElseThrow();
            boolean logarithmic = range instanceof Range.Interval interval && interval.logarithmic();
            double share = logarithmic
                    ? Math.log(number / lowest) / Math.log(highest / lowest)
                    : (number - lowest) / (highest - lowest);
            // Nothing is below 0, or below 1 where things are counted.
            boolean least = number <= (Hyperparameter.of(name).kind() == Hyperparameter.Kind.WHOLE ? 1 : 0);
            if ((share < EDGE && !least) || share > 1 - EDGE) {
                hints.add("the best " + name + ", " + value + ", is at the edge of the range that was searched ("
                        + values.get(0) + " to " + values.get(values.size() - 1) + "); "
                        + (share < EDGE ? "smaller" : "larger") + " values may be better: widen it");
            }
        });
        return hints;
    }

    /** Whether a path of penalties is followed instead of a search. */
    public boolean isPath() {
        return path != null;
    }

    /** Whether growing parts of the data are learnt from instead of a search. */
    public boolean isCurve() {
        return learningCurve != null;
    }

    /** Features and templates are one dimension: a setting has one of them. */
    public SearchSpace space(FeatureOptions features, Format format) {
        SearchSpace space = SearchSpace.EMPTY;
        for (String definition : parameters) {
            if (definition.startsWith("features=") || definition.startsWith("template=")) {
                addAlternatives(definition, features, format);
            } else {
                space = space.with(definition);
            }
        }
        if (alternatives.isEmpty()) {
            return space;
        }
        if (features.chosen(format) != null) {
            throw new IllegalArgumentException(
                    "--features or --template fixes the features, and --parameter searches them; drop one of the two");
        }
        return space.with(Recipe.FEATURES, new Range.Choice(List.copyOf(alternatives.keySet())));
    }

    private void addAlternatives(String definition, FeatureOptions features, Format format) {
        boolean template = definition.startsWith("template=");
        String values = definition.substring("template=".length()).strip();
        if (values.matches("[a-z-]+(,\\s*[a-z-]+)+")
                && FeatureSet.presets().keySet().containsAll(List.of(values.split(",\\s*", -1)))) {
            throw new IllegalArgumentException("--parameter " + definition
                    + " is a single set of features with all of these; to choose between them, write --parameter '"
                    + definition.replace(',', '|') + "'");
        }
        for (String value : definition.substring("template=".length()).split("\\|", -1)) {
            alternatives.put(
                    value,
                    features.mapped(
                            template
                                    ? FeatureOptions.template(Path.of(value))
                                    : FeatureSources.parse(value.strip(), format)));
        }
    }

    /** The features to choose from, by how they were written; there once the {@link #space} is. */
    public Map<String, AttributeExtractor> alternatives() {
        return alternatives;
    }

    /** The recipe with the parameters that have one value only. */
    public Recipe fixed(Recipe recipe, SearchSpace space) {
        Setting setting = Setting.USUAL;
        AttributeExtractor extractor = recipe.extractor();
        for (Map.Entry<String, Range> range : space.ranges().entrySet()) {
            List<String> values = range.getValue().grid();
            if (range.getKey().equals(path)) {
                continue;
            }
            if (values.size() > 1 && (path != null || learningCurve != null)) {
                throw new IllegalArgumentException("--parameter " + range.getKey() + " has " + values.size()
                        + " values; --path and --learning-curve need one");
            }
            if (values.size() == 1 && range.getKey().equals(Recipe.FEATURES)) {
                extractor = Objects.requireNonNull(alternatives.get(values.get(0)));
            } else if (values.size() == 1) {
                setting = setting.with(range.getKey(), values.get(0));
            }
        }
        return new Recipe(extractor, recipe.options(setting), recipe.alternatives());
    }

    /** The parameters with one value, as they are typed; empty when there are none. */
    public static String fixed(SearchSpace space) {
        Setting fixed = Setting.USUAL;
        for (Map.Entry<String, Range> range : space.ranges().entrySet()) {
            List<String> values = range.getValue().grid();
            fixed = values.size() == 1 ? fixed.with(range.getKey(), values.get(0)) : fixed;
        }
        return fixed.values().isEmpty() ? "" : fixed.toString();
    }

    /** What is left to choose. */
    public static SearchSpace open(SearchSpace space) {
        SearchSpace left = SearchSpace.EMPTY;
        for (Map.Entry<String, Range> range : space.ranges().entrySet()) {
            if (range.getValue().grid().size() > 1) {
                left = left.with(range.getKey(), range.getValue());
            }
        }
        return left;
    }

    /** The search of what is left to choose. */
    public Search method(SearchSpace space, long seed) {
        if (learningCurve != null) {
            return LearningCurve.doubling(learningCurve);
        }
        return switch (search) {
            case GRID -> new GridSearch(space);
            case RANDOM -> new RandomSearch(space, trials, seed);
            case HALVING -> new SuccessiveHalving(space, trials, eta, resource, 100, seed);
        };
    }

    /** The path to follow. */
    public RegularisationPath path(SearchSpace space) {
        Hyperparameter penalty = Hyperparameter.of(Objects.requireNonNull(path));
        Range range = space.ranges().get(penalty.toString());
        List<String> values = (range == null ? Range.parse("0.01..10:log:10", penalty.kind()) : range).grid();
        List<Double> lambdas = new ArrayList<>();
        values.forEach(value -> lambdas.add(Double.valueOf(value)));
        return new RegularisationPath(penalty, lambdas);
    }
}
