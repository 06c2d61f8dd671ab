package org.espalier.morphology;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.dictionary.ConnectionMatrix;
import org.espalier.dictionary.DictionaryFiles;
import org.espalier.dictionary.TextLattice;
import org.espalier.dictionary.WordFinder;
import org.espalier.inference.Inference;
import org.espalier.inference.Workspace;
import org.espalier.inference.lattice.LatticeInference;
import org.espalier.math.Exponential;
import org.espalier.structure.lattice.Lattice;
import org.espalier.structure.lattice.LatticePath;

/**
 * Cuts texts into morphemes with the costs of a dictionary.
 *
 * <p>The path of the least cost is found in whole numbers, and of equals the same as MeCab finds. Probabilities are those of the conditional
 * random field, p(path) ∝ exp(−cost / factor), where the factor is {@code cost-factor} of dicrc. Immutable and safe to share.
 */
public final class MorphemeTagger {
    private final WordFinder finder;
    private final ConnectionMatrix matrix;
    private final double factor;
    private final Inference<Lattice> inference = new LatticeInference();

    private MorphemeTagger(DictionaryFiles files) {
        this.finder = files.wordFinder();
        this.matrix = files.matrix();
        this.factor = files.settings().costFactor();
        String source = files.directory().toString();
        for (int entry = 0; entry < finder.entries(); entry++) {
            int left = finder.leftId(entry);
            int right = finder.rightId(entry);
            if (left < 0 || right < 0 || left >= matrix.lefts() || right >= matrix.rights()) {
                throw new DataFormatException(
                        new Location(source, 0),
                        "the " + (finder.isUnknown(entry) ? "unknown word " : "word ") + "'" + surface(entry) + "' ("
                                + finder.features(entry) + ") has the contexts " + left + " and " + right
                                + ", but matrix.def has " + matrix.lefts() + " left and " + matrix.rights()
                                + " right ones; make a dictionary with costs by 'espalier lattice build'");
            }
        }
    }

    private String surface(int entry) {
        return finder.isUnknown(entry)
                ? finder.unknown().surface(entry - finder.lexicon().size())
                : finder.lexicon().surface(entry);
    }

    /** Opens a dictionary with costs. */
    public static MorphemeTagger open(DictionaryFiles files) {
        return new MorphemeTagger(files);
    }

    /** The ids of the dictionary. */
    private final class Ids implements TextLattice.Contexts {
        @Override
        public int left(int entry) {
            return finder.leftId(entry);
        }

        @Override
        public int right(int entry) {
            return finder.rightId(entry);
        }

        @Override
        public int begin() {
            return 0;
        }

        @Override
        public int end() {
            return 0;
        }
    }

    /**
     * The n paths of the least cost, the best first; fewer when there are fewer.
     *
     * @param n at least 1
     * @param marginals whether probabilities are wanted
     */
    public List<MorphemePath> tag(String text, int n, boolean marginals) {
        if (n < 1) {
            throw new IllegalArgumentException("n = " + n + "; expected at least 1");
        }
        TextLattice words = new TextLattice(finder, false);
        words.find(text);
        Lattice lattice = words.lattice(new Ids());
        Workspace workspace = new Workspace();
        workspace.reserve(lattice);
        double[] probabilities = {};
        double logZ = Double.NaN;
        if (marginals) {
            score(lattice, factor, workspace.scores());
            probabilities = new double[lattice.parts()];
            logZ = inference.addMarginals(lattice, workspace, 1, probabilities);
        }
        score(lattice, 1, workspace.scores());
        List<LatticePath> found = new ArrayList<>();
        if (n == 1) {
            found.add((LatticePath) inference.best(lattice, workspace).output());
        } else {
            inference.nBest(lattice, workspace, n).forEach(each -> found.add((LatticePath) each.output()));
        }
        List<MorphemePath> paths = new ArrayList<>();
        for (LatticePath path : found) {
            long cost = -Math.round(path.score(workspace.scores()));
            double probability = marginals ? Math.min(1, Exponential.of(-cost / factor - logZ)) : Double.NaN;
            paths.add(new MorphemePath(morphemes(text, lattice, path, probabilities), cost, probability));
        }
        return paths;
    }

    /** The path of the least cost. */
    public MorphemePath tag(String text) {
        return tag(text, 1, false).get(0);
    }

    private void score(Lattice lattice, double divisor, double[] scores) {
        for (int w = 0; w < lattice.words(); w++) {
            scores[w] = -finder.cost(lattice.tag(w)) / divisor;
        }
        int part = lattice.words();
        for (int s = 0; s < lattice.stops(); s++) {
            for (int e = lattice.firstEnd(s); e < lattice.firstEnd(s + 1); e++) {
                for (int b = lattice.firstBeginning(s); b < lattice.firstBeginning(s + 1); b++) {
                    scores[part++] = -matrix.cost(lattice.rightContext(e), lattice.leftContext(b)) / divisor;
                }
            }
        }
    }

    private List<Morpheme> morphemes(String text, Lattice lattice, LatticePath path, double[] probabilities) {
        List<Morpheme> morphemes = new ArrayList<>();
        int before = 0; // the right context
        for (int k = 0; k < path.size(); k++) {
            int word = path.word(k);
            int entry = lattice.tag(word);
            int begin = finder.skipSpaces(text, lattice.begin(word));
            int end = lattice.stopOfEnd(lattice.end(word));
            morphemes.add(new Morpheme(
                    text.substring(begin, end),
                    finder.features(entry),
                    begin,
                    end,
                    finder.isUnknown(entry),
                    finder.cost(entry) + matrix.cost(before, finder.leftId(entry)),
                    probabilities.length == 0 ? Double.NaN : Math.min(1, probabilities[word])));
            before = finder.rightId(entry);
        }
        return morphemes;
    }
}
