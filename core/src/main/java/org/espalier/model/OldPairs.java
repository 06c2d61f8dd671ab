package org.espalier.model;

import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.encoding.Encoder;
import org.espalier.labelling.chain.PairLabels;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;

/**
 * Brings the pairwise models of old files into the form that they have today.
 *
 * <p>In files up to version 3 the weights of a pair of labels i &lt; j stood where a chain has those of the step i·Y + j, and what
 * was observed at a token was reported as observed at the step. Today pairs are a family of their own. Both number the pairs in the same
 * order, so the weights stay what they are.
 */
final class OldPairs {
    private static final String KIND = "pairs"; // of an extractor that turned attributes of tokens into those of steps

    private OldPairs() {}

    /** The definition of the extractor that observed the tokens: its kind stands in the first line, its text in the others. */
    static FeatureDefinition observed(FeatureDefinition definition) {
        int end = definition.text().indexOf('\n');
        if (!definition.kind().equals(KIND) || end < 0) {
            throw new IllegalArgumentException("the definition of the pairs' features is damaged");
        }
        return definition.with(
                definition.text().substring(0, end), definition.text().substring(end + 1));
    }

    /** The encoder of tokens: the attributes of steps are theirs. */
    static Encoder encoder(Encoder old) {
        return old.withAttributes(old.transitionAttributes(), old.attributes());
    }

    /** The layout of the same weights in the same order. */
    static ParameterLayout layout(ParameterLayout old, PairLabels pairs) {
        FeatureLists lists = old.transitionFeatures();
        if (lists.features() != old.parameters()) {
            throw new IllegalArgumentException(old.parameters() + " weights, of which " + lists.features()
                    + " are those of pairs of labels; expected all of them");
        }
        int[] targets = new int[lists.features()];
        for (int a = 0; a < lists.attributes(); a++) {
            for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                int step = lists.target(a, f);
                targets[f] = pairs.pair(step / pairs.labels(), step % pairs.labels());
            }
        }
        return pairs.layout(new FeatureLists(pairs.pairs(), lists.offsets(), targets));
    }
}
