package org.espalier.generative;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.espalier.data.Sequence;
import org.espalier.feature.text.WordClass;
import org.espalier.model.Model;
import org.espalier.parallel.Workers;
import org.espalier.scoring.LinearScorer;
import org.espalier.train.Learner;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;

/**
 * Trains hidden Markov models: smoothed relative frequencies of labelled data, Baum–Welch where labels are not known.
 *
 * <pre>{@code
 * Hmm hmm = new HmmTrainer(HmmOptions.DEFAULTS).hmm(sequences);
 * hmm.toCrf().save(Path.of("hmm.esp"));
 * }</pre>
 *
 * @param options how
 * @param listener hears of the iterations of Baum–Welch, whose objective is −(Σ weight · log p(x, allowed labels) + log prior)
 * @param stop asked after each of them
 */
public record HmmTrainer(HmmOptions options, TrainingListener listener, BooleanSupplier stop) implements Learner {

    public HmmTrainer(HmmOptions options) {
        this(options, TrainingListener.NONE, () -> false);
    }

    @Override
    public String name() {
        return "hmm";
    }

    @Override
    public HmmTrainer withListener(TrainingListener value) {
        return new HmmTrainer(options, value, stop);
    }

    @Override
    public HmmTrainer withStop(BooleanSupplier value) {
        return new HmmTrainer(options, listener, value);
    }

    /** The {@linkplain Hmm#toCrf CRF} of the hidden Markov model. */
    @Override
    public Model train(Iterable<Sequence> sequences) {
        return hmm(sequences).toCrf();
    }

    /**
     * The hidden Markov model itself.
     *
     * @throws org.espalier.data.DataFormatException when a token lacks the word's column
     * @throws org.espalier.train.TrainingException when there are no tokens, or neither labels nor hidden states
     */
    public Hmm hmm(Iterable<Sequence> sequences) {
        HmmData data = HmmData.collect(sequences, options);
        HmmLayout places = new HmmLayout(data.labels().size(), data.encoder().attributes());
        UnknownWords unknown = options.unknown();
        boolean kept = unknown.rule() != WordClass.NONE && !unknown.replaced();
        int occurring = kept ? data.frequencies().size() : places.symbols;
        Estimation estimation = new Estimation(places);
        double[] counts = new double[places.layout.parameters()];
        Progress progress = new Progress(summary(data, counts.length));
        listener.onStart(progress.summary);
        BaumWelch.Found found = null;
        try (Workers workers = new Workers(options.workers())) {
            Expectation expectation = new Expectation(LinearScorer.chain(places.layout), data.instances(), workers);
            if (data.isLabelled()) {
                expectation.run(new double[counts.length], 1, counts);
            } else {
                found = new BaumWelch(expectation, estimation, occurring, options.em(), progress, counts.length)
                        .run(data.hasLabels());
                counts = found.counts();
            }
        }
        if (kept) {
            new ClassCounts(places, data.encoder().attributes(), unknown, counts).fill(data.frequencies());
        }
        double[] logs = estimation.logProbabilities(counts, places.symbols, options.transitions(), options.emissions());
        Hmm hmm = new Hmm(data.labels(), data.encoder(), places, logs, data.columns(), provenance(data));
        int active = (int) Arrays.stream(logs).filter(log -> log != 0).count();
        listener.onFinish(
                found == null
                        ? TrainingReport.counted(progress.summary, active, progress.seconds())
                        : progress.report(found, active));
        return hmm;
    }

    private TrainingSummary summary(HmmData data, int parameters) {
        return new TrainingSummary(
                data.instances().size(),
                data.tokens(),
                data.labels().size(),
                data.encoder().attributes().size(),
                0,
                parameters,
                0,
                options.workers(),
                0);
    }

    /** Passes on to the listener how far Baum–Welch has come. */
    private final class Progress implements BaumWelch.Watch {
        private final TrainingSummary summary;
        private final long begun = System.nanoTime();
        private final List<TrainingProgress> history = new ArrayList<>();
        private int evaluations;

        Progress(TrainingSummary summary) {
            this.summary = summary;
        }

        private double seconds() {
            return (System.nanoTime() - begun) / 1e9;
        }

        @Override
        public void onStart(int number, int starts) {
            listener.onRestart(number, starts);
        }

        @Override
        public boolean afterIteration(int iteration, double objective) {
            TrainingProgress reached = new TrainingProgress(
                    iteration,
                    ++evaluations,
                    -objective,
                    Double.NaN,
                    summary.features(),
                    seconds(),
                    Double.NaN,
                    Double.NaN,
                    Double.NaN);
            history.add(reached);
            listener.onIteration(reached);
            return !stop.getAsBoolean();
        }

        TrainingReport report(BaumWelch.Found found, int active) {
            return new TrainingReport(
                    summary,
                    -found.objective(),
                    Double.NaN,
                    Double.NaN,
                    false,
                    found.iterations(),
                    evaluations,
                    found.reason(),
                    false,
                    found.iterations(),
                    Double.NaN,
                    active,
                    seconds(),
                    seconds() / Math.max(1, evaluations),
                    history,
                    List.of());
        }
    }

    /** Without those of Baum–Welch, which matter only where labels are missing. */
    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> chosen = new LinkedHashMap<>();
        chosen.put("model", name());
        chosen.put("transitions", options.transitions().toString());
        chosen.put("emissions", options.emissions().toString());
        chosen.put("unknown", options.unknown().rule().name().toLowerCase(Locale.ROOT));
        chosen.put("rare", options.unknown().rare());
        chosen.put("replaced", options.unknown().replaced());
        chosen.put("unknownLabel", options.notation().unknown());
        chosen.put("labelSeparator", options.notation().separator());
        return chosen;
    }

    private Map<String, Object> provenance(HmmData data) {
        Map<String, Object> chosen = provenance();
        if (!data.isLabelled()) {
            chosen.put("emIterations", options.em().iterations());
            chosen.put("emRestarts", options.em().restarts());
            chosen.put("emPrior", options.em().prior());
            chosen.put("seed", options.em().seed());
        }
        Map<String, Object> provenance = new LinkedHashMap<>();
        provenance.put("sequences", data.instances().size());
        provenance.put("tokens", data.tokens());
        provenance.put("options", chosen);
        return provenance;
    }
}
