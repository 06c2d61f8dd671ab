package org.espalier.generative;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.feature.text.WordClass;
import org.espalier.parallel.Workers;
import org.espalier.scoring.LinearScorer;

/**
 * Trains hidden Markov models: smoothed relative frequencies of labelled data, Baum–Welch where labels are not known.
 *
 * <pre>{@code
 * Hmm hmm = new HmmTrainer(HmmOptions.DEFAULTS).train(sequences);
 * hmm.toCrf().save(Path.of("hmm.esp"));
 * }</pre>
 *
 * @param options how
 * @param listener hears of the iterations of Baum–Welch
 */
public record HmmTrainer(HmmOptions options, EmListener listener) {

    public HmmTrainer(HmmOptions options) {
        this(options, EmListener.NONE);
    }

    /**
     * Trains.
     *
     * @throws org.espalier.data.DataFormatException when a token lacks the word's column
     * @throws org.espalier.train.TrainingException when there are no tokens, or neither labels nor hidden states
     */
    public Hmm train(Iterable<Sequence> sequences) {
        HmmData data = HmmData.collect(sequences, options);
        HmmLayout places = new HmmLayout(data.labels().size(), data.encoder().attributes());
        UnknownWords unknown = options.unknown();
        boolean kept = unknown.rule() != WordClass.NONE && !unknown.replaced();
        int occurring = kept ? data.frequencies().size() : places.symbols;
        Estimation estimation = new Estimation(places);
        double[] counts = new double[places.layout.parameters()];
        try (Workers workers = new Workers(options.workers())) {
            Expectation expectation = new Expectation(LinearScorer.chain(places.layout), data.instances(), workers);
            if (data.isLabelled()) {
                expectation.run(new double[counts.length], 1, counts);
            } else {
                counts = new BaumWelch(expectation, estimation, occurring, options.em(), listener, counts.length)
                        .run(data.hasLabels());
            }
        }
        if (kept) {
            new ClassCounts(places, data.encoder().attributes(), unknown, counts).fill(data.frequencies());
        }
        double[] logs = estimation.logProbabilities(counts, places.symbols, options.transitions(), options.emissions());
        return new Hmm(data.labels(), data.encoder(), places, logs, data.columns(), provenance(data));
    }

    private Map<String, Object> provenance(HmmData data) {
        Map<String, Object> chosen = new LinkedHashMap<>();
        chosen.put("model", "hmm");
        chosen.put("transitions", options.transitions().toString());
        chosen.put("emissions", options.emissions().toString());
        chosen.put("unknown", options.unknown().rule().name().toLowerCase(Locale.ROOT));
        chosen.put("rare", options.unknown().rare());
        chosen.put("replaced", options.unknown().replaced());
        chosen.put("unknownLabel", options.notation().unknown());
        chosen.put("labelSeparator", options.notation().separator());
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
