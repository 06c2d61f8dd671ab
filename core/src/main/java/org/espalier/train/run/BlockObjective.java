package org.espalier.train.run;

import java.util.Arrays;
import java.util.List;
import org.espalier.feature.AttributeLists;
import org.espalier.optimize.BlockFunction;
import org.espalier.optimize.Function;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.ParallelSum;
import org.espalier.parallel.Workers;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.scoring.PlacedFeatures;
import org.espalier.structure.Family;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.espalier.train.TrainingException;
import org.espalier.train.corpus.InstanceStore;
import org.jspecify.annotations.Nullable;

/**
 * The objective by blocks: family after family, the weights of every attribute are a block, and those of a shared family are one.
 *
 * <p>A block is evaluated by scoring anew the sequences in which its attribute occurs; the others do not depend on it. Sequences are evaluated in
 * groups of {@value #TERMS_PER_TASK}, which are the shards of a {@link ParallelSum}. Memory
 * beside the data: 16 bytes for every occurrence of an attribute.
 *
 * @param <S> the structure of the instances
 */
final class BlockObjective<S extends Structure> implements BlockFunction, ObjectiveView {
    private static final int TERMS_PER_TASK = 32;

    private final Objective<S> objective;
    private final Terms<S> terms;
    private final ParallelSum sum;
    private final ParameterLayout layout;
    private final List<Family> families;
    private final @Nullable PlacedFeatures[] placed; // [families]: null for a shared one
    private final int[] firstBlocks; // [families + 1]
    private final Occurrences occurrences;
    private final double[][] partGradients; // [workers][most parts]
    private final double passesPerSweep;

    private BlockObjective(Objective<S> objective, Terms<S> terms, Workers workers) {
        this.objective = objective;
        this.terms = terms;
        this.sum = new LocalSum(workers);
        this.layout = terms.scorer().layout();
        this.families = terms.scorer().topology().families();
        this.placed = new PlacedFeatures[families.size()];
        this.firstBlocks = new int[families.size() + 1];
        int next = 0;
        for (int f = 0; f < families.size(); f++) {
            placed[f] =
                    families.get(f).isShared() ? null : terms.scorer().placed().get(next++);
            firstBlocks[f + 1] = firstBlocks[f] + layout.lists(f).attributes();
        }
        this.occurrences = Occurrences.of(terms, placed, firstBlocks);
        int mostParts = 0;
        for (int n = 0; n < terms.size(); n++) {
            mostParts = Math.max(mostParts, terms.parts(n));
        }
        this.partGradients = new double[workers.threads()][mostParts];
        long visits = 0;
        for (int f = 0; f < families.size(); f++) {
            visits += families.get(f).isShared() && layout.lists(f).features() > 0 ? terms.size() : 0;
        }
        for (int b = 0; b < blocks(); b++) {
            visits += occurrences.groups(b);
        }
        this.passesPerSweep = visits / (double) terms.size();
    }

    static <S extends Structure> BlockObjective<S> of(
            Objective<S> objective, InstanceStore instances, Workers workers) {
        if (instances.isOnDisk()) {
            throw new TrainingException(
                    "block coordinate descent visits the sequences of one attribute after another, so the data must fit in"
                            + " memory; give the program more (-Xmx), or use owlqn");
        }
        return new BlockObjective<>(objective, objective.terms(instances), workers);
    }

    @Override
    public Function objective() {
        return objective;
    }

    @Override
    public int blocks() {
        return firstBlocks[families.size()];
    }

    private int family(int block) {
        int f = 0;
        while (block >= firstBlocks[f + 1]) {
            f++;
        }
        return f;
    }

    @Override
    public int blockBegin(int block) {
        if (block == blocks()) {
            return layout.parameters();
        }
        int f = family(block);
        return layout.begin(f) + layout.lists(f).offsets()[block - firstBlocks[f]];
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
        int f = family(block);
        PlacedFeatures own = placed[f];
        int count = own == null ? terms.size() : occurrences.groups(block);
        if (size == 0 || count == 0) {
            return;
        }
        int tasks = (count + TERMS_PER_TASK - 1) / TERMS_PER_TASK;
        double[] sums = new double[2 * size];
        sum.add(tasks, x, 0, sums, (task, at, worker, share) -> {
            int end = Math.min(count, (task + 1) * TERMS_PER_TASK);
            for (int k = task * TERMS_PER_TASK; k < end; k++) {
                if (own == null) {
                    addShared(f, k, at, worker, share, size);
                } else {
                    addOccurrences(own, block, f, occurrences.group(block, k), at, worker, share, size);
                }
            }
            return 0;
        });
        System.arraycopy(sums, 0, gradient, 0, size);
        System.arraycopy(sums, size, curvature, 0, size);
    }

