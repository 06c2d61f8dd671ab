package org.espalier.feature.encoding;

import java.util.Arrays;
import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.EncodedBuilder;

/** Looks all {@linkplain org.espalier.feature.GivenAttributes given attributes} of a sequence up together; for one thread. */
final class GivenNames {
    private final AttributeIndex index;
    private List<Token> tokens = List.of();
    private String[] names = new String[256];
    private int[] numbers = new int[256];
    private int position;
    private int next;

    GivenNames(AttributeIndex index) {
        this.index = index;
    }

    void observe(Sequence sequence) {
        tokens = sequence.tokens();
        int count = 0;
        for (int t = 0; t < tokens.size(); t++) {
            List<Attribute> attributes = tokens.get(t).attributes();
            if (count + attributes.size() > names.length) {
                names = Arrays.copyOf(names, Math.max(2 * names.length, count + attributes.size()));
                numbers = new int[names.length];
            }
            for (int k = 0; k < attributes.size(); k++) {
                names[count++] = attributes.get(k).name();
            }
        }
        index.indexOf(names, count, numbers);
        position = 0;
        next = 0;
    }

    /** Adds the attributes of the next position. */
    void add(EncodedBuilder encoded) {
        List<Attribute> attributes = tokens.get(position++).attributes();
        for (int k = 0; k < attributes.size(); k++) {
            encoded.add(numbers[next++], attributes.get(k).value());
        }
    }
}
