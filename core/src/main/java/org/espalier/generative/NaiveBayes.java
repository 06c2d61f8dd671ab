package org.espalier.generative;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.espalier.data.DataFormatException;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.BiasedAttributes;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.generative.NaiveBayesOptions.Event;
import org.espalier.generative.NaiveBayesOptions.Prior;
import org.espalier.model.Model;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.ParameterLayout;
import org.espalier.train.Learner;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.jspecify.annotations.Nullable;

/**
 * Naive Bayes: attributes that are independent of each other given the label; every token stands by itself.
 *
 * <pre>
 *   multinomial   p(y | x) ∝ p(y) Π_a p(a | y)^{value of a},            p(a | y) = (n(a, y) + λ) / (Σ_{a'} n(a', y) + λA)
 *   Bernoulli     p(y | x) ∝ p(y) Π_{a in x} q(a | y) Π_{a not in x} (1 − q(a | y)),   q(a | y) = (n(a, y) + λ) / (n(y) + 2λ)
 * </pre>
 *
 * It gives a {@link Model}: the weight of an attribute is log p(a | y), or log q − log (1 − q); that of the constant attribute
 * {@value BiasedAttributes#BIAS} is log p(y), for Bernoulli plus Σ<sub>a</sub> log (1 − q(a | y)). One walk through the data.
 * McCallum &amp; Nigam (1998).
 *
 * @param extractor what is observed at a token
 * @param options how it is counted and smoothed
 * @param listener hears of the start and of the end
 */
public record NaiveBayes(AttributeExtractor extractor, NaiveBayesOptions options, TrainingListener listener)
        implements Learner {

    public NaiveBayes(AttributeExtractor extractor, NaiveBayesOptions options) {
        this(extractor, options, TrainingListener.NONE);
    }

    @Override
    public String name() {
        return "naive-bayes";
    }

    @Override
    public NaiveBayes withListener(TrainingListener value) {
        return new NaiveBayes(extractor, options, value);
    }

    /** The same: one walk through the data is all there is. */
    @Override
    public NaiveBayes withStop(BooleanSupplier value) {
        return this;
    }

    /**
     * Trains on the tokens whose label is known.
     *
     * @throws DataFormatException when a value is negative, or a label has alternatives
     * @throws TrainingException when no token is labelled
     */
    @Override
    public Model train(Iterable<Sequence> data) {
        long begun = System.nanoTime();
        boolean presence = options.event() == Event.BERNOULLI;
        AttributeExtractor fitted = new BiasedAttributes(extractor, presence).fit(data);
        Encoder.Builder builder = new Encoder.Builder(fitted, false);
        List<Sequence> sequences = new ArrayList<>();
        List<EncodedSequence> encoded = new ArrayList<>();
        SortedSet<String> names = new TreeSet<>();
        for (Sequence sequence : data) {
            if (sequence.weight() > 0) {
                sequences.add(sequence);
                encoded.add(builder.add(sequence));
                for (int t = 0; t < sequence.length(); t++) {
                    String label = label(sequence, t);
                    if (label != null) {
                        names.add(label);
                    }
                }
            }
        }
        if (names.isEmpty()) {
            throw new TrainingException("no token has a label; there is nothing to count");
        }
        Labels labels = Labels.of(names);
        Encoder encoder = builder.build(options.minCount(), encoded);
        ParameterLayout layout =
                new ChainLayoutBuilder(labels.size(), encoder.attributes().size(), 0, false).complete();
        long tokens = sequences.stream().mapToLong(Sequence::length).sum();
        TrainingSummary summary = new TrainingSummary(
                sequences.size(), tokens, labels.size(), encoder.attributes().size(), 0, layout.parameters(), 0, 1, 0);
        listener.onStart(summary);
        double[] counts = new double[layout.parameters()];
        for (int n = 0; n < sequences.size(); n++) {
            count(sequences.get(n), encoded.get(n), labels, counts);
        }
        int bias = encoder.attributes().indexOf(BiasedAttributes.BIAS);
        double[] weights = weights(counts, bias, labels.size());
        int columns = sequences.stream()
                .filter(sequence -> sequence.length() > 0)
                .mapToInt(sequence -> sequence.tokens().get(0).columns().size())
                .findFirst()
                .orElse(0);
        int active = (int) Arrays.stream(weights).filter(weight -> weight != 0).count();
        Model model = new Model(labels, encoder, layout, weights, columns, provenance(sequences.size(), tokens));
        listener.onFinish(TrainingReport.counted(summary, active, (System.nanoTime() - begun) / 1e9));
        return model;
    }

    private @Nullable String label(Sequence sequence, int t) {
        List<String> labels = sequence.labels();
        List<String> allowed = labels == null ? List.of() : options.notation().alternatives(labels.get(t));
        if (allowed.size() > 1) {
            throw new DataFormatException(
                    sequence.location(),
                    "the label '" + String.join(options.notation().separator(), allowed) + "' of token " + (t + 1)
                            + " has alternatives; naive Bayes counts tokens with one label: leave the label out ("
                            + options.notation().unknown() + ")");
        }
        return allowed.isEmpty() ? null : allowed.get(0);
    }

    private void count(Sequence sequence, EncodedSequence encoded, Labels labels, double[] counts) {
        for (int t = 0; t < sequence.length(); t++) {
            String label = label(sequence, t);
            if (label == null) {
                continue;
            }
            int state = labels.indexOf(label);
            for (int k = encoded.begin(t); k < encoded.begin(t + 1); k++) {
                counts[encoded.attribute(k) * labels.size() + state] += sequence.weight() * encoded.value(k);
            }
        }
    }

    /** The counts of the constant attribute are those of the labels. */
    private double[] weights(double[] counts, int bias, int states) {
        double[] weights = new double[counts.length];
        int attributes = counts.length / states;
        double all = 0;
        for (int y = 0; y < states; y++) {
            all += counts[bias * states + y];
        }
        for (int y = 0; y < states; y++) {
            double tokens = counts[bias * states + y];
            double total = 0;
            for (int a = 0; a < attributes; a++) {
                total += a == bias ? 0 : counts[a * states + y];
            }
            double constant = options.prior() == Prior.UNIFORM ? -Math.log(states) : Math.log(tokens / all);
            for (int a = 0; a < attributes; a++) {
                double count = counts[a * states + y];
                if (a != bias && options.event() == Event.MULTINOMIAL) {
                    double size = total + options.smoothing() * (attributes - 1);
                    weights[a * states + y] = Math.log((count + options.smoothing()) / size);
                } else if (a != bias) {
                    double present = (count + options.smoothing()) / (tokens + 2 * options.smoothing());
                    weights[a * states + y] = Math.log(present) - Math.log1p(-present);
                    constant += Math.log1p(-present);
                }
            }
            weights[bias * states + y] = constant;
        }
        return weights;
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> chosen = new LinkedHashMap<>();
        chosen.put("model", "naive-bayes");
        chosen.put("event", options.event().name().toLowerCase(Locale.ROOT));
        chosen.put("smoothing", options.smoothing());
        chosen.put("prior", options.prior().name().toLowerCase(Locale.ROOT));
        chosen.put("minCount", options.minCount());
        chosen.put("unknownLabel", options.notation().unknown());
        chosen.put("labelSeparator", options.notation().separator());
        return chosen;
    }

    private Map<String, Object> provenance(int sequences, long tokens) {
        Map<String, Object> provenance = new LinkedHashMap<>();
        provenance.put("sequences", sequences);
        provenance.put("tokens", tokens);
        provenance.put("options", provenance());
        return provenance;
    }
}
