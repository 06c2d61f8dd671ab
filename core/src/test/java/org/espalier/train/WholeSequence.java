package org.espalier.train;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelData;
import org.espalier.labelling.LabelDecoding;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.StructureSpec;
import org.espalier.math.Kernels;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.espalier.structure.Output;
import org.espalier.structure.Sites;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.espalier.structure.Topology;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.StepConstraint;

/**
 * A structure that core does not know, as a user would write one: all tokens of a sequence have the same label. Token t with label y is the part
 * t·L + y, and the output y has the parts of y at all tokens. Multinomial logistic regression on the summed attributes.
 */
record WholeSequence() implements StructureSpec {

    @Override
    public LabelStructure<?> settle(LabelData data) {
        return new SameLabel(data.labels().size());
    }

    @Override
    public Map<String, Object> provenance() {
        return Map.of("wholeSequence", true);
    }

    @Override
    public String describe() {
        return "one label for all";
    }

    record Tokens(int length, int labels) implements Structure {
        @Override
        public int parts() {
            return length * labels;
        }

        @Override
        public int sharedParts() {
            return 0;
        }

        @Override
        public int places(int kind) {
            return kind == 0 ? length : 0;
        }

        @Override
        public int offset(int kind, int place) {
            return place * labels;
        }

        @Override
        public int site(int kind, int place) {
            return place;
        }
    }

    record One(Tokens tokens, int label) implements Output {
        @Override
        public double score(double[] scores) {
            double sum = 0;
            for (int t = 0; t < tokens.length; t++) {
                sum += scores[t * tokens.labels + label];
            }
            return sum;
        }

        @Override
        public void addTo(double[] parts, double amount) {
            for (int t = 0; t < tokens.length; t++) {
                parts[t * tokens.labels + label] += amount;
            }
        }
    }

    record Right(AllowedStates allowed, int labels) implements Supervision<Tokens> {
        private boolean allows(int label) {
            return IntStream.range(0, allowed.length()).allMatch(t -> allowed.allows(t, label));
        }

        private int[] right() {
            return IntStream.range(0, labels).filter(this::allows).toArray();
        }

        @Override
        public void requireFit(Tokens tokens) {
            if (tokens.length() != allowed.length()) {
                throw new IllegalArgumentException(allowed.length() + " labels for " + tokens.length() + " tokens");
            }
        }

        @Override
        public boolean isSingle() {
            return right().length == 1;
        }

        @Override
        public Output single(Tokens tokens) {
            return new One(tokens, right()[0]);
        }

        @Override
        public void forbid(Tokens tokens, double[] scores) {
            for (int part = 0; part < tokens.parts(); part++) {
                if (!allows(part % labels)) {
                    scores[part] = Double.NEGATIVE_INFINITY;
                }
            }
        }

        @Override
        public void addCost(Tokens tokens, double cost, double[] scores) {
            for (int y = 0; y < labels && tokens.length() > 0; y++) {
                scores[y] += allows(y) ? 0 : cost; // once, at the first token
            }
        }

        @Override
        public int errors(Tokens tokens, Output output) {
            return allows(((One) output).label()) ? 0 : 1;
        }
    }

    static final class Sums implements Inference<Tokens> {

        /** p(y | x), and log Z behind it; all 0 when every label is forbidden. // [L + 1] */
        private static double[] probabilities(Tokens tokens, Workspace workspace) {
            double[] p = new double[tokens.labels() + 1];
            double most = Double.NEGATIVE_INFINITY;
            for (int y = 0; y < tokens.labels(); y++) {
                p[y] = new One(tokens, y).score(workspace.scores());
                most = Math.max(most, p[y]);
            }
            double sum = 0;
            for (int y = 0; y < tokens.labels(); y++) {
                p[y] = most == Double.NEGATIVE_INFINITY ? 0 : StrictMath.exp(p[y] - most);
                sum += p[y];
            }
            for (int y = 0; y < tokens.labels() && sum > 0; y++) {
                p[y] /= sum;
            }
            p[tokens.labels()] = most + (sum > 0 ? StrictMath.log(sum) : 0);
            return p;
        }

        @Override
        public double logSum(Tokens tokens, Workspace workspace) {
            return probabilities(tokens, workspace)[tokens.labels()];
        }

        @Override
        public double addMarginals(Tokens tokens, Workspace workspace, double weight, double[] into) {
            double[] p = probabilities(tokens, workspace);
            for (int y = 0; y < tokens.labels(); y++) {
                new One(tokens, y).addTo(into, weight * p[y]);
            }
            return p[tokens.labels()];
        }

        @Override
        public ScoredOutput<One> best(Tokens tokens, Workspace workspace) {
            return nBest(tokens, workspace, tokens.labels()).stream()
                    .findFirst()
                    .orElse(new ScoredOutput<>(new One(tokens, 0), Double.NEGATIVE_INFINITY));
        }

