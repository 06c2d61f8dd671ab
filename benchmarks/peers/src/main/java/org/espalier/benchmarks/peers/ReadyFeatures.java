package org.espalier.benchmarks.peers;

import edu.stanford.nlp.ling.CoreAnnotation;
import edu.stanford.nlp.ling.CoreLabel;
import edu.stanford.nlp.sequences.Clique;
import edu.stanford.nlp.sequences.FeatureFactory;
import edu.stanford.nlp.util.PaddedList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Gives CRFClassifier the attributes that are there, and one feature for each pair of labels. */
public final class ReadyFeatures extends FeatureFactory<CoreLabel> {
    private static final long serialVersionUID = 1;

    /** The attributes of a token. */
    public static final class AttributesAnnotation implements CoreAnnotation<List<String>> {
        @Override
        @SuppressWarnings("unchecked") // A class object cannot say List<String>.
        public Class<List<String>> getType() {
            return (Class<List<String>>) (Class<?>) List.class;
        }
    }

    @Override
    public Collection<String> getCliqueFeatures(PaddedList<CoreLabel> tokens, int position, Clique clique) {
        if (clique == cliqueC) {
            // Suffixes keep the two kinds apart, as the library's own factories do.
            List<String> features = new ArrayList<>();
            for (String attribute : tokens.get(position).get(AttributesAnnotation.class)) {
                features.add(attribute + "|C");
            }
            return features;
        }
        return clique == cliqueCpC ? List.of("pair|CpC") : List.of();
    }
}
