package org.espalier.scoring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.structure.Family;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * Which weight stands where in θ: family after family, in each of them by attribute and target.
 *
 * <p>For the plain chain:
 *
 * <pre>
 *   θ = [ state features | shared transitions | own transition features ]
 * </pre>
 *
 * Immutable.
 */
public final class ParameterLayout {
    private static final String STATE = "state";
    private static final String TRANSITION = "transition";
    private static final String OBSERVED_TRANSITION = "observed-transition";

    private final List<FeatureFamily> families;
    private final int[] begins; // [families + 1]
    private final int sharedBegin; // of all shared families, which follow each other
    private final int sharedEnd;
    private final int @Nullable [] sharedFeatures; // [S][S], of the plain chain

    private ParameterLayout(List<FeatureFamily> families, int @Nullable [] sharedFeatures) {
        this.families = List.copyOf(families);
        this.begins = new int[families.size() + 1];
        long total = 0;
        int firstShared = -1;
        int lastShared = -1;
        for (int f = 0; f < families.size(); f++) {
            total += families.get(f).lists().features();
            if (total > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException(
                        total + " weights are more than fit; use only observed features, or a minimum count");
            }
            begins[f + 1] = (int) total;
            if (families.get(f).isShared()) {
                if (firstShared >= 0 && lastShared < f - 1) {
                    throw new IllegalArgumentException("the family "
                            + families.get(f).name() + " is shared; expected it after the other shared families");
                }
                firstShared = firstShared < 0 ? f : firstShared;
                lastShared = f;
            }
        }
        this.sharedBegin = firstShared < 0 ? (int) total : begins[firstShared];
        this.sharedEnd = firstShared < 0 ? (int) total : begins[lastShared + 1];
        this.sharedFeatures = sharedFeatures;
    }

    /**
     * The layout of any families.
     *
     * @param families in the order of θ; the shared ones follow each other
     */
    public ParameterLayout(List<FeatureFamily> families) {
        this(families, sharedFeatures(families));
    }

    /**
     * The layout of a plain chain.
     *
     * @param states S
     * @param stateFeatures the features of state attributes; targets are states
     * @param sharedFeatures the feature of each pair i·S + j, counted from 0 and rising with the pairs; −1 for a pair without
     *     a weight, which scores 0 // [S][S]
     * @param transitionFeatures the features of transition attributes; targets are pairs i·S + j
     */
    public ParameterLayout(
            int states, FeatureLists stateFeatures, int[] sharedFeatures, FeatureLists transitionFeatures) {
        this(
                List.of(
                        new FeatureFamily(STATE, Trellis.STATES, false, stateFeatures),
                        new FeatureFamily(TRANSITION, Family.SHARED, true, sharedLists(states, sharedFeatures)),
                        new FeatureFamily(OBSERVED_TRANSITION, Trellis.STEPS, false, transitionFeatures)),
                sharedFeatures);
    }

    /** The feature of each pair of states, where the families are those of a plain chain. */
    private static int @Nullable [] sharedFeatures(List<FeatureFamily> families) {
        boolean isPlain = families.stream()
                .map(FeatureFamily::name)
                .toList()
                .equals(List.of(STATE, TRANSITION, OBSERVED_TRANSITION));
        int states = isPlain ? families.get(0).lists().targetCount() : 0;
        if (!isPlain || families.get(1).lists().targetCount() != states * states) {
            return null;
        }
        FeatureLists lists = families.get(1).lists();
        int[] features = new int[states * states];
        Arrays.fill(features, -1);
        for (int k = 0; k < lists.features(); k++) {
            features[lists.target(0, k)] = k;
        }
        return features;
    }

    private static FeatureLists sharedLists(int states, int[] sharedFeatures) {
        if (sharedFeatures.length != states * states) {
            throw new IllegalArgumentException(sharedFeatures.length + " pairs for " + states + " states");
        }
        int[] targets = new int[sharedFeatures.length];
        int count = 0;
        for (int pair = 0; pair < sharedFeatures.length; pair++) {
            int feature = sharedFeatures[pair];
            if (feature >= 0 && feature != count) {
                throw new IllegalArgumentException("pair " + pair + " has shared feature " + feature + "; expected "
                        + count + ", because features rise with their pairs");
            }
            if (feature >= 0) {
                targets[count++] = pair;
            }
        }
        return FeatureLists.shared(sharedFeatures.length, Arrays.copyOf(targets, count));
    }

    /** The families of features, in the order of θ. */
    public List<FeatureFamily> families() {
        return families;
    }

    /** The features of a family. */
    public FeatureLists lists(int family) {
        return families.get(family).lists();
    }

    /** Where the weights of a family begin; for the number of families, how many weights there are. */
    public int begin(int family) {
        return begins[family];
    }

    /** The number of weights. */
    public int parameters() {
        return begins[begins.length - 1];
    }

    /** Where the weights of shared parts begin. */
    public int sharedBegin() {
        return sharedBegin;
    }

    /** Where the weights of shared parts end. */
    public int sharedEnd() {
        return sharedEnd;
    }

    /** How many weights belong to shared parts. */
    public int sharedCount() {
        return sharedEnd - sharedBegin;
    }

    /** The number of a family, or −1 when there is none of that name. */
    public int indexOf(String family) {
        for (int f = 0; f < families.size(); f++) {
            if (families.get(f).name().equals(family)) {
                return f;
            }
        }
        return -1;
    }

    /** The number of targets that the attributes of tokens speak of: the states of a plain chain. */
    public int states() {
        return stateFeatures().targetCount();
    }

    /** The features of the attributes of tokens: the first family. */
    public FeatureLists stateFeatures() {
        return lists(0);
    }

    /** Whether the families are those of a plain chain, whose states are what features speak of. */
    public boolean isPlainChain() {
        return sharedFeatures != null;
    }

    /** Of a plain chain: the feature of each pair of states i·S + j, counted from 0 within its family; −1 for a pair without a weight. */
    public int[] sharedFeatures() {
        int[] features = sharedFeatures;
        if (features == null) {
            throw new IllegalStateException("families "
                    + families.stream().map(FeatureFamily::name).toList() + "; expected those of a plain chain");
        }
        return features;
    }

    /** Of a chain: the features of transition attributes. */
    public FeatureLists transitionFeatures() {
        return lists(observedTransition());
    }

    /** Of a chain: where the weights of transition attributes begin. */
    public int transitionBegin() {
        return begin(observedTransition());
    }

    private int observedTransition() {
        int family = indexOf(OBSERVED_TRANSITION);
        if (family < 0) {
            throw new IllegalStateException("no family " + OBSERVED_TRANSITION + "; expected a chain");
        }
        return family;
    }

    /** The same without the features of attributes with this state: its score is 0, whatever is observed. */
    public ParameterLayout withoutState(int state) {
        FeatureLists old = stateFeatures();
        int[] offsets = new int[old.attributes() + 1];
        int[] targets = new int[old.features()];
        int count = 0;
        for (int a = 0; a < old.attributes(); a++) {
            for (int f = old.offsets()[a]; f < old.offsets()[a + 1]; f++) {
                int target = old.target(a, f);
                if (target != state) {
                    targets[count++] = target;
                }
            }
            offsets[a + 1] = count;
        }
        List<FeatureFamily> others = new ArrayList<>(families);
        others.set(0, families.get(0).with(new FeatureLists(states(), offsets, Arrays.copyOf(targets, count))));
        return new ParameterLayout(others);
    }
}
