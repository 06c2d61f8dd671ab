package org.espalier.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.espalier.feature.AttributeIndex;
import org.espalier.labelling.chain.PairLabels;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureFamily;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;

/**
 * A look into a model. Immutable; every list is computed when it is asked for, by one walk over the weights.
 *
 * <p>Lists of the strongest are ordered by weight and then by name, so that equal models give equal lists.
 */
public final class Inspection {
    private static final Comparator<FeatureWeight> STRONGEST =
            Comparator.comparingDouble(FeatureWeight::weight).reversed().thenComparing(FeatureWeight::attribute);
    private static final Comparator<FeatureWeight> MOST_OPPOSED =
            Comparator.comparingDouble(FeatureWeight::weight).thenComparing(FeatureWeight::attribute);
    private static final Comparator<TransitionWeight> STRONGEST_TRANSITION = Comparator.comparingDouble(
                    (TransitionWeight transition) -> Math.abs(transition.weight()))
            .reversed()
            .thenComparing(TransitionWeight::attribute)
            .thenComparing(TransitionWeight::from)
            .thenComparing(TransitionWeight::to);

    private static final Comparator<FamilyWeight> STRONGEST_OTHER = Comparator.comparingDouble(
                    (FamilyWeight other) -> Math.abs(other.weight()))
            .reversed()
            .thenComparing(FamilyWeight::family)
            .thenComparing(FamilyWeight::attribute)
            .thenComparing(FamilyWeight::target);

    private static final String TRANSITION = "transition";
    private static final String OBSERVED_TRANSITION = "observed-transition";

    private final Model model;
    private final List<String> states; // what the weights of tokens speak of
    private final ParameterLayout layout;
    private final double[] weights;

    private Inspection(Model model) {
        this.model = model;
        this.states = model.stateNames();
        this.layout = model.layout();
        this.weights = model.weights();
    }

    public static Inspection of(Model model) {
        return new Inspection(model);
    }

    public Model model() {
        return model;
    }

    /** How many labels, attributes and weights there are. */
    public ModelSize size() {
        int nonZero = 0;
        double largest = 0;
        for (double weight : weights) {
            nonZero += weight == 0 ? 0 : 1;
            largest = Math.max(largest, Math.abs(weight));
        }
        return new ModelSize(
                model.labels().size(),
                model.encoder().attributes().size(),
                model.encoder().transitionAttributes().size(),
                layout.stateFeatures().features(),
                layout.sharedCount(),
                layout.parameters() - layout.stateFeatures().features() - layout.sharedCount(),
                nonZero,
                largest);
    }

    /**
     * The attributes that speak most for a label, or for a state such as {@code B-NAME#2} where labels have hidden states, or for the first label of a
     * pair such as {@code B-NAME against O}: those with the largest weights above 0, largest first.
     *
     * @throws IllegalArgumentException when the model does not have the label
     */
    public List<FeatureWeight> supporting(String label, int most) {
        return select(label, most, STRONGEST, 1);
    }

    /**
     * The attributes that speak most against a label: those with the smallest weights below 0, smallest first.
     *
     * @throws IllegalArgumentException when the model does not have the label
     */
    public List<FeatureWeight> opposing(String label, int most) {
        return select(label, most, MOST_OPPOSED, -1);
    }

    /** The attributes of the first family: those of tokens, of arcs, or of variables. */
    private AttributeIndex names() {
        return model.encoder().attributes(layout.families().get(0).attributeList());
    }

    private List<FeatureWeight> select(String label, int most, Comparator<FeatureWeight> order, int sign) {
        int wanted = states.indexOf(label);
        if (wanted < 0) {
            throw unknown(label, states);
        }
        FeatureLists lists = layout.stateFeatures();
        PriorityQueue<FeatureWeight> kept = new PriorityQueue<>(order.reversed());
        for (int a = 0; a < lists.attributes(); a++) {
            int feature = lists.find(a, wanted);
            double weight = feature < 0 ? 0 : weights[feature];
            if (weight * sign > 0) {
                keep(kept, new FeatureWeight(names().get(a), label, weight), order, most);
            }
        }
        return sorted(kept, order);
    }

    /**
     * What the weights of tokens speak of, as far as it is about a label: the state of that name, or the pairs that the label is one of.
     *
     * @throws IllegalArgumentException when the model does not have the label
     */
    public List<String> statesOf(String label) {
        if (states.contains(label)) {
            return List.of(label);
        }
        boolean pairwise = model.structure() instanceof PairLabels;
        int number = pairwise ? model.labels().names().indexOf(label) : -1;
        if (number < 0) {
            throw unknown(label, pairwise ? model.labels().names() : states);
        }
        return Arrays.stream(((PairLabels) model.structure()).pairsOf(number))
                .mapToObj(states::get)
                .toList();
    }

    private static IllegalArgumentException unknown(String label, List<String> known) {
        return new IllegalArgumentException(
                "the model has no label '" + label + "'; its labels are " + String.join(", ", known));
    }

