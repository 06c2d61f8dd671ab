package org.espalier.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.online.OnlineLearning;
import org.espalier.online.OnlineWeights;
import org.espalier.online.Perceptron;
import org.espalier.online.Rival;
import org.espalier.online.Rivals;
import org.espalier.online.UpdateRule;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The voted perceptron: every weight vector w<sub>i</sub> of the run predicts, and its prediction counts as often as it had
 * survived, c<sub>i</sub> visits.
 *
 * <pre>
 *   votes(t, s) = Σ_i c_i · [ŷ_i(t) = s],      ŷ_i = argmax_y w_i·Φ(x, y)
 * </pre>
 *
 * A vote is no linear function of the features, so this is no {@link Model}; {@link Algorithm#PERCEPTRON}, whose weights are
 * averaged, is the form for daily use. In sequences every position is voted on by itself. Kept are the steps w<sub>i+1</sub> −
 * w<sub>i</sub>, not the vectors: memory is that of the features in which gold standard and prediction differed at each mistake.
 * Cost of tagging: as many decodings as there were mistakes.
 *
 * <p>Freund and Schapire, <em>Large margin classification using the perceptron algorithm</em>, 1999.
 */
public final class VotedPerceptron {

    /** A mistake: the step that it led to, and how many visits the weights before it had survived. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Step(int survived, int[] places, double[] changes) {}

    private final Model shape; // labels, encoder and layout; its weights are not looked at
    private final List<Step> steps;
    private final int lastSurvived;

    private VotedPerceptron(Model shape, List<Step> steps, int lastSurvived) {
        this.shape = shape;
        this.steps = steps;
        this.lastSurvived = lastSurvived;
    }

    /** Trains by {@link Trainer}, with features, notation, seed and epochs as the options say. */
    public static VotedPerceptron train(AttributeExtractor extractor, TrainingOptions options, List<Sequence> data) {
        if (options.online().epochs() < 1) {
            throw new IllegalArgumentException("0 epochs; expected at least 1, since nobody votes otherwise");
        }
        Recording rule = new Recording();
        Shape shape = new Shape();
        TrainingOptions online = options.withAlgorithm(Algorithm.PERCEPTRON);
        new Trainer(extractor, online)
                .withOnline(new OnlineLearning("VOTED_PERCEPTRON", (parameters, instances) -> rule))
                .withListener(shape)
                .train(data);
        return new VotedPerceptron(Objects.requireNonNull(shape.model), List.copyOf(rule.steps), rule.survived);
    }

    /** A perceptron that writes down its steps. */
    private static final class Recording implements UpdateRule {
        private final Perceptron perceptron = new Perceptron();
        private final List<Step> steps = new ArrayList<>();
        private int survived;

        @Override
        public double update(int instance, Rivals rivals, double weight, OnlineWeights weights) {
            if (rivals.size() > 0) {
                steps.add(step(rivals.get(0), weight));
                survived = 0;
            }
            survived++;
            return perceptron.update(instance, rivals, weight, weights);
        }

        private Step step(Rival rival, double weight) {
            int[] places = new int[rival.size()];
            double[] changes = new double[rival.size()];
            for (int n = 0; n < places.length; n++) {
                places[n] = rival.index(n);
                changes[n] = weight * rival.value(n);
            }
            return new Step(survived, places, changes);
        }
    }

    /** Takes labels, encoder and layout with all features, as the steps number them. */
    private static final class Shape implements TrainingListener {
        private @Nullable Model model;

        @Override
        public void onIteration(TrainingProgress progress, Supplier<Model> current) {
            model = current.get();
        }
    }

    /** How many mistakes the training made; one more weight vectors vote. */
    public int mistakes() {
        return steps.size();
    }

    /** The labels with the most votes; of equal ones the one with the smallest number. */
    public List<List<String>> tag(List<Sequence> sequences) {
        List<List<String>> labels = new ArrayList<>();
        for (double[][] votes : votes(sequences)) {
            List<String> chosen = new ArrayList<>();
            for (double[] position : votes) {
                int best = 0;
                for (int s = 1; s < position.length; s++) {
                    best = position[s] > position[best] ? s : best;
                }
                chosen.add(shape.labels().name(best));
            }
            labels.add(chosen);
        }
        return labels;
    }

    /** The share of the votes that each label has at each position // [sequences][T][S]. */
    public List<double[][]> votes(List<Sequence> sequences) {
        List<EncodedSequence> encoded = new ArrayList<>();
        List<double[][]> votes = new ArrayList<>();
        for (Sequence sequence : sequences) {
            encoded.add(shape.encoder().encode(sequence));
            votes.add(new double[sequence.length()][shape.labels().size()]);
        }
        Ballot ballot = new Ballot(new LinearScorer(shape.layout()), encoded, votes);
        double total = lastSurvived;
        for (Step step : steps) {
            ballot.add(step.survived);
            ballot.move(step);
            total += step.survived;
        }
        ballot.add(lastSurvived);
        for (double[][] sequence : votes) {
            for (double[] position : sequence) {
                for (int s = 0; s < position.length; s++) {
                    position[s] /= total;
                }
            }
        }
        return votes;
    }

    /** Goes through the weight vectors once more. */
    private static final class Ballot {
        private final LinearScorer scorer;
        private final List<EncodedSequence> sequences;
        private final List<double[][]> votes;
        private final double[] weights;
        private final Inference inference = new Inference(Kernels.scalar());
        private final Workspace workspace = new Workspace();

        Ballot(LinearScorer scorer, List<EncodedSequence> sequences, List<double[][]> votes) {
            this.scorer = scorer;
            this.sequences = sequences;
            this.votes = votes;
            this.weights = new double[scorer.parameters()];
        }

        void move(Step step) {
            for (int n = 0; n < step.places.length; n++) {
                weights[step.places[n]] += step.changes[n];
            }
        }

        void add(int survived) {
            if (survived == 0) {
                return;
            }
            for (int n = 0; n < sequences.size(); n++) {
                Trellis trellis = scorer.trellis(sequences.get(n));
                workspace.reserve(trellis);
                scorer.scoreShared(weights, workspace.scores());
                workspace.sharedChanged();
                scorer.score(weights, sequences.get(n), trellis, workspace.scores());
                int[] path = new int[trellis.length()];
                inference.best(trellis, workspace, path);
                for (int t = 0; t < path.length; t++) {
                    votes.get(n)[t][path[t]] += survived;
                }
            }
        }
    }

    @Override
    public String toString() {
        return "a vote of " + (steps.size() + 1) + " weight vectors over "
                + Arrays.toString(shape.labels().names().toArray());
    }
}
