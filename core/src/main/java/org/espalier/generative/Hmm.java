package org.espalier.generative;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.text.WordOrClass;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Session;
import org.espalier.structure.chain.Trellis;

/**
 * A hidden Markov model of first order.
 *
 * <pre>
 *   p(x, y) = p(y_0) Π_{t≥1} p(y_t | y_{t−1}) · p(end | y_{T−1}) · Π_t p(x_t | y_t)
 * </pre>
 *
 * Its logarithms are the weights of a chain, so it is decoded, saved and inspected as the {@link #toCrf CRF} with these
 * weights, whose p(y | x) is the same. Immutable; made by {@link HmmTrainer}. Rabiner (1989).
 */
public final class Hmm {
    /** What the CRF has in place of −∞: a probability of 10⁻³⁰⁴. */
    static final double FLOOR = -700;

    private final Labels labels;
    private final Encoder encoder;
    private final HmmLayout places;
    private final double[] logs; // [parameters]
    private final int columns;
    private final Map<String, Object> provenance;
    private final LinearScorer<Trellis> scorer;
    private final ChainInference inference = new ChainInference(Kernels.scalar());

    Hmm(Labels labels, Encoder encoder, HmmLayout places, double[] logs, int columns, Map<String, Object> provenance) {
        this.labels = labels;
        this.encoder = encoder;
        this.places = places;
        this.logs = logs;
        this.columns = columns;
        this.provenance = Collections.unmodifiableMap(new LinkedHashMap<>(provenance));
        this.scorer = LinearScorer.chain(places.layout);
    }

    public Labels labels() {
        return labels;
    }

    /** Whether sequences end with a probability; without it p(x, y) is that among sequences of the same length. */
    public boolean hasEnds() {
        return places.end >= 0;
    }

    /** log p(y₀ = label). */
    public double logInitial(String label) {
        return logs[places.initial(state(label))];
    }

    /** log p(to | from). */
    public double logTransition(String from, String to) {
        return logs[places.transition(state(from), state(to))];
    }

    /** log p(end | label); 0 without ends. */
    public double logEnd(String label) {
        int state = state(label);
        return hasEnds() ? logs[places.end(state)] : 0;
    }

    /** log p(word | label), of the word's class when it is not known; 0 when it has none. */
    public double logEmission(String label, String word) {
        String symbol = ((WordOrClass) encoder.extractor()).symbol(word);
        int state = state(label);
        return symbol == null
                ? 0
                : logs[places.emission(encoder.attributes().indexOf(symbol) - places.firstSymbol, state)];
    }

    /** log p(symbol | label) of a word or class by the name of its attribute. */
    double logEmissionOf(String label, String symbol) {
        return logs[places.emission(encoder.attributes().indexOf(symbol) - places.firstSymbol, state(label))];
    }

    Encoder encoder() {
        return encoder;
    }

    private int state(String label) {
        int state = labels.indexOf(label);
        if (state < 0) {
            throw new IllegalArgumentException(
                    "'" + label + "' is not a label of the model; expected one of " + labels);
        }
        return state;
    }

    /** log p(x), the sum over all labellings. */
    public double logProbability(Sequence sequence) {
        Session<Trellis> session = session();
        return inference.logSum(session.score(encoder.encode(sequence)), session.workspace());
    }

    /** log p(x, y). */
    public double logProbability(Sequence sequence, List<String> labelling) {
        if (labelling.size() != sequence.length()) {
            throw new IllegalArgumentException(labelling.size() + " labels for " + sequence.length() + " tokens");
        }
        int[] path = labelling.stream().mapToInt(this::state).toArray();
        Session<Trellis> session = session();
        Trellis trellis = session.score(encoder.encode(sequence));
        return trellis.score(session.workspace().scores(), path);
    }

    private Session<Trellis> session() {
        Session<Trellis> session = new Session<>(scorer);
        session.use(logs);
        return session;
    }

    /**
     * Draws a labelled sequence of the given length: labels from p(y | length), then words. A class of unknown words is written
     * in angle brackets.
     */
    public Sequence generate(RandomGenerator random, int length) {
        if (length < 1) {
            throw new IllegalArgumentException("a sequence of " + length + " tokens; expected at least 1");
        }
        int states = places.states;
        Trellis trellis = Trellis.chain(length, states);
        Session<Trellis> session = session();
        session.reserve(trellis);
        Workspace workspace = session.workspace();
        for (int s = 0; s < states; s++) {
            workspace.scores()[trellis.stateOffset(0) + s] += logs[places.initial(s)];
            workspace.scores()[trellis.stateOffset(length - 1) + s] += hasEnds() ? logs[places.end(s)] : 0;
        }
        int[] path = inference.sample(trellis, workspace, random).states();
        List<Token> tokens = Arrays.stream(path)
                .mapToObj(state -> token(word(random, state)))
                .toList();
        return Sequence.of(tokens, Arrays.stream(path).mapToObj(labels::name).toList());
    }

    /** The word stands in its column; columns that the model does not look at are empty. */
    private Token token(String word) {
        int column = encoder.extractor().columns().first();
        String[] texts = new String[column + 1];
        Arrays.fill(texts, "");
        texts[column] = word;
        return Token.ofColumns(texts);
    }

    private String word(RandomGenerator random, int state) {
        double left = random.nextDouble();
        int last = 0;
        for (int symbol = 0; symbol < places.symbols; symbol++) {
            double p = Math.exp(logs[places.emission(symbol, state)]);
            if (p > 0) {
                last = symbol;
                left -= p;
                if (left < 0) {
                    break;
                }
            }
        }
        return WordOrClass.text(encoder.attributes().get(places.firstSymbol + last));
    }

    /**
     * The CRF whose weights are the logarithms: its p(y | x) is that of this model, and what can be done with a model can be
     * done with it. Probabilities of 0, which only maximum likelihood gives, become 10⁻³⁰⁴, because a weight must be finite.
     */
    public Model toCrf() {
        double[] weights = Arrays.stream(logs).map(log -> Math.max(log, FLOOR)).toArray();
        return new Model(labels, encoder, places.layout, weights, columns, provenance);
    }
}
