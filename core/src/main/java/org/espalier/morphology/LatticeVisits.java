package org.espalier.morphology;

import org.espalier.inference.Workspace;
import org.espalier.scoring.SparseVector;
import org.espalier.structure.Supervision;
import org.espalier.structure.lattice.GoldWords;
import org.espalier.structure.lattice.Lattice;
import org.espalier.train.run.Visits;

/** The sentences of a corpus as an online learner meets them. */
final class LatticeVisits implements Visits<Lattice> {
    private final MorphemeCorpus corpus;
    private final SentenceScorer scorer;
    private double[] weights = {};
    private int number;

    LatticeVisits(MorphemeCorpus corpus) {
        this.corpus = corpus;
        this.scorer = new SentenceScorer(corpus.parts(), new double[0]);
    }

    @Override
    public int size() {
        return corpus.sentences();
    }

    @Override
    public void use(double[] newWeights) {
        weights = newWeights;
    }

    @Override
    public boolean visit(int sentence) {
        number = sentence;
        return true;
    }

    @Override
    public double weight() {
        return 1;
    }

    @Override
    public Lattice structure() {
        return corpus.lattices().get(number);
    }

    @Override
    public Supervision<Lattice> gold() {
        return GoldWords.of(structure(), corpus.paths().get(number));
    }

    @Override
    public void score() {
        scorer.score(structure(), weights, 1);
    }

    @Override
    public Workspace workspace() {
        return scorer.workspace();
    }

    @Override
    public void backpropagate(SparseVector into) {
        scorer.backpropagate(structure(), into);
    }
}
