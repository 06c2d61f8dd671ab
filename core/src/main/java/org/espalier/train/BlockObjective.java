package org.espalier.train;

import java.util.Arrays;
import org.espalier.feature.EncodedSequence;
import org.espalier.optimize.BlockFunction;
import org.espalier.parallel.Workers;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.Trellis;

/**
 * The objective by blocks: the weights of every state attribute, the shared transitions, the weights of every transition attribute.
 *
 * <p>A block is evaluated by scoring anew the sequences in which its attribute occurs; the others do not depend on it. Sequences are evaluated in
 * groups of {@value #TERMS_PER_TASK}, whose sums are added in order, so that the bits do not depend on the number of threads. Memory
 * beside the data: 16 bytes for every occurrence of an attribute.
 */
final class BlockObjective implements BlockFunction {
    private static final int TERMS_PER_TASK = 32;

    private final Objective objective;
    private final Terms terms;
    private final Workers workers;
    private final ParameterLayout layout;
    private final int stateBlocks;
    private final Occurrences occurrences;
    private final double[][] partGradients; // [workers][most parts]
    private final double passesPerSweep;

    private BlockObjective(Objective objective, Terms terms, Workers workers) {
        this.objective = objective;
        this.terms = terms;
        this.workers = workers;
        this.layout = terms.scorer().layout();
        this.stateBlocks = layout.stateFeatures().attributes();
        this.occurrences = Occurrences.of(terms, stateBlocks + 1, blocks());
        int mostParts = 0;
        for (int n = 0; n < terms.size(); n++) {
            mostParts = Math.max(mostParts, terms.parts(n));
        }
        this.partGradients = new double[workers.threads()][mostParts];
        long visits = layout.sharedCount() > 0 ? terms.size() : 0;
        for (int b = 0; b < blocks(); b++) {
            visits += occurrences.groups(b);
        }
        this.passesPerSweep = visits / (double) terms.size();
    }

    static BlockObjective of(Objective objective, InstanceStore instances, Workers workers) {
        if (instances.isOnDisk()) {
            throw new TrainingException(
                    "block coordinate descent visits the sequences of one attribute after the other, so the"
                            + " data must fit into memory; give the program more (-Xmx), or use owlqn");
        }
        return new BlockObjective(objective, objective.terms(instances), workers);
    }

    @Override
    public int dimension() {
        return objective.dimension();
    }

    @Override
    public boolean isConvex() {
        return objective.isConvex();
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        return objective.evaluate(x, gradient);
    }

    @Override
    public int blocks() {
        return stateBlocks + 1 + layout.transitionFeatures().attributes();
    }

    @Override
    public int blockBegin(int block) {
        if (block <= stateBlocks) {
            return layout.stateFeatures().offsets()[block];
        }
        return layout.transitionBegin() + layout.transitionFeatures().offsets()[block - stateBlocks - 1];
    }

    @Override
    public double passesPerSweep() {
        return passesPerSweep;
    }

    @Override
    public void evaluateBlock(int block, double[] x, double[] gradient, double[] curvature) {
        int size = blockBegin(block + 1) - blockBegin(block);
        Arrays.fill(gradient, 0, size, 0.0);
        Arrays.fill(curvature, 0, size, 0.0);
        int count = block == stateBlocks ? terms.size() : occurrences.groups(block);
        if (size == 0 || count == 0) {
            return;
        }
        int tasks = (count + TERMS_PER_TASK - 1) / TERMS_PER_TASK;
        double[][] sums = new double[tasks][2 * size];
        workers.run(tasks, (task, worker) -> {
            int end = Math.min(count, (task + 1) * TERMS_PER_TASK);
            for (int k = task * TERMS_PER_TASK; k < end; k++) {
                if (block == stateBlocks) {
                    addShared(k, x, worker, sums[task], size);
                } else {
                    addOccurrences(block, occurrences.group(block, k), x, worker, sums[task], size);
                }
            }
        });
        for (double[] sum : sums) {
            for (int k = 0; k < size; k++) {
                gradient[k] += sum[k];
                curvature[k] += sum[size + k];
            }
        }
    }

