package org.espalier.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.TagScheme;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.encoding.Extractors;
import org.espalier.feature.network.NetworkFeatures;
import org.espalier.feature.network.NetworkVocabulary;
import org.espalier.labelling.LabelStructure;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.scoring.Compaction;
import org.espalier.scoring.FeatureFamily;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Structure;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.espalier.train.Version;
import org.espalier.train.corpus.TrainingData;

/**
 * Makes an ordinary model of learnt parameters: the network becomes an extractor, and each of its attributes gets the weight 1 for its label.
 *
 * @param data what was learnt from
 * @param structure what labels mean
 * @param layout of the linear weights while learning, without the network's attributes
 * @param vocabulary of the network
 */
record NetworkModel<S extends Structure>(
        TrainingData data, LabelStructure<S> structure, ParameterLayout layout, NetworkVocabulary vocabulary) {

    /**
     * The model.
     *
     * @param x the parameters, as the scorer has them
     * @param chosen the options as its provenance tells them
     */
    Model model(
            NetworkScorer<S> scorer,
            double[] x,
            TrainingOptions options,
            Map<String, Object> chosen,
            TrainingReport report) {
        List<String> targets = structure.targetNames(0, data.labels());
        NetworkFeatures features =
                NetworkFeatures.of(scorer.shape(), vocabulary, targets, x, scorer.core(), scorer.tables());
        int count = targets.size();
        int first = layout.begin(1); // behind the weights of the first family
        double[] weights = new double[layout.parameters() + count];
        System.arraycopy(x, 0, weights, 0, first);
        Arrays.fill(weights, first, first + count, 1.0);
        System.arraycopy(x, first, weights, first + count, layout.parameters() - first);
        Compaction compact = Compaction.of(extended(count), weights);
        Encoder old = data.encoder();
        Vocabulary.Builder names = new Vocabulary.Builder();
        for (int a = 0; a < old.attributes().size(); a++) {
            names.add(old.attributes().get(a));
        }
        targets.forEach(target -> names.add(NetworkFeatures.PREFIX + target));
        Vocabulary others = old.transitionAttributes().toVocabulary();
        Encoder encoder = new Encoder(
                Extractors.combine(old.extractor(), features),
                old.boundaries(),
                List.of(
                        names.build().keep(a -> compact.kept(0)[a]).vocabulary(),
                        others.keep(a -> compact.kept(1)[a]).vocabulary()),
                structure.pairPlaces());
        return new Model(
                data.labels(),
                encoder,
                compact.layout(),
                compact.weights(),
                data.columns(),
                provenance(chosen, report),
                FileForm.PLAIN,
                options.normalisation(),
                structure);
    }

    /** The layout with an attribute more for each target of the first family. */
    private ParameterLayout extended(int count) {
        List<FeatureFamily> families = new ArrayList<>();
        for (FeatureFamily family : layout.families()) {
            boolean sees = !family.isConstant() && family.attributeList() == 0;
            families.add(sees ? family.with(extended(family.lists(), count, families.isEmpty())) : family);
        }
        return new ParameterLayout(families);
    }

    private static FeatureLists extended(FeatureLists lists, int count, boolean gets) {
        int attributes = lists.attributes();
        int features = lists.features();
        int more = gets ? count : 0;
        int[] offsets = Arrays.copyOf(lists.offsets(), attributes + count + 1);
        int[] targets = new int[features + more];
        for (int a = 0; a < attributes; a++) {
            for (int f = offsets[a]; f < offsets[a + 1]; f++) {
                targets[f] = lists.target(a, f);
            }
        }
        for (int k = 0; k < count; k++) {
            offsets[attributes + k + 1] = features + (gets ? k + 1 : 0);
            if (gets) {
                targets[features + k] = k;
            }
        }
        return new FeatureLists(lists.targetCount(), offsets, targets);
    }

    private Map<String, Object> provenance(Map<String, Object> chosen, TrainingReport report) {
        Map<String, Object> provenance = new LinkedHashMap<>();
        provenance.put("espalier", Version.text());
        provenance.put("data", data.fingerprint());
        provenance.put("sequences", report.summary().sequences());
        provenance.put("tokens", report.summary().tokens());
        provenance.put("options", chosen);
        if (data.scheme() != TagScheme.ofLabels(data.labels().names())) {
            provenance.put(Model.SCHEME, data.scheme().name());
        }
        provenance.put("training", report.provenance());
        return provenance;
    }
}
