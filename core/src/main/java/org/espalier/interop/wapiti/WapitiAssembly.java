package org.espalier.interop.wapiti;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Labels;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;

/**
 * Puts a model together from what Wapiti's files have: observations in their order, and weights by the number of their
 * feature.
 *
 * <p>Features are numbered along the observations: Y for one that begins with u, Y² for one with b, first Y then Y² for one with
 * {@code *}. All observations become attributes, also those of pairs of labels, which have no state features: so their order is
 * kept, and the file can be written again as it was.
 */
final class WapitiAssembly {
    /** All pairs of labels take memory; more than this is believed only of a file that has some size itself. */
    private static final long PAIRS = 1 << 24;

    private static final long PAIRS_PER_BYTE = 4;

    /** All pairs of so many labels still have int numbers. */
    private static final int MOST_LABELS = 40_000;

    private static final byte OF_POSITIONS = 1;
    private static final byte OF_STEPS = 2;
    private static final byte SHARED = 4;

    private final int typeNumber;
    private final WapitiType type;
    private final WapitiPatterns patterns;
    private final Labels labels;
    private final int states;
    private final Vocabulary.Builder attributes = new Vocabulary.Builder();
    private final Vocabulary.Builder transitionAttributes = new Vocabulary.Builder();
    private byte[] kinds = new byte[64]; // [attributes]
    private long features;

    private long[] indices = new long[64];
    private double[] weights = new double[64];
    private int weightCount;
    private boolean sorted = true;

    WapitiAssembly(WapitiType type, WapitiPatterns patterns, List<String> names) {
        this(type.number(), patterns, names);
    }

    /** With the number of the type as a file has it. */
    WapitiAssembly(int typeNumber, WapitiPatterns patterns, List<String> names) {
        this.typeNumber = typeNumber;
        this.type = WapitiType.of(typeNumber);
        this.patterns = patterns;
        this.labels = Labels.of(names);
        this.states = labels.size();
    }

    /** The next observation; one that is there already is ignored, as Wapiti does. False when it has no kind. */
    boolean observation(CharSequence name) {
        byte kind = switch (name.length() == 0 ? ' ' : name.charAt(0)) {
            case 'u' -> OF_POSITIONS;
            case 'b' -> OF_STEPS;
            case '*' -> OF_POSITIONS | OF_STEPS;
            default -> 0;
        };
        if (kind == 0) {
            return false;
        }
        int number = attributes.size();
        if (attributes.add(name) < number) {
            return true;
        }
        if (number == kinds.length) {
            kinds = Arrays.copyOf(kinds, 2 * number);
        }
        features += (kind & OF_POSITIONS) == 0 ? 0 : states;
        if ((kind & OF_STEPS) != 0) {
            features += (long) states * states;
            if (name.toString().equals(patterns.sharedPattern())) {
                kind |= SHARED;
            } else {
                transitionAttributes.add(name);
            }
        }
        kinds[number] = kind;
        return true;
    }

    int states() {
        return states;
    }

    /** The number of features of the observations so far. */
    long features() {
        return features;
    }

    /** The weight of a feature; the last one counts if it has several. */
    void weight(long index, double weight) {
        if (weightCount == indices.length) {
            indices = Arrays.copyOf(indices, 2 * weightCount);
            weights = Arrays.copyOf(weights, 2 * weightCount);
        }
        sorted &= weightCount == 0 || index > indices[weightCount - 1];
        indices[weightCount] = index;
        weights[weightCount++] = weight;
    }

    /** The weights of the features from {@code begin} on, but for zeros; returns the feature behind the last. */
    long weights(long begin, double[] values) {
        for (int k = 0; k < values.length; k++) {
            if (values[k] != 0) {
                weight(begin + k, values[k]);
            }
        }
        return begin + values.length;
    }

    /**
     * Refuses so many labels that their pairs would take far more memory than the file.
     *
     * @param bytes of the file
     */
    void checkPairs(long bytes) {
        long pairs = (long) states * states;
        if (states > MOST_LABELS || pairs > Math.max(PAIRS, PAIRS_PER_BYTE * bytes)) {
            throw new IllegalArgumentException(states + " labels, but only " + bytes + " bytes in all");
        }
    }

