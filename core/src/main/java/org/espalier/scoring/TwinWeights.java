package org.espalier.scoring;

import java.util.ArrayList;
import java.util.List;
import org.espalier.feature.TwinAttributes;

/**
 * The weights of attributes that are learnt as one because they occur at the same tokens only ({@link TwinAttributes}).
 *
 * <p>A class of m twins is learnt as one attribute with the value √m. With an L2 penalty that is the same problem, not a similar one: of
 * all θ₁ … θₘ with the same sum the penalty is least where they are equal, and
 *
 * <pre>
 *   θ₁ + … + θₘ = √m · φ,     θ₁² + … + θₘ² = φ²     for     θᵢ = φ / √m.
 * </pre>
 *
 * Steps along gradients, dual steps and quasi-Newton steps from 0 lead through the same points, too. So a model has its weights of all
 * attributes, while data, optimiser and passes have one of each class.
 */
public final class TwinWeights {
    private final TwinAttributes twins;
    private final ParameterLayout learnt;

    /**
     * Weights of classes.
     *
     * @param observed which class has a weight for which target; the families of tokens count classes as attributes
     */
    public TwinWeights(ParameterLayout observed, TwinAttributes twins) {
        this.twins = twins;
        float[] scales = new float[twins.size()];
        for (int k = 0; k < scales.length; k++) {
            scales[k] = (float) Math.sqrt(twins.members(k));
        }
        List<FeatureFamily> scaled = new ArrayList<>();
        for (FeatureFamily family : observed.families()) {
            FeatureLists lists = family.lists();
            scaled.add(
                    isOfTokens(family)
                            ? family.with(
                                    new FeatureLists(lists.targetCount(), lists.offsets(), lists.targets(), scales))
                            : family);
        }
        this.learnt = new ParameterLayout(scaled);
    }

    private static boolean isOfTokens(FeatureFamily family) {
        return family.places() == 0 && !family.isConstant();
    }

    private FeatureLists spread(FeatureLists lists) {
        int total = checked(features(lists));
        int[] offsets = new int[twins.attributes() + 1];
        for (int a = 0; a < twins.attributes(); a++) {
            int number = twins.number(a);
            offsets[a + 1] = offsets[a] + lists.offsets()[number + 1] - lists.offsets()[number];
        }
        if (lists.targets().length == 0) {
            return new FeatureLists(lists.targetCount(), offsets, lists.targets());
        }
        int[] targets = new int[total];
        for (int a = 0; a < twins.attributes(); a++) {
            System.arraycopy(
                    lists.targets(),
                    lists.offsets()[twins.number(a)],
                    targets,
                    offsets[a],
                    offsets[a + 1] - offsets[a]);
        }
        return new FeatureLists(lists.targetCount(), offsets, targets);
    }

    /** The layout of the weights that are learnt, one attribute for each class. */
    public ParameterLayout learnt() {
        return learnt;
    }

    /** How many weights all attributes have. */
    public int parameters() {
        long total = 0;
        for (FeatureFamily family : learnt.families()) {
            FeatureLists lists = family.lists();
            total += isOfTokens(family) ? features(lists) : lists.features();
        }
        return checked(total);
    }

    private long features(FeatureLists lists) {
        long total = 0;
        for (int number = 0; number < twins.size(); number++) {
            total += (long) twins.members(number) * (lists.offsets()[number + 1] - lists.offsets()[number]);
        }
        return total;
    }

    private static int checked(long weights) {
        if (weights > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    weights + " weights are more than fit; use only observed features, or a minimum count");
        }
        return (int) weights;
    }

    /** The layout of all attributes; made anew, for its memory is not needed while weights are learnt. */
    public ParameterLayout layout() {
        return new ParameterLayout(learnt.families().stream()
                .map(family -> isOfTokens(family) ? family.with(spread(family.lists())) : family)
                .toList());
    }

    /** The weights of all attributes. */
    public double[] spread(double[] weights) {
        double[] all = new double[parameters()];
        int to = 0;
        for (int f = 0; f < learnt.families().size(); f++) {
            int from = learnt.begin(f);
            if (!isOfTokens(learnt.families().get(f))) {
                int count = learnt.begin(f + 1) - from;
                System.arraycopy(weights, from, all, to, count);
                to += count;
                continue;
            }
            int[] offsets = learnt.lists(f).offsets();
            for (int a = 0; a < twins.attributes(); a++) {
                int number = twins.number(a);
                double share = learnt.lists(f).scale(number) / twins.members(number);
                for (int k = offsets[number]; k < offsets[number + 1]; k++) {
                    all[to++] = weights[from + k] * share;
                }
            }
        }
        return all;
    }
}
