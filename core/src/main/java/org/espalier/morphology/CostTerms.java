package org.espalier.morphology;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.optimize.Function;
import org.espalier.optimize.NormBound;
import org.espalier.optimize.SumFunction;
import org.espalier.structure.lattice.GoldWords;
import org.espalier.structure.lattice.Lattice;

/**
 * The objective of lattices together with its terms, one per sentence, for algorithms that visit sentences singly. The features of a sentence
 * are those of its units; each is a range of its own.
 */
final class CostTerms implements SumFunction {
    private final Function objective;
    private final LatticeParts parts;
    private final FeatureUnits units;
    private final List<Lattice> lattices;
    private final List<GoldWords> gold;
    private final Loss<Lattice> loss;
    private final List<SentenceScorer> scorers; // [workers]

    CostTerms(
            Function objective,
            LatticeParts parts,
            List<Lattice> lattices,
            List<GoldWords> gold,
            Loss<Lattice> loss,
            double[] offset,
            int workers) {
        this.objective = objective;
        this.parts = parts;
        this.units = parts.units();
        this.lattices = lattices;
        this.gold = gold;
        this.loss = loss;
        double[] base = new double[offset.length == 0 ? 0 : units.units()];
        units.score(offset, 0, base.length, base);
        this.scorers = Stream.generate(() -> new SentenceScorer(parts, base))
                .limit(workers)
                .toList();
    }

    @Override
    public int dimension() {
        return objective.dimension();
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        return objective.evaluate(x, gradient);
    }

    @Override
    public int terms() {
        return lattices.size();
    }

    @Override
    public int parts(int term) {
        return lattices.get(term).parts();
    }

    /** No words of a lattice exclude each other in groups: a path has as many of them as it likes. */
    @Override
    public int exclusiveBegin(int term) {
        return 0;
    }

    @Override
    public int exclusiveEnd(int term) {
        return 0;
    }

    @Override
    public double weight(int term) {
        return 1;
    }

    @Override
    public double evaluateTerm(int term, double[] x, double scale, int worker, double[] partGradient) {
        Lattice lattice = lattices.get(term);
        SentenceScorer scorer = scorers.get(worker);
        scorer.score(lattice, x, scale);
        Workspace workspace = scorer.workspace();
        double value = loss.evaluate(lattice, gold.get(term), 1, workspace);
        System.arraycopy(workspace.gradient(), 0, partGradient, 0, lattice.parts());
        return value;
    }

    @Override
    public double[] scores(int worker) {
        return scorers.get(worker).workspace().scores();
    }

    @Override
    public int[] ranges(int term) {
        Lattice lattice = lattices.get(term);
        int[] unitOf = parts.unitsOf(lattice, new int[lattice.parts()]);
        BitSet seen = new BitSet(units.units());
        BitSet features = new BitSet(dimension());
        for (int part = 0; part < lattice.parts(); part++) {
            int unit = unitOf[part];
            if (!seen.get(unit)) {
                seen.set(unit);
                for (int k = 0; k < units.features(unit); k++) {
                    features.set(units.feature(unit, k));
                }
            }
        }
        return features.stream()
                .flatMap(feature -> IntStream.of(feature, feature + 1))
                .toArray();
    }

    @Override
    public void addTerm(int term, double[] gradient, double[] target, int share, int shares) {
        Lattice lattice = lattices.get(term);
        int[] unitOf = parts.unitsOf(lattice, new int[lattice.parts()]);
        for (int part = 0; part < lattice.parts(); part++) {
            if (gradient[part] != 0) {
                units.backpropagate(unitOf[part], gradient[part], target, share, shares);
            }
        }
    }

    /** As if no two parts had a feature in common. */
    @Override
    public double squaredNorm(int term, double[] gradient) {
        Lattice lattice = lattices.get(term);
        int[] unitOf = parts.unitsOf(lattice, new int[lattice.parts()]);
        double norm = 0;
        for (int part = 0; part < lattice.parts(); part++) {
            norm += gradient[part] * gradient[part] * units.features(unitOf[part]);
        }
        return norm;
    }

    /** Only dual ascent asks, which is not for parts that do not exclude each other. */
    @Override
    public NormBound normBound(int together) {
        throw new UnsupportedOperationException("dual ascent on lattices; use lbfgs or sgd");
    }

    @Override
    public int work(int term) {
        return (int) Math.min(Integer.MAX_VALUE, 4L * lattices.get(term).parts());
    }
}
