package org.espalier.cli.dropin.crfsuite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.espalier.data.Attribute;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.Token;

/** The training data in groups: one per file, or as many as asked for. */
final class LearningData {
    private final List<Sequence> sequences = new ArrayList<>();
    private final List<Integer> groups = new ArrayList<>();
    private final Set<String> labels = new LinkedHashSet<>();
    private final Set<String> attributes = new HashSet<>();
    private long items;
    private boolean negativeValues;

    void add(Sequence sequence, int group) {
        sequences.add(sequence);
        groups.add(group);
        labels.addAll(Objects.requireNonNull(sequence.labels()));
        items += sequence.length();
        for (Token token : sequence.tokens()) {
            for (Attribute attribute : token.attributes()) {
                attributes.add(attribute.name());
                negativeValues |= attribute.value() < 0;
            }
        }
    }

    /** Shuffles the sequences and deals them out to so many groups. */
    void split(int count, GlibcRandom random) {
        for (int i = 0; i < sequences.size(); i++) {
            int j = random.next() % sequences.size();
            sequences.set(i, sequences.set(j, sequences.get(i)));
        }
        for (int i = 0; i < groups.size(); i++) {
            groups.set(i, i % count);
        }
    }

    /** The sequences of a group, or those of all others. */
    List<Sequence> group(int group, boolean others) {
        List<Sequence> chosen = new ArrayList<>();
        for (int i = 0; i < sequences.size(); i++) {
            if (groups.get(i) == group != others) {
                chosen.add(sequences.get(i));
            }
        }
        return chosen;
    }

    /** All labels, in the order of their first appearance. */
    Labels labels() {
        return Labels.of(labels);
    }

    int size() {
        return sequences.size();
    }

    long items() {
        return items;
    }

    int attributes() {
        return attributes.size();
    }

    /** Whether an attribute's value is negative. */
    boolean hasNegativeValues() {
        return negativeValues;
    }
}
