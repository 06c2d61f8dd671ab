package org.espalier.train.run;

import java.util.Arrays;
import java.util.TreeSet;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Inference;
import org.espalier.optimize.Function;
import org.espalier.optimize.MomentFunction;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.scoring.Session;
import org.espalier.structure.Structure;
import org.espalier.train.TrainingException;
import org.espalier.train.corpus.Instance;
import org.espalier.train.corpus.InstanceStore;
import org.jspecify.annotations.Nullable;

/**
 * The objective by moments, for iterative scaling.
 *
 * <p>The total of a sequence is the largest sum of features that any of its paths has, which Viterbi finds with all weights 1 (T(x) of Lafferty et al.
 * 2001). For a single token every label has a total of its own, f# of Della Pietra et al. (1997). More than {@value #MOST_TOTALS} different totals are
 * rounded up to fewer: steps become a little shorter. Sequences are evaluated some at a time, and every expectation is summed by one thread
 * in their order, so that the bits do not depend on the number of threads.
 *
 * @param <S> the structure of the instances
 */
final class MomentObjective<S extends Structure> implements MomentFunction, ObjectiveView {
    private static final int MOST_TOTALS = 32;
    private static final long MOST_EXPECTATIONS = 50_000_000; // [B][n] numbers
    private static final int BATCH = 64;
    private static final int MOST_SHARES = 8;

    private final Objective<S> objective;
    private final Terms<S> terms;
    private final Workers workers;
    private final LocalSum sum;
    private final double[] observed; // [n]
    private final double[] totals; // [B], ascending
    private final int[] totalOfTerm; // [terms]
    private final int[] @Nullable [] totalOfState; // [terms][S], or null where all states have the same
    private final double[][] parts; // [BATCH][most parts]
    private final double[][] masked; // [shares][most parts]

    private MomentObjective(Objective<S> objective, Terms<S> terms, Inference<S> inference, Workers workers) {
        this.objective = objective;
        this.terms = terms;
        this.workers = workers;
        this.sum = new LocalSum(workers);
        this.observed = new double[objective.dimension()];
        this.totalOfTerm = new int[terms.size()];
        this.totalOfState = new int[terms.size()] @Nullable [];
        int mostParts = 0;
        for (int n = 0; n < terms.size(); n++) {
            mostParts = Math.max(mostParts, terms.parts(n));
        }
        this.parts = new double[BATCH][mostParts];
        this.masked = new double[shares()][mostParts];
        double[] ones = new double[observed.length];
        Arrays.fill(ones, 1.0);
        Session<S> session = new Session<>(terms.scorer());
        session.use(ones);
        double[][] totalsOfTerms = new double[terms.size()][];
        for (int n = 0; n < terms.size(); n++) {
            totalsOfTerms[n] = count(n, inference, session);
        }
        this.totals = choose(totalsOfTerms, objective.dimension());
        for (int n = 0; n < terms.size(); n++) {
            int[] numbers =
                    Arrays.stream(totalsOfTerms[n]).mapToInt(this::number).toArray();
            totalOfTerm[n] = Arrays.stream(numbers).max().orElse(0);
            totalOfState[n] = Arrays.stream(numbers).distinct().count() > 1 ? numbers : null;
        }
    }

    /** The number of the smallest chosen total that is not below this one. */
    private int number(double total) {
        int at = Arrays.binarySearch(totals, total);
        return at >= 0 ? at : -at - 1;
    }

    static <S extends Structure> MomentObjective<S> of(
            Objective<S> objective, InstanceStore instances, Inference<S> inference, Workers workers) {
        if (instances.isOnDisk()) {
            throw new TrainingException(
                    "iterative scaling needs the data in memory; give the program more (-Xmx), or use lbfgs");
        }
        int n = 0;
        for (Instance instance : instances) {
            check(instance, ++n);
        }
        return new MomentObjective<>(objective, objective.terms(instances), inference, workers);
    }

