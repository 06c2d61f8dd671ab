package org.espalier.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.AttributeLists;
import org.espalier.feature.EncodedSequence;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.scoring.FeatureFamily;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.AllowedStates;

/**
 * Why a token has its label: what every feature adds to the margin of the best labelling y over its best rival z, the best labelling that
 * gives the token another label.
 *
 * <pre>
 *   margin = score(y) − score(z) = Σ over features of (θ(attribute, y[t]) − θ(attribute, z[t])) · value
 *                                + Σ over steps    of  θ(y[t−1], y[t]) − θ(z[t−1], z[t])
 * </pre>
 *
 * The terms are exact: they add up to the margin, which is log p(y) − log p(z). Where the two labellings agree there are none. Neighbours that
 * the rival labels otherwise have terms too, because they belong to the price of the other label. Two decodings and one pass over the features.
 *
 * @param token the explained token, from 0
 * @param margin score(y) − score(z)
 * @param labels y
 * @param rivals z
 * @param contributions largest absolute amount first; none of them is 0
 */
public record Explanation(
        int token, double margin, List<String> labels, List<String> rivals, List<Contribution> contributions) {

    /** A span that so many labellings share is as good as certain. */
    private static final int LONGEST_LIST = 1 << 13;

    private static final Comparator<Contribution> LARGEST = Comparator.comparingDouble(
                    (Contribution contribution) -> -Math.abs(contribution.amount()))
            .thenComparingInt(Contribution::token)
            .thenComparing(Contribution::attribute);

    public Explanation {
        labels = List.copyOf(labels);
        rivals = List.copyOf(rivals);
        contributions = List.copyOf(contributions);
    }

    /**
     * Explains the label of a token.
     *
     * @throws IllegalArgumentException when there is no such token, the model has a single label, or its scores are not sums of the weights of
     *     labels and their steps, as with hidden states, segments, votes and local normalisation
     */
    public static Explanation of(Tagger tagger, Sequence sequence, int token) {
        Model model = tagger.model();
        requireSums(model);
        if (token < 0 || token >= sequence.length()) {
            throw new IllegalArgumentException(
                    "token " + token + " of a sequence of " + sequence.length() + "; tokens are counted from 0");
        }
        Tagging best = tagger.tag(sequence);
        int chosen = model.labels().indexOf(best.labels().get(token));
        int[] others = IntStream.range(0, model.labels().size())
                .filter(label -> label != chosen)
                .toArray();
        if (others.length == 0) {
            throw new IllegalArgumentException("the model has one label only, so nothing else was possible");
        }
        int[][] allowed = new int[sequence.length()][];
        allowed[token] = others;
        Tagging rival = tagger.tag(sequence, AllowedStates.of(allowed));
        return new Sum(model, model.encoder().encode(sequence), best.labels(), rival.labels())
                .explanation(token, best.score() - rival.score());
    }

    /**
     * Explains a span: over the best labelling that does not have it.
     *
     * @return the explanation, whose token is the first of the span
     * @throws IllegalArgumentException when the best labels do not have the span, every labelling has it, or the model has no such sums
     */
    public static Explanation ofSpan(Tagger tagger, Sequence sequence, Span span) {
        Model model = tagger.model();
        requireSums(model);
        Tagging best = tagger.tag(sequence);
        if (!best.spans().contains(span)) {
            throw new IllegalArgumentException(
                    "the model does not predict the span " + span + "; it predicts " + best.spans());
        }
        // What lacks the span is no product of label sets, but the list of the best labellings comes to it.
        int known = 0;
        for (int n = 2; n <= LONGEST_LIST; n *= 4) {
            List<Labelling> list = best.nBest(n);
            for (Labelling other : list.subList(known, list.size())) {
                if (!tagger.scheme().decode(other.labels()).contains(span)) {
                    return between(tagger, sequence, span.start(), best.labels(), other.labels());
                }
            }
            if (list.size() < n) {
                throw new IllegalArgumentException(
                        "every labelling has the span " + span + ", so nothing else was possible");
            }
            known = list.size();
        }
        throw new IllegalArgumentException("the " + LONGEST_LIST + " most probable labellings all have the span " + span
                + ", so no rival is worth a look");
    }

    /**
     * Explains why a model prefers one labelling to another; where it does not, the margin is negative.
     *
     * @param token the token that it is about, from 0
     * @throws IllegalArgumentException when a label is not one of the model's, or the model has no such sums
     */
    public static Explanation between(
            Tagger tagger, Sequence sequence, int token, List<String> labels, List<String> rivals) {
        Model model = tagger.model();
        requireSums(model);
        for (String label : Stream.concat(labels.stream(), rivals.stream()).toList()) {
            if (model.labels().indexOf(label) < 0) {
                throw new IllegalArgumentException("'" + label + "' is not a label of the model");
            }
        }
        Tagging tagging = tagger.tag(sequence);
        double margin = tagging.logProbability(labels) - tagging.logProbability(rivals);
        return new Sum(model, model.encoder().encode(sequence), labels, rivals).explanation(token, margin);
    }

    private static void requireSums(Model model) {
        int states = model.labels().size();
        boolean sums = model.normalisation() == Normalisation.GLOBAL
                && model.votes() == null
                && model.labels().size() > 0;
        for (FeatureFamily family : model.layout().families()) {
            int targets = family.lists().targetCount();
            sums &= family.name().equals("state") && targets == states
                    || (family.name().equals("transition") || family.name().equals("observed-transition"))
                            && targets == states * states;
        }
        if (!sums) {
            throw new IllegalArgumentException(
                    "the model is one of " + model.structure().kind()
                            + " with the normalisation " + model.normalisation()
                            + (model.votes() == null ? "" : " and votes")
                            + "; contributions are told for chains whose states are the labels, and whose scores are sums of weights");
        }
    }

    /** The margin as the sum of its terms. */
    public double sum() {
        double sum = 0;
        for (Contribution contribution : contributions) {
            sum += contribution.amount();
        }
        return sum;
    }

    /** For JSON: label, rival, margin, the rival labelling, and the contributions. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("token", token);
        map.put("label", labels.get(token));
        map.put("rival", rivals.get(token));
        map.put("margin", margin);
        map.put("rivalLabels", rivals);
        List<Object> list = new ArrayList<>();
        for (Contribution contribution : contributions) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("kind", contribution.isTransition() ? "transition" : "feature");
            one.put("token", contribution.token());
            one.put("attribute", contribution.attribute());
            one.put("label", contribution.label());
            one.put("rival", contribution.rival());
            one.put("amount", contribution.amount());
            list.add(one);
        }
        map.put("contributions", list);
        return map;
    }

    /** Adds up what two labellings differ in. */
    private static final class Sum {
        private final Model model;
        private final EncodedSequence encoded;
        private final int[] best;
        private final int[] rival;
        private final List<Contribution> found = new ArrayList<>();

        Sum(Model model, EncodedSequence encoded, List<String> best, List<String> rival) {
            this.model = model;
            this.encoded = encoded;
            this.best = numbers(model.labels(), best);
            this.rival = numbers(model.labels(), rival);
        }

        private static int[] numbers(Labels labels, List<String> names) {
            return names.stream().mapToInt(labels::indexOf).toArray();
        }

        Explanation explanation(int token, double margin) {
            ParameterLayout layout = model.layout();
            for (int f = 0; f < layout.families().size(); f++) {
                for (int t = 0; t < best.length; t++) {
                    add(layout, f, t);
                }
            }
            found.sort(LARGEST);
            return new Explanation(token, margin, names(best), names(rival), found);
        }

        private List<String> names(int[] numbers) {
            return IntStream.of(numbers).mapToObj(model.labels()::name).toList();
        }

        private void add(ParameterLayout layout, int f, int t) {
            FeatureFamily family = layout.families().get(f);
            boolean step = !family.name().equals("state");
            if (step && t == 0) {
                return;
            }
            int mine = step ? best[t - 1] * model.labels().size() + best[t] : best[t];
            int other = step ? rival[t - 1] * model.labels().size() + rival[t] : rival[t];
            if (mine == other) {
                return;
            }
            FeatureLists lists = family.lists();
            if (lists.features() == 0) {
                return;
            }
            if (family.isConstant()) {
                add(t, "", step, lists, layout.begin(f), 0, mine, other, 1);
                return;
            }
            AttributeLists attributes = encoded.lists(family.places());
            AttributeIndex names = model.encoder().attributes(family.attributeList());
            int begin = step ? encoded.transitionBegin(t) : encoded.begin(t);
            int end = step ? encoded.transitionBegin(t + 1) : encoded.begin(t + 1);
            for (int k = begin; k < end; k++) {
                int attribute = attributes.attributes()[k];
                double value = attributes.value(k) * lists.scale(attribute);
                add(t, names.get(attribute), step, lists, layout.begin(f), attribute, mine, other, value);
            }
        }

        private void add(
                int t,
                String name,
                boolean step,
                FeatureLists lists,
                int begin,
                int attribute,
                int mine,
                int other,
                double value) {
            double amount = (weight(lists, begin, attribute, mine) - weight(lists, begin, attribute, other)) * value;
            if (amount != 0) {
                found.add(new Contribution(t, name, step, target(step, mine), target(step, other), amount));
            }
        }

        private double weight(FeatureLists lists, int begin, int attribute, int target) {
            int feature = lists.find(attribute, target);
            return feature < 0 ? 0 : model.weights()[begin + feature];
        }

        private String target(boolean step, int target) {
            Labels labels = model.labels();
            return step
                    ? labels.name(target / labels.size()) + " → " + labels.name(target % labels.size())
                    : labels.name(target);
        }
    }
}
