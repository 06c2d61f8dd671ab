package org.espalier.interop.crfpp;

import java.util.Arrays;
import java.util.List;
import org.espalier.feature.EncodedSequence;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.Trellis;

/**
 * Scores the parts of a trellis as CRF++ does: score = factor · Σ weights, added up as floats in the order of the template.
 *
 * <p>CRF++ adds all weights of a step together, those of the shared transitions too. Own parts thus get what is missing to
 * that sum.
 */
final class SinglePrecision {
    private final ParameterLayout layout;
    private final double[] weights;
    private final double factor;
    private final boolean sharedFirst;
    private final float[] row; // [S]
    private final float[] matrix; // [S][S]

    SinglePrecision(Model model, double factor) {
        this.layout = model.layout();
        this.weights = model.weights();
        this.factor = factor;
        this.sharedFirst = isSharedFirst(model.encoder().extractor().toString());
        this.row = new float[layout.states()];
        this.matrix = new float[layout.states() * layout.states()];
    }

    private static boolean isSharedFirst(String template) {
        List<String> bigrams =
                template.lines().filter(line -> line.startsWith("B")).toList();
        return !bigrams.isEmpty() && CrfppContent.isConstant(bigrams.get(0));
    }

    private float shared(int arc) {
        int feature = layout.sharedFeatures()[arc];
        return feature < 0 ? 0 : (float) weights[layout.sharedBegin() + feature];
    }

    /** Writes the scores of the shared transitions. */
    void scoreShared(Trellis trellis, double[] scores) {
        int states = layout.states();
        for (int arc = 0; arc < states * states; arc++) {
            int part = trellis.sharedPart(arc / states, arc % states);
            if (part >= 0) {
                scores[part] = factor * shared(arc);
            }
        }
    }

    /** Writes the scores of all other parts. */
    void score(EncodedSequence sequence, Trellis trellis, double[] scores) {
        for (int t = 0; t < trellis.length(); t++) {
            Arrays.fill(row, 0);
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                add(layout.stateFeatures(), sequence.attribute(k), 0, row);
            }
            for (int s = 0; s < row.length; s++) {
                scores[trellis.stateOffset(t) + s] = factor * row[s];
            }
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            scoreOwn(sequence, trellis.ownPosition(c), trellis.ownOffset(c), scores);
        }
    }

    private void scoreOwn(EncodedSequence sequence, int t, int offset, double[] scores) {
        for (int arc = 0; arc < matrix.length; arc++) {
            matrix[arc] = sharedFirst ? shared(arc) : 0;
        }
        for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
            add(layout.transitionFeatures(), sequence.transitionAttribute(k), layout.transitionBegin(), matrix);
        }
        for (int arc = 0; arc < matrix.length; arc++) {
            float sum = sharedFirst ? matrix[arc] : matrix[arc] + shared(arc);
            scores[offset + arc] = factor * sum - factor * shared(arc);
        }
    }

    private void add(FeatureLists lists, int attribute, int begin, float[] sums) {
        for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
            sums[lists.target(attribute, f)] += (float) weights[begin + f];
        }
    }
}
