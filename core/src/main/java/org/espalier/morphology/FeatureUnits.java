package org.espalier.morphology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.espalier.dictionary.FeatureTemplates;
import org.espalier.feature.Vocabulary;
import org.espalier.scoring.SparseVector;

/**
 * What has the same features has the same score. A <em>unit</em> is a list of features that several words or connections share: words
 * that look the same, connections of the same two contexts. There are far fewer units than words in lattices, and only they are scored by
 * weights.
 *
 * <p>A word's unit is found by what the unigram rewrite says of it and the category of its first character, a connection's by the
 * numbers of its contexts. Memory: four bytes per feature of a unit, and per pair of contexts.
 */
final class FeatureUnits {
    private final FeatureTemplates templates;
    private Vocabulary.Builder features = new Vocabulary.Builder();
    private final Map<String, Integer> words = new HashMap<>();
    private int[][] connections = new int[16][]; // [right contexts][left contexts]: unit + 1; 0 for none yet
    private int units;
    private int[] begin = new int[65]; // [units + 1]
    private int[] list = new int[1024];
    private int size;
    private int trained = -1; // how many features the training data have; -1 while they are read
    private long[] uses = new long[64]; // [units]: in how many paths between two neighbours it is

    FeatureUnits(FeatureTemplates templates) {
        this.templates = templates;
    }

    /** The unit of words that look like this. */
    int word(String unigram, int category, String surface) {
        String key = unigram + '\u0001' + category + (templates.seesSurface() ? '\u0001' + surface : "");
        Integer known = words.get(key);
        if (known != null) {
            return known;
        }
        templates.unigrams(unigram, category, surface, this::addFeature);
        int unit = close();
        words.put(key, unit);
        return unit;
    }

    /** The unit of a connection, made if need be. */
    int connection(int right, int left, ContextNames names) {
        if (right >= connections.length) {
            connections = Arrays.copyOf(connections, Math.max(right + 1, 2 * connections.length));
        }
        int[] row = connections[right] == null ? new int[left + 1] : connections[right];
        if (left >= row.length) {
            row = Arrays.copyOf(row, Math.max(left + 1, row.length + (row.length >> 1)));
        }
        connections[right] = row;
        if (row[left] == 0) {
            templates.bigrams(names.right(right), names.left(left), this::addFeature);
            row[left] = close() + 1;
        }
        return row[left] - 1;
    }

    /** The units of the connections from a right context, by left context; one less than what stands there. */
    int[] connectionsFrom(int right) {
        return connections[right];
    }

    private void addFeature(CharSequence feature) {
        if (size == list.length) {
            list = Arrays.copyOf(list, Math.addExact(size, size >> 1));
        }
        list[size++] = features.add(feature);
    }

    private int close() {
        if (units + 1 == begin.length) {
            begin = Arrays.copyOf(begin, 2 * begin.length);
            uses = Arrays.copyOf(uses, begin.length);
        }
        begin[units + 1] = size;
        return units++;
    }

    /** Says that a unit is used by so many pairs of neighbours more; those that are not learnt from do not count. */
    void use(int unit, long times) {
        uses[unit] += trained < 0 ? times : 0;
    }

    int units() {
        return units;
    }

    /** What is read from now on is not learnt from: features that only it has get no weight. */
    void endTraining() {
        trained = features.size();
    }

    /** Leaves out the features that fewer pairs of neighbours have; gives the names of the others. */
    Vocabulary cut(int least) {
        long[] counts = new long[features.size()];
        for (int unit = 0; unit < units; unit++) {
            for (int k = begin[unit]; k < begin[unit + 1]; k++) {
                counts[list[k]] += uses[unit];
            }
        }
        int learnt = trained < 0 ? features.size() : trained;
        IntPredicate kept = feature -> feature < learnt && (least <= 1 || counts[feature] >= least);
        Vocabulary.Cut cut = features.keep(kept);
        int[] mapping = cut.mapping();
        int written = 0;
        int from = 0;
        for (int unit = 0; unit < units; unit++) {
            int to = begin[unit + 1];
            for (int k = from; k < to; k++) {
                if (mapping[list[k]] >= 0) {
                    list[written++] = mapping[list[k]];
                }
            }
            from = to;
            begin[unit + 1] = written;
        }
        list = Arrays.copyOf(list, written);
        size = written;
        features = new Vocabulary.Builder(); // no more units are made
        words.clear();
        return cut.vocabulary();
    }

    /** The scores of units, by weights. */
    void score(double[] weights, int from, int to, double[] scores) {
        for (int unit = from; unit < to; unit++) {
            scores[unit] = score(weights, unit);
        }
    }

    /** The score of one unit. */
    double score(double[] weights, int unit) {
        double sum = 0;
        for (int k = begin[unit]; k < begin[unit + 1]; k++) {
            sum += weights[list[k]];
        }
        return sum;
    }

    /** How many features a unit has. */
    int features(int unit) {
        return begin[unit + 1] - begin[unit];
    }

    /** A feature of a unit, by its place. */
    int feature(int unit, int place) {
        return list[begin[unit] + place];
    }

    /** Adds the gradient of one unit to that of weights. */
    void backpropagate(int unit, double amount, SparseVector gradient) {
        for (int k = begin[unit]; k < begin[unit + 1]; k++) {
            gradient.add(list[k], amount);
        }
    }

    /** Adds the gradient of one unit to a share of the weights. */
    void backpropagate(int unit, double amount, double[] gradient, int share, int shares) {
        for (int k = begin[unit]; k < begin[unit + 1]; k++) {
            if ((list[k] & (shares - 1)) == share) {
                gradient[list[k]] += amount;
            }
        }
    }

    /** Adds the gradient of units to that of weights. */
    void backpropagate(double[] unitGradient, double[] gradient) {
        for (int unit = 0; unit < units; unit++) {
            double amount = unitGradient[unit];
            if (amount != 0) {
                for (int k = begin[unit]; k < begin[unit + 1]; k++) {
                    gradient[list[k]] += amount;
                }
            }
        }
    }
}
