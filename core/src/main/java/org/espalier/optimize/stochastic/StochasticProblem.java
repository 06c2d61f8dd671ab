package org.espalier.optimize.stochastic;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.SumFunction;
import org.espalier.optimize.Vectors;
import org.espalier.optimize.VisitingOrder;
import org.espalier.parallel.Workers;

/**
 * What a stochastic run minimises: Σₙ φₙ(Aₙx) + λ₁‖x‖₁ + ½λ₂‖x‖², or a sample of its terms with their share of the penalty.
 *
 * @param terms those that take part
 * @param total how many terms all of the penalty belongs to
 * @param order in which an epoch visits the terms
 */
@SuppressWarnings("ArrayRecordComponent") // never written after construction
public record StochasticProblem(
        SumFunction function, Penalty penalty, Vectors vectors, int[] terms, int total, VisitingOrder order) {

    /** All terms that have a weight. */
    public static StochasticProblem of(
            Function function, Penalty penalty, double[] start, Workers workers, VisitingOrder order) {
        if (!(function instanceof SumFunction sum)) {
            throw new IllegalArgumentException(
                    "a stochastic optimiser visits the terms of a sum, and this function has none; use L-BFGS");
        }
        if (start.length != function.dimension()) {
            throw new IllegalArgumentException(
                    "the start has " + start.length + " variables; the function expects " + function.dimension());
        }
        int bad = Vectors.firstNotFinite(start);
        if (bad >= 0) {
            throw new IllegalArgumentException(
                    "the start is " + start[bad] + " in coordinate " + bad + "; expected a finite number");
        }
        int[] terms = new int[sum.terms()];
        int count = 0;
        for (int n = 0; n < terms.length; n++) {
            if (!sum.isPresent(n)) {
                throw new IllegalArgumentException("not all of the " + terms.length
                        + " terms are in memory, and a stochastic optimiser visits all of them in random order; use L-BFGS,"
                        + " or give it more memory");
            }
            if (sum.weight(n) > 0) {
                terms[count++] = n;
            }
        }
        return new StochasticProblem(
                sum, penalty, new Vectors(workers), Arrays.copyOf(terms, count), Math.max(1, count), order);
    }

    /** The same with the terms that the order visits first, always in this order, one at a time in the caller's thread. */
    StochasticProblem sample(int size) {
        int[] places = IntStream.range(0, terms.length).toArray();
        order.arrange(places, 0);
        int[] drawn =
                IntStream.of(places).limit(size).map(place -> terms[place]).toArray();
        return new StochasticProblem(function, penalty, Vectors.SEQUENTIAL, drawn, total, VisitingOrder.GIVEN);
    }

    /** The penalty of a point, as much of it as the terms are of all. */
    public double penalty(double[] x) {
        return penalty.value(x, vectors) * terms.length / total;
    }

    /** λ₂ per term. */
    double l2() {
        return penalty.l2() / total;
    }

    /** λ₁ per term. */
    double l1() {
        return penalty.l1() / total;
    }

    /** The sum of the terms at a point. */
    double loss(double[] x) {
        double[] parts = new double[mostParts()];
        double sum = 0;
        for (int term : terms) {
            sum += function.evaluateTerm(term, x, 0, parts);
        }
        return sum;
    }

    /** How many parts the largest term has. */
    public int mostParts() {
        int most = 0;
        for (int term : terms) {
            most = Math.max(most, function.parts(term));
        }
        return most;
    }
}