    /** The occurrences of a block's attribute in one sequence. */
    private void addOccurrences(
            PlacedFeatures own, int block, int f, int first, double[] x, int worker, double[] sums, int size) {
        double[] derivatives = partGradients[worker];
        int term = occurrences.terms[first];
        double weight = terms.weight(term);
        if (weight == 0) {
            return;
        }
        terms.evaluate(term, x, 1, worker, derivatives);
        S structure = terms.structure(term);
        FeatureLists lists = own.features();
        int attribute = block - firstBlocks[f];
        int from = lists.offsets()[attribute];
        double[] row = new double[lists.targetCount()];
        for (int o = first; o < occurrences.begins[block + 1] && occurrences.terms[o] == term; o++) {
            Arrays.fill(row, 0.0);
            own.addTargets(structure, occurrences.places[o], derivatives, 1, row);
            double value = occurrences.values[o];
            for (int k = 0; k < size; k++) {
                double derivative = row[lists.target(attribute, from + k)];
                double share = Math.abs(derivative);
                sums[k] += value * derivative;
                sums[size + k] += value * value * Math.max(0, share - share * share / weight);
            }
        }
    }

    /**
     * The shared parts of one sequence. Of m that are expected in n tokens after the first Σ p(1 − p) is at most m(1 − m/n), and
     * n/4 whatever m is.
     */
    private void addShared(int f, int term, double[] x, int worker, double[] sums, int size) {
        double weight = terms.weight(term);
        S structure = terms.structure(term);
        int steps = structure.length() - 1;
        if (weight == 0 || steps < 1) {
            return;
        }
        double[] derivatives = partGradients[worker];
        terms.evaluate(term, x, 1, worker, derivatives);
        double[] observed = new double[size];
        double[] derivative = new double[size];
        addShared(f, derivatives, derivative);
        Supervision<S> gold = terms.gold(term);
        boolean known = gold.isSingle();
        if (known) {
            Arrays.fill(derivatives, 0, structure.parts(), 0.0);
            gold.single(structure).addTo(derivatives, 1);
            addShared(f, derivatives, observed);
        }
        for (int k = 0; k < size; k++) {
            double expected = known ? Math.max(0, derivative[k] / weight + observed[k]) : 0.5 * steps;
            sums[k] += derivative[k];
            sums[size + k] += weight * Math.max(0, expected * (1 - expected / steps));
        }
    }

    /** Adds the numbers of the shared parts, in the order of the weights of a shared family. */
    private void addShared(int f, double[] parts, double[] into) {
        Family family = families.get(f);
        FeatureLists lists = layout.lists(f);
        int[] tie = family.tie();
        for (int part = 0; part < family.width(); part++) {
            int target = tie == null ? part : tie[part];
            int feature = target < 0 ? -1 : lists.find(0, target);
            if (feature >= 0) {
                into[feature] += parts[part];
            }
        }
    }

    /** Where the attributes occur, by block and then by sequence. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Occurrences(
            int[] begins, int[] terms, int[] places, double[] values, int[] groupBegins, int[] groupFirsts) {

        static <S extends Structure> Occurrences of(
                Terms<S> terms, @Nullable PlacedFeatures[] placed, int[] firstBlocks) {
            int blocks = firstBlocks[placed.length];
            int[] begins = new int[blocks + 1];
            walk(terms, placed, firstBlocks, (block, term, place, value) -> begins[block + 1]++);
            for (int b = 0; b < blocks; b++) {
                begins[b + 1] += begins[b];
            }
            int[] next = begins.clone();
            int size = begins[blocks];
            Occurrences all = new Occurrences(
                    begins, new int[size], new int[size], new double[size], new int[blocks + 1], new int[size]);
            walk(terms, placed, firstBlocks, (block, term, place, value) -> {
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

        private static <S extends Structure> void walk(
                Terms<S> terms, @Nullable PlacedFeatures[] placed, int[] firstBlocks, Visitor visitor) {
            for (int n = 0; n < terms.size(); n++) {
                for (int f = 0; f < placed.length; f++) {
                    PlacedFeatures family = placed[f];
                    if (family != null) {
                        walk(terms, n, family, firstBlocks[f], visitor);
                    }
                }
            }
        }

        private static <S extends Structure> void walk(
                Terms<S> terms, int term, PlacedFeatures family, int firstBlock, Visitor visitor) {
            S structure = terms.structure(term);
            AttributeLists lists = family.lists(terms.instance(term).sequence());
            for (int place = 0; place < family.places(structure); place++) {
                int site = family.site(structure, place);
                for (int k = lists.begin(site); k < lists.begin(site + 1); k++) {
                    visitor.visit(firstBlock + lists.attributes()[k], term, place, lists.value(k));
                }
            }
        }
    }
}
