package org.espalier.compress;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.scoring.Compaction;
import org.espalier.scoring.FeatureFamily;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;

/**
 * The recipe for a smaller model: leave out small weights, round the others to fewer bits, drop attributes without a
 * weight, and write what remains in the compact form of the file.
 *
 * <pre>{@code
 * Model smaller = Compression.pruning(0.01).withBits(12).apply(model);
 * smaller.save(Path.of("smaller.esp"));
 * }</pre>
 *
 * <p>The smaller model is an ordinary one: weights are doubles again in memory, and tagging costs the same or less.
 *
 * @param pruning which weights are kept
 * @param bits bits of a weight: 64 (as they are), 32, 16, 12 or 8, see {@link FileForm}
 */
public record Compression(Pruning pruning, int bits) {
    /** Nothing is lost; only the file becomes smaller. */
    public static final Compression LOSSLESS = new Compression(Pruning.NONE, Double.SIZE);

    private static final String PROVENANCE = "compression";

    /** The search for how much can be pruned ends when it is known to one part in so many. */
    private static final int RESOLUTION = 100;

    public Compression {
        Objects.requireNonNull(pruning, "pruning");
        FileForm.compact(bits);
    }

    /** Weights whose absolute value is below the threshold are left out. */
    public static Compression pruning(double threshold) {
        return new Compression(new Pruning(Pruning.Kind.THRESHOLD, threshold), Double.SIZE);
    }

    /** The {@code count} weights with the largest absolute values are kept; of equal ones those that come first. */
    public static Compression keeping(int count) {
        return new Compression(new Pruning(Pruning.Kind.COUNT, count), Double.SIZE);
    }

    /** This fraction of the weights is kept, those with the largest absolute values. */
    public static Compression keepingFraction(double fraction) {
        return new Compression(new Pruning(Pruning.Kind.FRACTION, fraction), Double.SIZE);
    }

    public Compression withPruning(Pruning newPruning) {
        return new Compression(newPruning, bits);
    }

    /** With weights of 64, 32, 16, 12 or 8 bits. */
    public Compression withBits(int newBits) {
        return new Compression(pruning, newBits);
    }