    private static void check(Instance instance, int number) {
        if (instance.gold().marks().size() > 0) {
            throw new TrainingException(
                    "iterative scaling counts labels of tokens, and the outputs are trees; use lbfgs or another algorithm");
        }
        if (!instance.gold().labels().isPath()) {
            throw new TrainingException("sequence " + number
                    + " has a token without exactly one label; iterative scaling counts observed features: complete the labels,"
                    + " or use lbfgs");
        }
        EncodedSequence sequence = instance.sequence();
        for (int t = 0; t < sequence.length(); t++) {
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                requirePositive(sequence.value(k), number, t);
            }
            for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                requirePositive(sequence.transitionValue(k), number, t);
            }
        }
    }

    private static void requirePositive(double value, int number, int t) {
        if (!(value >= 0)) {
            throw new TrainingException(
                    "token " + (t + 1) + " of sequence " + number + " has an attribute with the value " + value
                            + "; iterative scaling needs values of at least 0: shift them, or use lbfgs");
        }
    }

    /** Counts what is observed in a sequence, and returns its total, or those of its states. */
    private double[] count(int term, Inference<S> inference, Session<S> ones) {
        S structure = terms.structure(term);
        Instance instance = terms.instance(term);
        Arrays.fill(parts[0], 0, structure.parts(), 0.0);
        terms.gold(term).single(structure).addTo(parts[0], instance.weight());
        terms.add(term, parts[0], observed, 0, 1);
        ones.score(instance.sequence(), structure);
        if (structure.length() == 1 && !structure.usesSharedParts()) { // every part is an output
            return Arrays.copyOfRange(ones.workspace().scores(), structure.sharedParts(), structure.parts());
        }
        return new double[] {inference.best(structure, ones.workspace()).score()};
    }

    /** The totals that occur, or fewer that lie above them. */
    private static double[] choose(double[][] totalsOfTerms, int dimension) {
        TreeSet<Double> found = new TreeSet<>();
        for (double[] some : totalsOfTerms) {
            for (double total : some) {
                if (total > 0) {
                    found.add(total);
                }
            }
        }
        double[] all = found.stream().mapToDouble(Double::doubleValue).toArray();
        int most = (int) Math.max(1, Math.min(MOST_TOTALS, MOST_EXPECTATIONS / Math.max(1, dimension)));
        if (all.length <= most) {
            return all;
        }
        double[] fewer = new double[most];
        for (int b = 0; b < most; b++) {
            fewer[b] = all[(int) ((b + 1L) * all.length / most) - 1];
        }
        return fewer;
    }

    private int shares() {
        return Math.min(MOST_SHARES, Integer.highestOneBit(2 * workers.threads() - 1)); // a power of two
    }

    @Override
    public Function objective() {
        return objective;
    }

    @Override
    public double[] observed() {
        return observed;
    }

    @Override
    public double[] totals() {
        return totals;
    }

    @Override
    public double evaluateByTotal(double[] x, double[][] expected) {
        for (double[] row : expected) {
            Arrays.fill(row, 0.0);
        }
        double value = 0;
        for (int first = 0; first < terms.size(); first += BATCH) {
            int begin = first;
            int size = Math.min(BATCH, terms.size() - first);
            value = sum.add(size, x, value, (k, at, worker, none) -> expect(begin + k, at, worker, parts[k]));
            workers.run(masked.length, (share, worker) -> {
                for (int k = 0; k < size; k++) {
                    add(begin + k, parts[k], expected, share);
                }
            });
        }
        return value;
    }

    /** The weighted marginals of the parts: their gradient plus what the gold standard has. */
    private double expect(int term, double[] x, int worker, double[] into) {
        double value = terms.evaluate(term, x, 1, worker, into);
        S structure = terms.structure(term);
        terms.gold(term).single(structure).addTo(into, terms.weight(term));
        for (int part = 0; part < structure.parts(); part++) {
            into[part] = Math.max(0, into[part]); // what rounding left below
        }
        return value;
    }

    private void add(int term, double[] marginals, double[][] expected, int share) {
        if (expected.length == 0) {
            return;
        }
        int[] ofStates = totalOfState[term];
        if (ofStates == null) {
            terms.add(term, marginals, expected[totalOfTerm[term]], share, masked.length);
            return;
        }
        S structure = terms.structure(term);
        int offset = structure.sharedParts();
        double[] some = masked[share];
        Arrays.fill(some, 0, structure.parts(), 0.0);
        for (int b = 0; b < expected.length; b++) {
            boolean any = false;
            for (int s = 0; s < ofStates.length; s++) {
                boolean here = ofStates[s] == b;
                some[offset + s] = here ? marginals[offset + s] : 0;
                any |= here;
            }
            if (any) {
                terms.add(term, some, expected[b], share, masked.length);
            }
        }
    }
}
