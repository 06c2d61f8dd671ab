package org.espalier.train.run;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.data.TagScheme;
import org.espalier.feature.encoding.Encoder;
import org.espalier.labelling.LabelStructure;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.scoring.Compaction;
import org.espalier.scoring.ParameterLayout;
import org.espalier.scoring.TwinWeights;
import org.espalier.scoring.VotedWeights;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.espalier.train.Version;
import org.espalier.train.corpus.TrainingData;
import org.jspecify.annotations.Nullable;

/** Makes models of weights: those on the way as they are, the last one compact, with its report and where it comes from. */
final class ModelAssembly {
    private final TrainingPlan plan;
    private final TrainingOptions options;
    private final TrainingData data;
    private final ParameterLayout layout;
    private final @Nullable TwinWeights twins;
    private final LabelStructure<?> structure;
    private final TagScheme scheme;

    ModelAssembly(
            TrainingPlan plan,
            TrainingData data,
            ParameterLayout layout,
            @Nullable TwinWeights twins,
            LabelStructure<?> structure,
            TagScheme scheme) {
        this.plan = plan;
        this.options = plan.options();
        this.data = data;
        this.layout = layout;
        this.twins = twins;
        this.structure = structure;
        this.scheme = scheme;
    }

    /** A model of what has been reached on the way. */
    Model model(double[] weights, @Nullable VotedWeights votes) {
        return model(data.encoder(), layout(), spread(weights), Map.of(), votes);
    }

    private ParameterLayout layout() {
        return twins == null ? layout : twins.layout();
    }

    private double[] spread(double[] weights) {
        return twins == null ? weights : twins.spread(weights);
    }

    /** The model without its zeros; tells the listener what has come of the run. */
    Model finish(TrainingSummary summary, Learnt learnt, Learning learning) {
        double[] weights = spread(learnt.finite());
        VotedWeights votes = learning.watch().votes();
        Compaction compact = Compaction.of(layout(), votes == null ? weights : numbers(votes));
        TrainingReport report = learning.report(summary, learnt, compact.weights().length);
        Map<String, Object> provenance = provenance(summary, report);
        Model model = votes == null
                ? model(encoder(compact), compact.layout(), compact.weights(), provenance, null)
                : voted(compact, weights, provenance, votes);
        plan.listener().onFinish(report);
        return model;
    }

    /** Numbers from 1 for the features that are not 0 in every vector: those whose average is 0 stay. */
    private static double[] numbers(VotedWeights votes) {
        double[] numbers = new double[votes.parameters()];
        for (int place : votes.places()) {
            numbers[place] = place + 1.0;
        }
        return numbers;
    }

    private Model voted(Compaction numbered, double[] weights, Map<String, Object> provenance, VotedWeights votes) {
        int[] places = Arrays.stream(numbered.weights())
                .mapToInt(number -> (int) number - 1)
                .toArray();
        double[] kept =
                Arrays.stream(places).mapToDouble(place -> weights[place]).toArray();
        return model(encoder(numbered), numbered.layout(), kept, provenance, votes.at(places));
    }

    /** Without the attributes that have no weight any more. */
    private Encoder encoder(Compaction compact) {
        Encoder encoder = data.encoder();
        return encoder.withAttributes(
                        encoder.attributes()
                                .toVocabulary()
                                .keep(a -> compact.kept(0)[a])
                                .vocabulary(),
                        encoder.transitionAttributes()
                                .toVocabulary()
                                .keep(a -> compact.kept(1)[a])
                                .vocabulary())
                .withPairs(structure.pairPlaces());
    }

    private Map<String, Object> provenance(TrainingSummary summary, TrainingReport report) {
        Map<String, Object> provenance = new LinkedHashMap<>();
        provenance.put("espalier", Version.text());
        provenance.put("data", data.fingerprint());
        provenance.put("sequences", summary.sequences());
        provenance.put("tokens", summary.tokens());
        Map<String, Object> chosen = new LinkedHashMap<>(plan.provenance());
        int reference = options.selection().reference(data.labels());
        if (reference >= 0) {
            chosen.put("referenceLabel", data.labels().name(reference));
        }
        provenance.put("options", chosen);
        if (plan.mixing() != null) {
            provenance.put("mixing", plan.mixing().provenance());
        }
        if (scheme != TagScheme.ofLabels(data.labels().names())) {
            provenance.put(Model.SCHEME, scheme.name());
        }
        provenance.put("training", report.provenance());
        return provenance;
    }

    private Model model(
            Encoder encoder,
            ParameterLayout layout,
            double[] weights,
            Map<String, Object> provenance,
            @Nullable VotedWeights votes) {
        Model model = new Model(
                data.labels(),
                encoder,
                layout,
                weights,
                data.columns(),
                provenance,
                FileForm.PLAIN,
                options.normalisation(),
                structure);
        return votes == null ? model : model.withVotes(votes);
    }
}
