package org.espalier.morphology;

import java.util.ArrayList;
import java.util.List;
import org.espalier.dictionary.DictionarySettings;
import org.espalier.dictionary.WordFinder;
import org.espalier.inference.Workspace;
import org.espalier.inference.lattice.LatticeInference;
import org.espalier.scoring.VotedWeights;
import org.espalier.structure.lattice.Lattice;
import org.espalier.structure.lattice.LatticePath;
import org.espalier.train.run.TrainingProblem;
import org.jspecify.annotations.Nullable;

/**
 * Sentences that are not learnt from: what weights are worth is the F1 of the words on the best paths. A word is right where its place is,
 * and the features that {@code eval-size} names. Their lattices have words of the dictionary only, as those of texts have.
 */
final class DevSentences implements TrainingProblem.Development {
    private final WordFinder finder;
    private final DictionarySettings settings;
    private final LatticeInference inference = new LatticeInference();
    private final List<Lattice> lattices = new ArrayList<>();
    private final List<int[]> ends = new ArrayList<>(); // [sentences][morphemes]: where each ends
    private final List<List<String>> features = new ArrayList<>(); // [sentences][morphemes]
    private @Nullable LatticeParts parts; // known when everything is read
    private double[] offset = {};

    DevSentences(WordFinder finder, DictionarySettings settings) {
        this.finder = finder;
        this.settings = settings;
    }

    void add(Lattice lattice, MorphemeReader.Sentence sentence) {
        int[] endOf = new int[sentence.morphemes().size()];
        List<String> featuresOf = new ArrayList<>();
        int end = 0;
        for (int k = 0; k < endOf.length; k++) {
            end += sentence.morphemes().get(k).surface().length();
            endOf[k] = end;
            featuresOf.add(sentence.morphemes().get(k).features());
        }
        lattices.add(lattice);
        ends.add(endOf);
        features.add(featuresOf);
    }

    /** The same sentences for a training: how units are scored, and from which weights points are counted. */
    void use(LatticeParts newParts, double[] newOffset) {
        parts = newParts;
        offset = newOffset;
    }

    @Override
    public int size() {
        return lattices.size();
    }

    @Override
    public double score(double[] x, @Nullable VotedWeights votes) {
        double[] weights = x;
        if (offset.length > 0) {
            weights = x.clone();
            for (int k = 0; k < weights.length; k++) {
                weights[k] += offset[k];
            }
        }
        LatticeParts scored = parts;
        if (scored == null) {
            throw new IllegalStateException("the units are not known yet");
        }
        double[] ofUnits = new double[scored.units().units()];
        scored.units().score(weights, 0, ofUnits.length, ofUnits);
        Workspace workspace = new Workspace();
        long right = 0;
        long all = 0;
        for (int n = 0; n < lattices.size(); n++) {
            Lattice lattice = lattices.get(n);
            workspace.reserve(lattice);
            scored.score(lattice, ofUnits, workspace.scores());
            LatticePath path = inference.best(lattice, workspace).output();
            right += right(n, lattice, path);
            all += path.size() + ends.get(n).length;
        }
        return all == 0 ? 0 : 2.0 * right / all;
    }

    private int right(int sentence, Lattice lattice, LatticePath path) {
        int[] endOf = ends.get(sentence);
        int right = 0;
        int at = 0; // the first morpheme that ends no earlier
        for (int k = 0; k < path.size(); k++) {
            int word = path.word(k);
            int end = lattice.stopOfEnd(lattice.end(word));
            while (at < endOf.length && endOf[at] < end) {
                at++;
            }
            int begin = at == 0 ? 0 : endOf[at - 1];
            if (at < endOf.length && endOf[at] == end && begin == lattice.begin(word)) {
                int entry = lattice.tag(word);
                int compared = finder.isUnknown(entry) ? settings.unknownEvalSize() : settings.evalSize();
                right += MorphemeCorpus.agree(features.get(sentence).get(at), finder.features(entry), compared) ? 1 : 0;
            }
        }
        return right;
    }
}