    /**
     * The smaller model; the given one stays as it is.
     *
     * @throws IllegalArgumentException when no weight of an attribute would be left, or the model is a vote of many weight
     *     vectors
     */
    public Model apply(Model model) {
        requireOneVector(model);
        ParameterLayout layout = model.layout();
        double[] weights = rounded(model);
        Compaction compact = Compaction.of(layout, weights);
        int left = compact.layout().parameters() - compact.layout().sharedCount();
        double[] magnitudes = magnitudes(model);
        if (left == 0 && magnitudes.length > 0) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "nothing would be left of the model's %,d features: the largest absolute weight is %.4g, and %s",
                    magnitudes.length,
                    magnitudes[magnitudes.length - 1],
                    pruning.kind() == Pruning.Kind.THRESHOLD
                            ? "no weight reaches the threshold " + pruning.amount() + "; use a lower one"
                            : "nothing remains; keep more"));
        }
        Encoder encoder = model.encoder();
        Sorted states = Sorted.of(encoder.attributes(), compact.kept(0));
        Sorted others = Sorted.of(encoder.transitionAttributes(), compact.kept(1));
        Encoder smaller = encoder.withAttributes(states.vocabulary(), others.vocabulary());
        double[] sorted = compact.weights().clone();
        ParameterLayout found = compact.layout();
        List<FeatureFamily> families = new ArrayList<>(found.families());
        for (int f = 0; f < families.size(); f++) {
            FeatureFamily family = families.get(f);
            if (!family.isConstant()) {
                int[] order = family.places() == 0 ? states.order() : others.order();
                families.set(f, family.with(reorder(family.lists(), order, compact.weights(), sorted, found.begin(f))));
            }
        }
        ParameterLayout ordered = new ParameterLayout(families);
        return new Model(
                model.labels(),
                smaller,
                ordered,
                sorted,
                model.columns(),
                provenance(model, ordered),
                FileForm.compact(bits),
                model.normalisation(),
                model.structure());
    }

    private static void requireOneVector(Model model) {
        if (model.votes() != null) {
            throw new IllegalArgumentException("the model is " + model.votes()
                    + ", and only a model with a single weight vector can be compressed. Train it without voting, to get the"
                    + " average of the vectors");
        }
    }

    /** The weights that the smaller model would have, in the layout of the given one: zeros where one is left out. */
    private double[] rounded(Model model) {
        double[] magnitudes = magnitudes(model);
        double[] kept = prune(model, magnitudes, pruning.kept(magnitudes));
        return FileForm.compact(bits).round(model.layout(), kept);
    }

    private static double[] magnitudes(Model model) {
        ParameterLayout layout = model.layout();
        double[] weights = model.weights();
        int shared = layout.sharedEnd() - layout.sharedBegin();
        double[] magnitudes = new double[weights.length - shared];
        for (int k = 0; k < magnitudes.length; k++) {
            magnitudes[k] = Math.abs(weights[k < layout.sharedBegin() ? k : k + shared]);
        }
        Arrays.sort(magnitudes);
        return magnitudes;
    }

    private static double[] prune(Model model, double[] magnitudes, int kept) {
        double[] weights = model.weights().clone();
        if (kept == magnitudes.length) {
            return weights;
        }
        double least = kept == 0 ? Double.POSITIVE_INFINITY : magnitudes[magnitudes.length - kept];
        int equal = 0; // how many weights of exactly this size there is room for
        for (int k = magnitudes.length - kept; k < magnitudes.length && magnitudes[k] == least; k++) {
            equal++;
        }
        ParameterLayout layout = model.layout();
        for (int k = 0; k < weights.length; k++) {
            boolean shared = k >= layout.sharedBegin() && k < layout.sharedEnd();
            double magnitude = Math.abs(weights[k]);
            if (!shared && (magnitude < least || magnitude == least && equal-- <= 0)) {
                weights[k] = 0;
            }
        }
        return weights;
    }

    /**
     * This recipe with the strongest pruning whose loss is at most {@code most}: the score of the given model less the score
     * of the smaller one, rounding included.
     *
     * <p>Found by bisection over the number of weights, to about one percent; a score that goes up and down on the way may
     * hide a still smaller model. Costs some 10 to 20 evaluations of the score.
     *
     * @param score what counts, higher is better; see {@link Measure}
     * @throws IllegalArgumentException when rounding alone loses more
     */
    public Compression pruningWithin(double most, Model model, ToDoubleFunction<? super Model> score) {
        if (!(most >= 0)) {
            throw new IllegalArgumentException("a loss of at most " + most + "; expected 0 or more");
        }
        requireOneVector(model);
        double before = score.applyAsDouble(model);
        double[] magnitudes = magnitudes(model);
        int enough = magnitudes.length;
        int tooFew = 0;
        double unpruned = before - score.applyAsDouble(kept(enough, model));
        if (unpruned > most) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "weights of %d bits alone lose %.6g, more than %.6g; use more bits or allow more",
                    bits,
                    unpruned,
                    most));
        }
        while (enough - tooFew > Math.max(1, enough / RESOLUTION)) {
            int middle = tooFew + enough >>> 1;
            if (before - score.applyAsDouble(kept(middle, model)) <= most) {
                enough = middle;
            } else {
                tooFew = middle;
            }
        }
        return enough == magnitudes.length
                ? withPruning(Pruning.NONE)
                : keeping(enough).withBits(bits);
    }

    /** With the encoder of the given model, which costs nothing to make and labels as the smaller one would. */
    private Model kept(int count, Model model) {
        Compression recipe = keeping(Math.max(1, count)).withBits(bits);
        return new Model(
                model.labels(),
                model.encoder(),
                model.layout(),
                recipe.rounded(model),
                model.columns(),
                model.provenance(),
                FileForm.PLAIN,
                model.normalisation(),
                model.structure());
    }

    /** The strings that are kept, in sorted order, where neighbours share long prefixes. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Sorted(Vocabulary vocabulary, int[] order) {

        static Sorted of(AttributeIndex index, boolean[] kept) {
            Vocabulary rest = index.toVocabulary().keep(a -> kept[a]).vocabulary();
            String[] names = new String[rest.size()];
            Integer[] order = new Integer[names.length];
            for (int a = 0; a < names.length; a++) {
                names[a] = rest.get(a);
                order[a] = a;
            }
            Arrays.sort(order, Comparator.comparing(a -> names[a]));
            Vocabulary.Builder builder = new Vocabulary.Builder();
            for (int a : order) {
                builder.add(names[a]);
            }
            return new Sorted(
                    builder.build(),
                    Arrays.stream(order).mapToInt(Integer::intValue).toArray());
        }
    }

    private static FeatureLists reorder(FeatureLists lists, int[] order, double[] weights, double[] sorted, int begin) {
        int[] offsets = new int[order.length + 1];
        int[] targets = new int[lists.targets().length];
        for (int a = 0; a < order.length; a++) {
            int from = lists.offsets()[order[a]];
            int count = lists.offsets()[order[a] + 1] - from;
            offsets[a + 1] = offsets[a] + count;
            System.arraycopy(weights, begin + from, sorted, begin + offsets[a], count);
            if (targets.length > 0) {
                System.arraycopy(lists.targets(), from, targets, offsets[a], count);
            }
        }
        return new FeatureLists(lists.targetCount(), offsets, targets);
    }

    /** A model that was compressed before keeps what was said of that. */
    private Map<String, Object> provenance(Model model, ParameterLayout smaller) {
        Map<String, Object> done = new LinkedHashMap<>();
        if (pruning.kind() != Pruning.Kind.NONE) {
            done.put(pruning.kind().name().toLowerCase(Locale.ROOT), pruning.amount());
        }
        done.put("bits", bits);
        done.put("features", model.layout().parameters());
        done.put("kept", smaller.parameters());
        Map<String, Object> provenance = new LinkedHashMap<>(model.provenance());
        String name = PROVENANCE;
        for (int n = 2; provenance.containsKey(name); n++) {
            name = PROVENANCE + "-" + n;
        }
        provenance.put(name, done);
        return provenance;
    }
}