    Model build() {
        return build(Map.of());
    }

    /** The model, with what else is known of where it comes from. */
    Model build(Map<String, Object> origin) {
        if (!sorted) {
            sort();
        }
        int count = attributes.size();
        Lists stateLists = new Lists(count);
        Lists transitionLists = new Lists(transitionAttributes.size());
        Lists sharedList = new Lists(1);
        long begin = 0;
        int pairs = states * states;
        int next = 0;
        for (int a = 0; a < count; a++) {
            if ((kinds[a] & OF_POSITIONS) != 0) {
                next = take(stateLists, begin, states, next);
                begin += states;
            }
            stateLists.endAttribute();
            if ((kinds[a] & OF_STEPS) != 0) {
                boolean shared = (kinds[a] & SHARED) != 0;
                next = take(shared ? sharedList : transitionLists, begin, pairs, next);
                if (!shared) {
                    transitionLists.endAttribute();
                }
                begin += pairs;
            }
        }
        int[] sharedFeatures = new int[pairs];
        Arrays.fill(sharedFeatures, -1);
        for (int k = 0; k < sharedList.size; k++) {
            sharedFeatures[sharedList.targets[k]] = k;
        }
        ParameterLayout layout =
                new ParameterLayout(states, stateLists.lists(states), sharedFeatures, transitionLists.lists(pairs));
        double[] theta = new double[layout.parameters()];
        System.arraycopy(stateLists.values, 0, theta, 0, stateLists.size);
        System.arraycopy(sharedList.values, 0, theta, layout.sharedBegin(), sharedList.size);
        System.arraycopy(transitionLists.values, 0, theta, layout.transitionBegin(), transitionLists.size);
        Encoder encoder = new Encoder(patterns, false, attributes.build(), transitionAttributes.build());
        return new Model(
                labels, encoder, layout, theta, columns(), provenance(origin), FileForm.PLAIN, type.normalisation());
    }

    private int columns() {
        return patterns.columns().isEmpty() ? 0 : patterns.columns().last() + 1;
    }

    private Map<String, Object> provenance(Map<String, Object> origin) {
        Map<String, Object> provenance = new LinkedHashMap<>(origin);
        if (origin.isEmpty()) {
            provenance.put("tool", "Wapiti");
        }
        provenance.put(WapitiType.PROVENANCE, type.text());
        if (typeNumber != type.number()) {
            provenance.put(WapitiType.PROVENANCE_NUMBER, typeNumber);
        }
        return provenance;
    }

    /** Takes the weights of the features begin … begin + targets − 1, but for zeros; returns the next weight. */
    private int take(Lists lists, long begin, int targets, int from) {
        int next = from;
        for (; next < weightCount && indices[next] < begin + targets; next++) {
            if (weights[next] != 0) {
                lists.add((int) (indices[next] - begin), weights[next]);
            }
        }
        return next;
    }

    private void sort() {
        Integer[] order = new Integer[weightCount];
        Arrays.setAll(order, k -> k);
        Arrays.sort(order, (one, other) -> Long.compare(indices[one], indices[other])); // stable
        long[] oldIndices = indices;
        double[] oldWeights = weights;
        indices = new long[weightCount];
        weights = new double[weightCount];
        int count = 0;
        for (int k : order) {
            count -= count > 0 && indices[count - 1] == oldIndices[k] ? 1 : 0;
            indices[count] = oldIndices[k];
            weights[count++] = oldWeights[k];
        }
        weightCount = count;
    }

    /** Feature lists that grow. */
    private static final class Lists {
        private final int[] offsets;
        private int attributes;
        private int[] targets = new int[64];
        private double[] values = new double[64];
        private int size;

        Lists(int attributes) {
            this.offsets = new int[attributes + 1];
        }

        void add(int target, double value) {
            if (size == targets.length) {
                targets = Arrays.copyOf(targets, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            targets[size] = target;
            values[size++] = value;
        }

        void endAttribute() {
            offsets[++attributes] = size;
        }

        FeatureLists lists(int targetCount) {
            return new FeatureLists(targetCount, offsets, Arrays.copyOf(targets, size));
        }
    }
}