    /** The occurrences of a block's attribute in one sequence. */
    private void addOccurrences(int block, int first, double[] x, int worker, double[] sums, int size) {
        double[] derivatives = partGradients[worker];
        int term = occurrences.terms[first];
        double weight = terms.weight(term);
        if (weight == 0) {
            return;
        }
        terms.evaluate(term, x, 1, worker, derivatives);
        Trellis trellis = terms.trellis(term);
        boolean ofStates = block < stateBlocks;
        FeatureLists lists = ofStates ? layout.stateFeatures() : layout.transitionFeatures();
        int attribute = ofStates ? block : block - stateBlocks - 1;
        int from = lists.offsets()[attribute];
        for (int o = first; o < occurrences.begins[block + 1] && occurrences.terms[o] == term; o++) {
            int place = occurrences.places[o];
            int offset = ofStates ? trellis.stateOffset(place) : trellis.ownOffset(place);
            double value = occurrences.values[o];
            for (int k = 0; k < size; k++) {
                double derivative = derivatives[offset + lists.target(attribute, from + k)];
                double share = Math.abs(derivative);
                sums[k] += value * derivative;
                sums[size + k] += value * value * Math.max(0, share - share * share / weight);
            }
        }
    }

    /**
     * The shared transitions of one sequence. Of m expected transitions in n steps Σ p(1 − p) is at most m(1 − m/n), and
     * n/4 whatever m is.
     */
    private void addShared(int term, double[] x, int worker, double[] sums, int size) {
        double weight = terms.weight(term);
        Trellis trellis = terms.trellis(term);
        int steps = trellis.length() - 1;
        if (weight == 0 || steps < 1) {
            return;
        }
        double[] derivatives = partGradients[worker];
        terms.evaluate(term, x, 1, worker, derivatives);
        double[] observed = new double[size];
        double[] derivative = new double[size];
        shared(derivatives, derivative);
        Instance instance = terms.instance(term);
        boolean known = instance.gold().isPath();
        if (known) {
            Arrays.fill(derivatives, 0, trellis.parts(), 0.0);
            trellis.addPath(derivatives, instance.gold().onlyPath(), 1);
            shared(derivatives, observed);
        }
        for (int k = 0; k < size; k++) {
            double expected = known ? Math.max(0, derivative[k] / weight + observed[k]) : 0.5 * steps;
            sums[k] += derivative[k];
            sums[size + k] += weight * Math.max(0, expected * (1 - expected / steps));
        }
    }

    /** The numbers of the shared parts, in the order of their weights. */
    private void shared(double[] parts, double[] into) {
        Trellis any = terms.trellis(0);
        int states = layout.states();
        for (int arc = 0; arc < states * states; arc++) {
            int feature = layout.sharedFeatures()[arc];
            if (feature >= 0) {
                into[feature] = parts[any.sharedPart(arc / states, arc % states)];
            }
        }
    }

    /**
     * Where the attributes occur, by block and then by sequence; places are positions, or numbers of positions with own
     * transitions.
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Occurrences(
            int[] begins, int[] terms, int[] places, double[] values, int[] groupBegins, int[] groupFirsts) {

        static Occurrences of(Terms terms, int firstTransitionBlock, int blocks) {
            int[] begins = new int[blocks + 1];
            walk(terms, firstTransitionBlock, (block, term, place, value) -> begins[block + 1]++);
            for (int b = 0; b < blocks; b++) {
                begins[b + 1] += begins[b];
            }
            int[] next = begins.clone();
            int size = begins[blocks];
            Occurrences all = new Occurrences(
                    begins, new int[size], new int[size], new double[size], new int[blocks + 1], new int[size]);
            walk(terms, firstTransitionBlock, (block, term, place, value) -> {
                int at = next[block]++;
                all.terms[at] = term;
                all.places[at] = place;
                all.values[at] = value;
            });
            all.group();
            return all;
        }

        private void group() {
            int count = 0;
            for (int b = 0; b + 1 < begins.length; b++) {
                for (int o = begins[b]; o < begins[b + 1]; o++) {
                    if (o == begins[b] || terms[o] != terms[o - 1]) {
                        groupFirsts[count++] = o;
                    }
                }
                groupBegins[b + 1] = count;
            }
        }

        /** In how many sequences a block's attribute occurs. */
        int groups(int block) {
            return groupBegins[block + 1] - groupBegins[block];
        }

        /** The first occurrence in the k-th of them. */
        int group(int block, int k) {
            return groupFirsts[groupBegins[block] + k];
        }

        private interface Visitor {
            void visit(int block, int term, int place, double value);
        }

        private static void walk(Terms terms, int firstTransitionBlock, Visitor visitor) {
            for (int n = 0; n < terms.size(); n++) {
                EncodedSequence sequence = terms.instance(n).sequence();
                Trellis trellis = terms.trellis(n);
                for (int t = 0; t < trellis.length(); t++) {
                    for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                        visitor.visit(sequence.attribute(k), n, t, sequence.value(k));
                    }
                }
                for (int c = 0; c < trellis.ownCount(); c++) {
                    int t = trellis.ownPosition(c);
                    for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                        visitor.visit(
                                firstTransitionBlock + sequence.transitionAttribute(k),
                                n,
                                c,
                                sequence.transitionValue(k));
                    }
                }
            }
        }
    }
}