        @Override
        public List<ScoredOutput<One>> nBest(Tokens tokens, Workspace workspace, int n) {
            return IntStream.range(0, tokens.labels())
                    .mapToObj(y -> new One(tokens, y))
                    .map(one -> new ScoredOutput<>(one, one.score(workspace.scores())))
                    .filter(found -> found.score() > Double.NEGATIVE_INFINITY)
                    .sorted(Comparator.comparingDouble((ScoredOutput<One> found) -> -found.score()))
                    .limit(n)
                    .toList();
        }

        @Override
        public One sample(Tokens tokens, Workspace workspace, RandomGenerator random) {
            double[] p = probabilities(tokens, workspace);
            double left = random.nextDouble();
            int y = 0;
            while (y < tokens.labels() - 1 && left >= p[y]) {
                left -= p[y++];
            }
            return new One(tokens, y);
        }

        /** dp(y) = p(y) · (d(y) − Σ p·d), where d(y) is the direction of the output y. */
        @Override
        public void addMarginalDerivatives(
                Tokens tokens, Workspace workspace, double[] direction, double weight, double[] into) {
            double[] p = probabilities(tokens, workspace);
            double[] d = IntStream.range(0, tokens.labels())
                    .mapToDouble(y -> new One(tokens, y).score(direction))
                    .toArray();
            double mean =
                    IntStream.range(0, d.length).mapToDouble(y -> p[y] * d[y]).sum();
            for (int y = 0; y < d.length; y++) {
                new One(tokens, y).addTo(into, weight * p[y] * (d[y] - mean));
            }
        }
    }

    record SameLabel(int labels) implements LabelStructure<Tokens> {
        @Override
        public String kind() {
            return "whole-sequence";
        }

        @Override
        public Map<String, Object> definition() {
            return Map.of();
        }

        @Override
        public List<Family> families() {
            return List.of(Family.plain("state", 0, labels));
        }

        @Override
        public LinearScorer<Tokens> scorer(ParameterLayout layout) {
            return new LinearScorer<>(layout, new Topology<>() {
                @Override
                public Tokens structure(Sites sites) {
                    return new Tokens(sites.length(), labels);
                }

                @Override
                public List<Family> families() {
                    return SameLabel.this.families();
                }

                @Override
                public int sharedParts() {
                    return 0;
                }

                @Override
                public boolean isShapedByLength(Sites sites) {
                    return true;
                }

                @Override
                public boolean coversParts() {
                    return true;
                }
            });
        }

        @Override
        public Inference<Tokens> inference(Kernels kernels) {
            return new Sums();
        }

        @Override
        public Supervision<Tokens> supervision(Gold known, Tokens tokens) {
            return new Right(known.labels(), labels);
        }

        @Override
        public LabelDecoding<Tokens> decoding(Inference<Tokens> inference, Decoder decoder) {
            return new Reading((Sums) inference);
        }

        @Override
        public Decoder usualDecoder() {
            return Decoder.VITERBI;
        }

        @Override
        public void count(EncodedSequence sequence, Gold known, double weight, LayoutBuilder.Counter counter) {
            for (int y : new Right(known.labels(), labels).right()) {
                for (int t = 0; t < known.length(); t++) {
                    counter.add(0, sequence.lists(0), t, y, weight);
                }
            }
        }

        @Override
        public LayoutBuilder.Retargeting retargeting(LabelStructure<?> older) {
            return (family, target) -> target;
        }

        @Override
        public List<String> targetNames(int family, Labels names) {
            return names.names();
        }

        @Override
        public boolean isTokenwise(ParameterLayout layout) {
            return false;
        }

        @Override
        public LabelStructure<Tokens> constrained(StepConstraint constraint) {
            throw new IllegalArgumentException("labels do not change, so there are no steps to constrain");
        }
    }

    record Reading(Sums sums) implements LabelDecoding<Tokens> {
        private static int[] all(One one) {
            int[] labels = new int[one.tokens().length()];
            Arrays.fill(labels, one.label());
            return labels;
        }

        @Override
        public double decode(Tokens tokens, Workspace workspace, int[] labels) {
            ScoredOutput<One> best = sums.best(tokens, workspace);
            Arrays.fill(labels, 0, tokens.length(), best.output().label());
            return best.score();
        }

        @Override
        public double score(Tokens tokens, Workspace workspace, int[] labels) {
            One one = new One(tokens, tokens.length() == 0 ? 0 : labels[0]);
            return Arrays.equals(all(one), Arrays.copyOf(labels, tokens.length()))
                    ? one.score(workspace.scores())
                    : Double.NEGATIVE_INFINITY;
        }

        @Override
        public double[][] marginals(Tokens tokens, Workspace workspace) {
            double[][] p = new double[tokens.length()][];
            Arrays.setAll(p, t -> Arrays.copyOf(Sums.probabilities(tokens, workspace), tokens.labels()));
            return p;
        }

        @Override
        public List<ScoredLabels> nBest(Tokens tokens, Workspace workspace, int n) {
            return sums.nBest(tokens, workspace, n).stream()
                    .map(found -> new ScoredLabels(all(found.output()), found.score()))
                    .toList();
        }

        @Override
        public int[] sample(Tokens tokens, Workspace workspace, RandomGenerator random) {
            return all(sums.sample(tokens, workspace, random));
        }
    }
}
