package org.espalier.interop.crfsuite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Labels;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;

/**
 * Makes a model of a verified file.
 *
 * <p>If an attribute has two features for one label their weights are added, and of two features for a pair of labels the
 * last one counts, for that is what CRFsuite does with them.
 */
final class ModelImport {
    /** The entry of a model's provenance that says where it came from. */
    static final String PROVENANCE = "importedFrom";

    private final FileLayout file;
    private final int states;
    private final int[] offsets; // [attributes + 1]
    private final int[] targets; // [state features]
    private final double[] weights;
    private int size;

    private ModelImport(FileLayout file) {
        this.file = file;
        this.states = file.labels().size();
        this.offsets = new int[file.attributes().size() + 1];
        this.targets = new int[file.features()];
        this.weights = new double[file.features()];
    }

    static Model model(FileLayout file) {
        return new ModelImport(file).model();
    }

    private Model model() {
        for (int attribute = 0; attribute + 1 < offsets.length; attribute++) {
            addStates(file.states(attribute));
            offsets[attribute + 1] = size;
        }
        FeatureLists lists = lists();
        int[] shared = shared();
        ParameterLayout layout = new ParameterLayout(states, lists, shared, FeatureLists.complete(0, states * states));
        List<String> names = new ArrayList<>();
        for (int label = 0; label < states; label++) {
            names.add(file.labels().get(label));
        }
        Encoder encoder =
                new Encoder(new GivenAttributes(), false, file.attributes(), new Vocabulary.Builder().build());
        return new Model(Labels.of(names), encoder, layout, Arrays.copyOf(weights, size), 0, provenance());
    }

    /** Adds the features of the next attribute, in the order of their labels. */
    private void addStates(int[] features) {
        int begin = size;
        for (int feature : features) {
            int target = file.target(feature);
            int place = size;
            while (place > begin && targets[place - 1] > target) {
                place--;
            }
            if (place > begin && targets[place - 1] == target) {
                weights[place - 1] += file.weight(feature);
                if (Double.isInfinite(weights[place - 1])) {
                    throw file.overflow(feature);
                }
            } else {
                System.arraycopy(targets, place, targets, place + 1, size - place);
                System.arraycopy(weights, place, weights, place + 1, size - place);
                targets[place] = target;
                weights[place] = file.weight(feature);
                size++;
            }
        }
    }

    private FeatureLists lists() {
        boolean complete = size > 0 && size == (long) (offsets.length - 1) * states;
        return complete
                ? FeatureLists.complete(offsets.length - 1, states)
                : new FeatureLists(states, offsets, Arrays.copyOf(targets, size));
    }

    /** Appends the weights of pairs of labels; gives the number of each pair. */
    private int[] shared() {
        int[] shared = new int[states * states];
        Arrays.fill(shared, -1);
        for (int from = 0; from < states; from++) {
            for (int feature : file.transitions(from)) {
                shared[from * states + file.target(feature)] = feature;
            }
        }
        int next = 0;
        for (int pair = 0; pair < shared.length; pair++) {
            if (shared[pair] >= 0) {
                weights[size++] = file.weight(shared[pair]);
                shared[pair] = next++;
            }
        }
        return shared;
    }

    private Map<String, Object> provenance() {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("tool", "CRFsuite");
        source.put("type", "crf1d");
        source.put("version", file.version());
        source.put("features", (long) file.features());
        return Map.of(PROVENANCE, source);
    }
}
