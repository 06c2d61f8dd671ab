package org.espalier.tune;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.espalier.compress.Measure;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.model.Model;
import org.espalier.parallel.Workers;
import org.espalier.train.Trainer;
import org.espalier.train.corpus.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * Learns and measures: the trials of a search, or the points of a regularisation path. Immutable; every {@code with…} gives a
 * new tuner.
 *
 * <pre>{@code
 * Recipe recipe = new Recipe(FeatureSet.text(), TrainingOptions.DEFAULTS);
 * SearchSpace space = SearchSpace.EMPTY.with("l2=0.01..10:log").with("min-count=1,2,3");
 * Tuner tuner = new Tuner(recipe, new CrossValidation(5, 1), Measure.Metric.F1);
 * TuningResult result = tuner.search(new RandomSearch(space, 20, 1), data);
 * Model model = recipe.trainer(result.best().orElseThrow().trial().setting()).train(data);
 * }</pre>
 */
public final class Tuner {
    private final Recipe recipe;
    private final Split split;
    private final Measure.Metric metric;
    private final int threads;
    private final @Nullable Path journal;
    private final boolean resume;
    private final TuningListener listener;
    private final BooleanSupplier stop;

    /** On all cores, without a journal. */
    public Tuner(Recipe recipe, Split split, Measure.Metric metric) {
        this(recipe, split, metric, 0, null, false, TuningListener.NONE, () -> false);
    }

    private Tuner(
            Recipe recipe,
            Split split,
            Measure.Metric metric,
            int threads,
            @Nullable Path journal,
            boolean resume,
            TuningListener listener,
            BooleanSupplier stop) {
        this.recipe = Objects.requireNonNull(recipe, "recipe");
        this.split = Objects.requireNonNull(split, "split");
        this.metric = Objects.requireNonNull(metric, "metric");
        this.threads = threads;
        this.journal = journal;
        this.resume = resume;
        this.listener = listener;
        this.stop = stop;
    }

    /** With so many threads, 0 for all cores; results do not depend on it. */
    public Tuner withThreads(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("threads = " + value + "; expected at least 0");
        }
        return new Tuner(recipe, split, metric, value, journal, resume, listener, stop);
    }

    /**
     * Keeps a journal of finished trials.
     *
     * @param goOn whether to go on from the file when it is there
     */
    public Tuner withJournal(Path file, boolean goOn) {
        return new Tuner(recipe, split, metric, threads, file, goOn, listener, stop);
    }

    public Tuner withListener(TuningListener value) {
        return new Tuner(recipe, split, metric, threads, journal, resume, value, stop);
    }

    /** Asked often; when it answers true, trials that are not over are given up. */
    public Tuner withStop(BooleanSupplier value) {
        return new Tuner(recipe, split, metric, threads, journal, resume, listener, value);
    }

    /** Tries what the search proposes. */
    public TuningResult search(Search search, List<Sequence> data) {
        List<FoldData> folds = folds(data);
        if (journal == null) {
            return new SearchRun(this, search, folds, null).run();
        }
        try (Journal opened = Journal.open(journal, identity(data), resume)) {
            return new SearchRun(this, search, folds, opened).run();
        }
    }

    /** Walks along a path; the points reached, when it is stopped before its end. */
    public List<PathPoint> path(RegularisationPath path, List<Sequence> data) {
        List<FoldData> folds = folds(data);
        @Nullable Model[] models = new Model[folds.size()];
        List<PathPoint> points = new ArrayList<>();
        try (Workers workers = new Workers(team())) {
            for (double lambda : path.lambdas()) {
                FoldScore[] scores = new FoldScore[folds.size()];
                Setting setting = Setting.USUAL.with(path.penalty().toString(), String.valueOf(lambda));
                workers.run(folds.size(), (fold, worker) -> {
                    Trainer trainer = recipe.trainer(setting, Budget.FULL, threadsEach(folds.size()))
                            .withInitial(models[fold])
                            .withStop(stop);
                    FoldScore score = folds.get(fold).learn(trainer, 1, false);
                    scores[fold] = score;
                    models[fold] = score.model();
                });
                if (stop.getAsBoolean()) {
                    return points;
                }
                PathPoint point = FoldScore.point(lambda, List.of(scores));
                points.add(point);
                listener.onPoint(point);
            }
        }
        return points;
    }

    List<FoldData> folds(List<Sequence> data) {
        LabelNotation notation = recipe.options().notation();
        // Of all data, so that every fold is measured alike.
        TagScheme scheme = Measure.scheme(data, notation);
        return split.folds(data).stream()
                .map(fold -> new FoldData(
                        fold, metric, notation, scheme, recipe.options().seed()))
                .toList();
    }

    private Map<String, Object> identity(List<Sequence> data) {
        Map<String, Object> identity = new LinkedHashMap<>();
        identity.put("data", Fingerprint.of(data));
        identity.put("metric", metric.name());
        identity.putAll(split.description());
        identity.putAll(recipe.description());
        return identity;
    }

    Recipe recipe() {
        return recipe;
    }

    TuningListener listener() {
        return listener;
    }

    BooleanSupplier stop() {
        return stop;
    }

    int team() {
        return Workers.teamOf(threads);
    }

    /** What is left of the team for each of some trainings at once. */
    int threadsEach(int trainings) {
        return Math.max(1, team() / Math.max(1, trainings));
    }
}
