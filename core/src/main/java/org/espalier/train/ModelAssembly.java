package org.espalier.train;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.feature.Encoder;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.optimize.Result;
import org.espalier.scoring.Compaction;
import org.espalier.scoring.ParameterLayout;

/** Makes models of weights: those on the way as they are, the last one compact, with its report and where it comes from. */
final class ModelAssembly {
    private final Trainer trainer;
    private final TrainingOptions options;
    private final TrainingData data;
    private final ParameterLayout layout;

    ModelAssembly(Trainer trainer, TrainingData data, ParameterLayout layout) {
        this.trainer = trainer;
        this.options = trainer.options;
        this.data = data;
        this.layout = layout;
    }

    /** A model of weights on the way. */
    Model model(double[] weights) {
        return model(data.encoder(), layout, weights, Map.of());
    }

    /** The model without its zeros; tells the listener what has come of the run. */
    Model finish(TrainingSummary summary, Result result, Watch watch, int resumedEvaluations) {
        double[] best = watch.best();
        double[] weights = best == null ? result.x() : best;
        for (double weight : weights) {
            if (!Double.isFinite(weight)) {
                throw new TrainingException("a weight became " + weight
                        + "; are there attribute values or weights of enormous size in the data?");
            }
        }
        Compaction compact = Compaction.of(layout, weights);
        double seconds = watch.seconds();
        TrainingReport report = new TrainingReport(
                summary,
                result.value(),
                result.gradientNorm(),
                Double.isNaN(result.gap()) ? options.penalty().gapBound(result.gradientNorm()) : result.gap(),
                result.iterations(),
                result.evaluations(),
                result.reason(),
                watch.stoppedEarly(),
                best == null ? result.iterations() : watch.bestIteration(),
                best == null ? Double.NaN : watch.bestScore(),
                compact.weights().length,
                seconds,
                seconds / Math.max(1, result.evaluations() - resumedEvaluations),
                watch.history());
        Model model = model(encoder(compact), compact.layout(), compact.weights(), provenance(summary, report));
        trainer.listener.onFinish(report);
        return model;
    }

    /** Without the attributes that have no weight any more. */
    private Encoder encoder(Compaction compact) {
        Encoder encoder = data.encoder();
        return new Encoder(
                encoder.extractor(),
                encoder.boundaries(),
                encoder.attributes()
                        .toVocabulary()
                        .keep(a -> compact.attributes()[a])
                        .vocabulary(),
                encoder.transitionAttributes()
                        .toVocabulary()
                        .keep(a -> compact.transitionAttributes()[a])
                        .vocabulary());
    }

    private Map<String, Object> provenance(TrainingSummary summary, TrainingReport report) {
        Map<String, Object> provenance = new LinkedHashMap<>();
        provenance.put("espalier", Version.text());
        provenance.put("data", data.fingerprint());
        provenance.put("sequences", summary.sequences());
        provenance.put("tokens", summary.tokens());
        Map<String, Object> chosen = new LinkedHashMap<>(recipe());
        int reference = options.selection().reference(data.labels());
        if (reference >= 0) {
            chosen.put("referenceLabel", data.labels().name(reference));
        }
        provenance.put("options", chosen);
        if (trainer.mixing != null) {
            provenance.put("mixing", trainer.mixing.provenance());
        }
        provenance.put("training", report.provenance());
        return provenance;
    }

    private Map<String, Object> recipe() {
        Map<String, Object> recipe = options.provenance();
        if (trainer.online != null) {
            recipe.put("algorithm", trainer.online.name());
        }
        return recipe;
    }

    private Model model(Encoder encoder, ParameterLayout layout, double[] weights, Map<String, Object> provenance) {
        return new Model(
                data.labels(),
                encoder,
                layout,
                weights,
                data.columns(),
                provenance,
                FileForm.PLAIN,
                options.normalisation());
    }
}
