package org.espalier.tune;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.espalier.parallel.Workers;
import org.espalier.train.Learner;
import org.espalier.train.TrainingException;
import org.jspecify.annotations.Nullable;

/** One search: hands the folds of the trials to the workers and keeps what comes of them. */
final class SearchRun {
    private final Tuner tuner;
    private final Search search;
    private final List<FoldData> folds;
    private final @Nullable Journal journal;
    private boolean warned; // of the journal
    private final Map<Trial, TrialResult> results;
    private int done;

    SearchRun(Tuner tuner, Search search, List<FoldData> folds, @Nullable Journal journal) {
        this.tuner = tuner;
        this.search = search;
        this.folds = folds;
        this.journal = journal;
        this.results = journal == null ? new LinkedHashMap<>() : new LinkedHashMap<>(journal.finished());
        // A score on the training data may be missing from a journal of another kind of search.
        results.values()
                .removeIf(result -> !result.isFailed()
                        && search.wantsTrainScores()
                        && result.trainScores().isEmpty());
    }

    TuningResult run() {
        List<List<TrialResult>> rounds = new ArrayList<>();
        boolean interrupted = false;
        try (Workers workers = new Workers(tuner.team())) {
            for (List<Trial> trials = search.next(rounds);
                    !trials.isEmpty() && !interrupted;
                    trials = search.next(rounds)) {
                List<TrialResult> known = finished(trials);
                done += known.size();
                if (rounds.isEmpty()) {
                    tuner.listener().onStart(search.trials(), known);
                }
                round(
                        trials.stream()
                                .filter(trial -> !results.containsKey(trial))
                                .toList(),
                        workers);
                List<TrialResult> round = finished(trials);
                rounds.add(round);
                interrupted = round.size() < trials.size();
            }
        }
        if (!interrupted) {
            requireScores(rounds);
        }
        return new TuningResult(rounds, interrupted);
    }

    /** Those of the trials that are over. */
    private List<TrialResult> finished(List<Trial> trials) {
        List<TrialResult> list = new ArrayList<>();
        for (Trial trial : trials) {
            TrialResult result = results.get(trial);
            if (result != null) {
                list.add(result);
            }
        }
        return list;
    }

    private static void requireScores(List<List<TrialResult>> rounds) {
        for (List<TrialResult> round : rounds) {
            if (round.stream().allMatch(TrialResult::isFailed)) {
                TrialResult first = round.get(0);
                throw new TrainingException("every trial failed; the first one, "
                        + first.trial().setting() + ", because: " + first.failure());
            }
        }
    }

    private void round(List<Trial> trials, Workers workers) {
        List<Attempt> attempts = trials.stream().map(Attempt::new).toList();
        int count = folds.size();
        int threads = tuner.threadsEach(trials.size() * count);
        workers.run(
                trials.size() * count,
                (number, worker) -> attempts.get(number / count).learn(number % count, threads));
    }

    private synchronized void finish(TrialResult result) {
        if (journal != null) {
            note(journal, result);
        }
        results.put(result.trial(), result);
        tuner.listener().onTrial(result, ++done);
    }

    /** What the journal cannot take is lost only if the search is interrupted, and no reason to interrupt it. */
    private void note(Journal kept, TrialResult result) {
        try {
            kept.add(result);
        } catch (UncheckedIOException e) {
            if (!warned) {
                tuner.listener()
                        .onWarning(
                                e.getMessage()
                                        + ". The search continues; trials that are not in the journal would have to be repeated");
            }
            warned = true;
        }
    }

    /** A trial whose folds are learnt by whoever has time; the last one finishes it. */
    private final class Attempt {
        private final Trial trial;
        private final @Nullable FoldScore[] scores = new FoldScore[folds.size()];
        private int left = folds.size();
        private @Nullable String failure;
        private int failedFold = Integer.MAX_VALUE;

        Attempt(Trial trial) {
            this.trial = trial;
        }

        void learn(int fold, int threads) {
            if (tuner.stop().getAsBoolean()) {
                return;
            }
            try {
                Learner learner = tuner.recipe()
                        .trainer(trial.setting(), trial.budget(), threads)
                        .withStop(tuner.stop());
                FoldScore score = folds.get(fold).learn(learner, trial.budget().share(), search.wantsTrainScores());
                if (!tuner.stop().getAsBoolean()) { // otherwise the training may have been cut short
                    end(fold, score, null);
                }
            } catch (IllegalArgumentException | TrainingException e) {
                end(fold, null, String.valueOf(e.getMessage()));
            }
        }

        private void end(int fold, @Nullable FoldScore score, @Nullable String reason) {
            TrialResult result = taken(fold, score, reason);
            if (result != null) {
                finish(result);
            }
        }

        /** The result, when this was the last fold. */
        private synchronized @Nullable TrialResult taken(int fold, @Nullable FoldScore score, @Nullable String reason) {
            scores[fold] = score;
            if (reason != null && fold < failedFold) {
                failedFold = fold;
                failure = reason;
            }
            if (--left > 0) {
                return null;
            }
            if (failure != null) {
                return TrialResult.failed(trial, failure);
            }
            FoldScore[] all = Arrays.stream(scores).map(Objects::requireNonNull).toArray(FoldScore[]::new);
            Arrays.fill(scores, null); // the models are large, and the attempts of a round are kept till its end
            return FoldScore.result(trial, all, search.wantsTrainScores());
        }
    }
}
