package org.espalier.scoring;

import java.util.Arrays;
import java.util.List;

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
    private static final int STATE = 0;
    private static final int SHARED = 1;
    private static final int TRANSITION = 2;

    private final List<FeatureFamily> families;
    private final int[] begins; // [families + 1]
    private final int[] sharedFeatures; // [S][S], of the plain chain

    private ParameterLayout(List<FeatureFamily> families, int[] sharedFeatures) {
        this.families = List.copyOf(families);
        this.begins = new int[families.size() + 1];
        long total = 0;
        for (int f = 0; f < families.size(); f++) {
            total += families.get(f).lists().features();
            if (total > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException(
                        total + " weights are more than fit; use observed features or a minimal count");
            }
            begins[f + 1] = (int) total;
        }
        this.sharedFeatures = sharedFeatures;
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
                        new FeatureFamily("state", stateFeatures),
                        new FeatureFamily("transition", sharedLists(states, sharedFeatures)),
                        new FeatureFamily("observed-transition", transitionFeatures)),
                sharedFeatures);
    }

    /** The layout of any families; {@link #sharedFeatures} is empty, because it belongs to the plain chain. */
    public static ParameterLayout of(List<FeatureFamily> families) {
        return new ParameterLayout(families, new int[0]);
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
        return new FeatureLists(
                sharedFeatures.length,
                new int[] {0, count},
                count == targets.length ? new int[0] : Arrays.copyOf(targets, count));
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

    /** The number of states that features of attributes speak of. */
    public int states() {
        return stateFeatures().targetCount();
    }

    /** The features of state attributes. */
    public FeatureLists stateFeatures() {
        return lists(STATE);
    }

    /** The feature of each pair of states i·S + j, counted from 0 within its family; −1 for a pair without a weight. */
    public int[] sharedFeatures() {
        return sharedFeatures;
    }

    /** The features of transition attributes. */
    public FeatureLists transitionFeatures() {
        return lists(TRANSITION);
    }

    /** Where the weights of shared transitions begin. */
    public int sharedBegin() {
        return begins[SHARED];
    }

    /** Where the weights of transition attributes begin. */
    public int transitionBegin() {
        return begins[TRANSITION];
    }

    /** How many pairs have a shared weight. */
    public int sharedCount() {
        return lists(SHARED).features();
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
        return new ParameterLayout(
                states(),
                new FeatureLists(states(), offsets, Arrays.copyOf(targets, count)),
                sharedFeatures,
                transitionFeatures());
    }
}