    /** The transitions with the largest absolute weights, largest first; those that depend on an attribute are among them. */
    public List<TransitionWeight> strongestTransitions(int most) {
        PriorityQueue<TransitionWeight> kept = new PriorityQueue<>(STRONGEST_TRANSITION.reversed());
        forEachTransition(transition -> {
            if (transition.weight() != 0) {
                keep(kept, transition, STRONGEST_TRANSITION, most);
            }
        });
        return sorted(kept, STRONGEST_TRANSITION);
    }

    private static <T> void keep(PriorityQueue<T> kept, T candidate, Comparator<T> order, int most) {
        if (kept.size() < most) {
            kept.add(candidate);
            return;
        }
        T weakest = kept.peek();
        if (weakest != null && order.compare(candidate, weakest) < 0) {
            kept.remove();
            kept.add(candidate);
        }
    }

    private static <T> List<T> sorted(PriorityQueue<T> kept, Comparator<T> order) {
        List<T> list = new ArrayList<>(kept);
        list.sort(order);
        return list;
    }

    /**
     * The weights of one label following another wherever that happens, in the order of the model's labels; NaN where a pair
     * has no weight, and so scores 0. // [S][S], from × to; empty when transitions are not between pairs of labels
     */
    public double[][] transitions() {
        int family = layout.indexOf(TRANSITION);
        if (family < 0 || !isOfPairs(family)) {
            return new double[0][];
        }
        int states = layout.states();
        double[][] matrix = new double[states][states];
        for (int from = 0; from < states; from++) {
            for (int to = 0; to < states; to++) {
                int feature = layout.lists(family).find(0, from * states + to);
                matrix[from][to] = feature < 0 ? Double.NaN : weights[layout.begin(family) + feature];
            }
        }
        return matrix;
    }

    /** Whether the targets of a family are the pairs of what the weights of tokens speak of. */
    private boolean isOfPairs(int family) {
        return layout.lists(family).targetCount() == layout.states() * layout.states();
    }

    /** Every weight of an attribute and a label, by attribute and then by label, in the order of the model. */
    public void forEachFeature(Consumer<FeatureWeight> consumer) {
        FeatureLists lists = layout.stateFeatures();
        for (int a = 0; a < lists.attributes(); a++) {
            String attribute = names().get(a);
            for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                consumer.accept(new FeatureWeight(attribute, states.get(lists.target(a, f)), weights[f]));
            }
        }
    }

    /** Every weight of a pair of labels: first those that count everywhere, then those that depend on an attribute. */
    public void forEachTransition(Consumer<TransitionWeight> consumer) {
        for (int family = 1; family < layout.families().size(); family++) {
            if (isTransition(family)) {
                forEachTransition(family, consumer);
            }
        }
    }

    private boolean isTransition(int family) {
        String name = layout.families().get(family).name();
        return (name.equals(TRANSITION) || name.equals(OBSERVED_TRANSITION)) && isOfPairs(family);
    }

    private void forEachTransition(int family, Consumer<TransitionWeight> consumer) {
        int size = states.size();
        forEachWeight(
                family,
                (attribute, target, weight) -> consumer.accept(
                        new TransitionWeight(attribute, states.get(target / size), states.get(target % size), weight)));
    }

    /** Takes a weight. */
    private interface WeightVisitor {
        void accept(String attribute, int target, double weight);
    }

    private void forEachWeight(int family, WeightVisitor visitor) {
        FeatureFamily own = layout.families().get(family);
        FeatureLists lists = own.lists();
        AttributeIndex names = own.places() == 0
                ? model.encoder().attributes()
                : model.encoder().transitionAttributes();
        for (int a = 0; a < lists.attributes(); a++) {
            String attribute = own.isConstant() ? "" : names.get(a);
            for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                visitor.accept(attribute, lists.target(a, f), weights[layout.begin(family) + f]);
            }
        }
    }

    /** Every weight of the families that only some structures have, such as those of segments and of longer label histories. */
    public void forEachOther(Consumer<FamilyWeight> consumer) {
        for (int family = 1; family < layout.families().size(); family++) {
            if (!isTransition(family)) {
                String name = model.structure().familyName(family);
                List<String> targets = model.structure().targetNames(family, model.labels());
                forEachWeight(
                        family,
                        (attribute, target, weight) ->
                                consumer.accept(new FamilyWeight(name, attribute, targets.get(target), weight)));
            }
        }
    }

    /** The weights with the largest absolute values among {@link #forEachOther those of other families}, largest first. */
    public List<FamilyWeight> strongestOthers(int most) {
        PriorityQueue<FamilyWeight> kept = new PriorityQueue<>(STRONGEST_OTHER.reversed());
        forEachOther(other -> {
            if (other.weight() != 0) {
                keep(kept, other, STRONGEST_OTHER, most);
            }
        });
        return sorted(kept, STRONGEST_OTHER);
    }
}
