package org.espalier.feature.encoding;

import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.EncodedBuilder;
import org.jspecify.annotations.Nullable;

/**
 * How large the values of attributes may be, and what is said of those that are larger.
 *
 * <p>Training works with their squares and with differences of their products with weights, so that nothing is left of the
 * other attributes beside a value of 10³⁰. Tagging only adds products with weights up, which must not overflow.
 */
enum ValueLimit {
    LEARNT(1e15, "a number from -1e15 to 1e15, so that other attributes still count"),
    SCORED(1e100, "a number from -1e100 to 1e100, so that its product with a weight is finite");

    private final double largest;
    private final String expected;

    ValueLimit(double largest, String expected) {
        this.largest = largest;
        this.expected = expected;
    }

    /**
     * Refuses a sequence that was just encoded with a value that is too large.
     *
     * @param pairs which pairs of tokens have attributes
     */
    void check(EncodedBuilder encoded, AttributeExtractor extractor, Sequence sequence, PairPlaces pairs) {
        if (!(encoded.largestValue() <= largest)) {
            throw error(extractor, sequence, pairs);
        }
    }

    /** Refuses a sequence with a weight that is too large. */
    void checkWeight(Sequence sequence) {
        if (!(sequence.weight() <= largest)) {
            throw new DataFormatException(
                    sequence.location(),
                    "the weight of the sequence is " + sequence.weight() + "; expected at most " + largest
                            + ": divide all weights, l1 and l2 by the same number; the model stays the same");
        }
    }

    /** Looks for the attribute: its name is not at hand where attributes are numbers. */
    private DataFormatException error(AttributeExtractor extractor, Sequence sequence, PairPlaces pairs) {
        Culprit culprit = new Culprit();
        AttributeExtractor.Observation observation = extractor.observe(sequence);
        int position = -1;
        for (int t = 0; t < sequence.length() && culprit.name == null; t++) {
            observation.extract(t, culprit);
            position = t;
        }
        if (culprit.name == null) {
            pairs.walk(extractor, observation, sequence.length(), culprit);
            position = culprit.position;
        }
        String where = sequence.length() == 1 ? "" : "token " + (position + 1) + " of the sequence that begins here: ";
        return new DataFormatException(
                sequence.location(),
                where + "the attribute '" + culprit.name + "' has the value " + culprit.value + "; expected " + expected
                        + ": divide its values by a constant, or leave it out");
    }

    /** Remembers the first value that is too large. */
    private final class Culprit implements AttributeSink, PairPlaces.Visitor {
        private @Nullable String name;
        private int position = -1;
        private double value;

        @Override
        public void state(CharSequence attribute, double number) {
            if (name == null && !(Math.abs(number) <= largest)) {
                name = attribute.toString();
                value = number;
            }
        }

        @Override
        public void transition(CharSequence attribute, double number) {
            state(attribute, number);
        }

        @Override
        public void segment(CharSequence attribute, double number) {
            state(attribute, number);
        }

        @Override
        public void arc(CharSequence attribute, double number) {
            state(attribute, number);
        }

        @Override
        public void factor(CharSequence attribute, double number) {
            state(attribute, number);
        }

        @Override
        public AttributeSink sink() {
            return this;
        }

        @Override
        public void endPair(int first, int second) {
            int at = first < -1 ? second : Math.max(first, 0); // of graphs the variable
            position = name != null && position < 0 ? at : position;
        }
    }
}
