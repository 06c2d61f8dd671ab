package org.espalier.scoring;

import java.util.Arrays;

/**
 * Which weight stands where in θ: first the state features by attribute and state, then the shared transitions, then the
 * features of transition attributes by attribute and pair.
 *
 * <pre>
 *   θ = [ state features | shared transitions | own transition features ]
 * </pre>
 *
 * @param states S
 * @param stateFeatures the features of state attributes; targets are states
 * @param sharedFeatures the feature of each pair i·S + j, counted from 0 within its section; −1 for a pair without a
 *     weight, which scores 0 // [S][S]
 * @param transitionFeatures the features of transition attributes; targets are pairs i·S + j
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record ParameterLayout(
        int states, FeatureLists stateFeatures, int[] sharedFeatures, FeatureLists transitionFeatures) {

    public ParameterLayout {
        if (sharedFeatures.length != states * states) {
            throw new IllegalArgumentException(sharedFeatures.length + " pairs for " + states + " states");
        }
        long total = (long) stateFeatures.features() + states * (long) states + transitionFeatures.features();
        if (total > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    total + " weights are more than fit; use observed features or a minimal count");
        }
    }

    /** The same without the features of attributes with this state: its score is 0, whatever is observed. */
    public ParameterLayout withoutState(int state) {
        int[] offsets = new int[stateFeatures.attributes() + 1];
        int[] targets = new int[stateFeatures.features()];
        int count = 0;
        for (int a = 0; a < stateFeatures.attributes(); a++) {
            for (int f = stateFeatures.offsets()[a]; f < stateFeatures.offsets()[a + 1]; f++) {
                int target = stateFeatures.target(a, f);
                if (target != state) {
                    targets[count++] = target;
                }
            }
            offsets[a + 1] = count;
        }
        return new ParameterLayout(
                states,
                new FeatureLists(states, offsets, Arrays.copyOf(targets, count)),
                sharedFeatures,
                transitionFeatures);
    }

    /** The number of weights. */
    public int parameters() {
        return transitionBegin() + transitionFeatures.features();
    }

    /** Where the weights of shared transitions begin. */
    public int sharedBegin() {
        return stateFeatures.features();
    }

    /** Where the weights of transition attributes begin. */
    public int transitionBegin() {
        return sharedBegin() + sharedCount();
    }

    /** How many pairs have a shared weight. */
    public int sharedCount() {
        return Arrays.stream(sharedFeatures).max().orElse(-1) + 1;
    }
}
