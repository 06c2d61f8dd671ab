package org.espalier.interop.crfpp;

import java.nio.charset.Charset;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor.Observation;
import org.espalier.feature.AttributeExtractor.Observer;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.template.Template;

/**
 * The feature strings of training data and their blocks, as {@code crf_learn} numbers them: in the order of their first
 * appearance, in each sequence those of states before those of transitions; or, when rare ones are cut, in the order of
 * their bytes.
 */
final class FeatureStrings {
    private final List<String> strings; // in the order of their blocks
    private final int[] ids;
    private final int weights;

    private FeatureStrings(List<String> strings, int[] ids, int weights) {
        this.strings = strings;
        this.ids = ids;
        this.weights = weights;
    }

    static FeatureStrings of(Template template, Iterable<Sequence> data, int labels, int minCount, Charset charset) {
        Vocabulary.Builder names = new Vocabulary.Builder();
        Observer observer = template.observer();
        AttributeSink states = new Sink(names, true);
        AttributeSink transitions = new Sink(names, false);
        for (Sequence sequence : data) {
            Observation observation = observer.observe(sequence);
            for (int t = 0; t < sequence.length(); t++) {
                observation.extract(t, states);
            }
            for (int t = 1; t < sequence.length(); t++) {
                observation.extract(t, transitions);
            }
        }
        List<String> kept = IntStream.range(0, names.size())
                .filter(id -> names.count(id) >= minCount)
                .mapToObj(names::get)
                .toList();
        if (minCount > 1) {
            kept = IntStream.of(ContentWriting.sorted(kept, charset))
                    .mapToObj(kept::get)
                    .toList();
        }
        return numbered(kept, labels);
    }

    private static FeatureStrings numbered(List<String> strings, int labels) {
        int[] ids = new int[strings.size()];
        long next = 0;
        for (int k = 0; k < ids.length; k++) {
            ids[k] = (int) next;
            next += CrfppContent.width(strings.get(k), labels);
            if (next > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException(
                        "more than 2147483639 features; use a simpler template, or cut rare strings with -f");
            }
        }
        return new FeatureStrings(strings, ids, (int) next);
    }

    private record Sink(Vocabulary.Builder names, boolean takesStates) implements AttributeSink {
        @Override
        public void state(CharSequence name, double value) {
            if (takesStates) {
                names.add(name);
            }
        }

        @Override
        public void transition(CharSequence name, double value) {
            if (!takesStates) {
                names.add(name);
            }
        }
    }

    List<String> strings() {
        return strings;
    }

    int[] ids() {
        return ids;
    }

    /** The number of weights of all blocks. */
    int weights() {
        return weights;
    }
}
