package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * Encoded sequences with their supervision and weights, and a slow scorer of its own for them.
 *
 * @param states the number of labels
 * @param sequences what is observed
 * @param allowed per sequence and position the allowed states, null for all of them
 * @param weights how much each sequence counts
 * @param attributes how many state attributes there are
 * @param transitionAttributes how many transition attributes there are
 * @param origin the seed, printed by every failure
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record LabelledData(
        int states,
        List<EncodedSequence> sequences,
        List<int[] @Nullable []> allowed,
        double[] weights,
        int attributes,
        int transitionAttributes,
        String origin) {

    /** The values that attributes have. */
    public enum Values {
        /** All are 1. */
        INDICATORS,
        /** 0, negative, fractions, and up to ±20. */
        REAL,
        /** Up to ±2,000. */
        LARGE
    }

    /** How much the gold standard says. */
    public enum Supervision {
        /** One label everywhere. */
        FULL,
        /** One, several or any label. */
        PARTIAL,
        /** Any label everywhere. */
        NONE
    }

    /** Draws a few short sequences (the first is empty, the second has one token) over a small vocabulary. */
    public static LabelledData random(long seed, Values values, Supervision supervision, boolean transitions) {
        Random random = new Random(seed);
        Generators generators = new Generators(seed);
        int states = 2 + random.nextInt(2);
        Encoder.Builder builder = new Encoder.Builder(new TokenAttributes(true), random.nextBoolean());
        List<EncodedSequence> sequences = new ArrayList<>();
        List<int[] @Nullable []> allowed = new ArrayList<>();
        int count = 5;
        for (int n = 0; n < count; n++) {
            int length = n < 2 ? n : 2 + random.nextInt(3);
            sequences.add(builder.add(sequence(random, length, values, transitions)));
            allowed.add(allowed(generators, length, states, supervision));
        }
        Encoder encoder = builder.build(1, sequences);
        double[] weights = new double[count];
        Arrays.setAll(weights, n -> n == 2 ? 1 : 0.25 + 2 * random.nextDouble());
        return new LabelledData(
                states,
                sequences,
                allowed,
                weights,
                encoder.attributes().size(),
                encoder.transitionAttributes().size(),
                "data with seed " + seed + ", " + values + ", " + supervision);
    }

    private static Sequence sequence(Random random, int length, Values values, boolean transitions) {
        List<Token> tokens = new ArrayList<>();
        for (int t = 0; t < length; t++) {
            List<Attribute> attributes = new ArrayList<>();
            for (int k = random.nextInt(4); k > 0; k--) { // also none, and also the same one twice
                attributes.add(new Attribute("a" + random.nextInt(5), value(random, values)));
            }
            if (transitions && random.nextBoolean()) {
                for (int k = 1 + random.nextInt(2); k > 0; k--) {
                    attributes.add(
                            new Attribute(TokenAttributes.TRANSITION + "b" + random.nextInt(3), value(random, values)));
                }
            }
            tokens.add(Token.ofAttributes(attributes));
        }
        return Sequence.of(tokens, null);
    }

    private static double value(Random random, Values values) {
        return switch (values) {
            case INDICATORS -> 1;
            case REAL -> random.nextInt(5) == 0 ? 0 : 20 * (2 * random.nextDouble() - 1) * random.nextDouble();
            case LARGE -> 2000 * (2 * random.nextDouble() - 1);
        };
    }

    private static int[] @Nullable [] allowed(Generators generators, int length, int states, Supervision supervision) {
        int[] @Nullable [] allowed = new int[length][];
        if (supervision == Supervision.PARTIAL) {
            return generators.allowed(length, states);
        }
        if (supervision == Supervision.FULL) {
            int[] path = generators.path(length, states);
            Arrays.setAll(allowed, t -> new int[] {path[t]});
        }
        return allowed;
    }

    /** The supervision in the engine's form. */
    public List<AllowedStates> gold() {
        return allowed.stream().map(AllowedStates::of).toList();
    }

    /** The layout with every weight, or with the observed ones. */
    public ParameterLayout layout(boolean complete) {
        ChainLayoutBuilder builder = new ChainLayoutBuilder(states, attributes, transitionAttributes, true);
        return complete ? builder.complete() : builder.observed(sequences, gold(), 1, null);
    }

    /** The scores of all parts of a sequence, looked up feature by feature. */
    public ScoredTrellis scored(int n, ParameterLayout layout, double[] parameters) {
        EncodedSequence sequence = sequences.get(n);
        Trellis trellis = Trellis.chain(sequence.length(), states, sequence.sites(Trellis.STEPS));
        double[] scores = new double[trellis.parts()];
        forEachFeature(n, layout, trellis, (part, parameter, value) -> scores[part] += parameters[parameter] * value);
        return new ScoredTrellis(trellis, scores, origin + ", sequence " + n);
    }

    /** Takes a part, the number of a weight in θ, and the value that the weight is multiplied by. */
    public interface FeatureVisitor {
        void visit(int part, int parameter, double value);
    }

    /** Every feature of every part of a sequence. */
    public void forEachFeature(int n, ParameterLayout layout, Trellis trellis, FeatureVisitor visitor) {
        EncodedSequence sequence = sequences.get(n);
        for (int arc = 0; arc < states * states; arc++) {
            if (layout.sharedFeatures()[arc] >= 0) {
                visitor.visit(arc, layout.sharedBegin() + layout.sharedFeatures()[arc], 1);
            }
        }
        for (int t = 0; t < sequence.length(); t++) {
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                for (int s = 0; s < states; s++) {
                    int feature = layout.stateFeatures().find(sequence.attribute(k), s);
                    if (feature >= 0) {
                        visitor.visit(trellis.stateOffset(t) + s, feature, sequence.value(k));
                    }
                }
            }
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            int t = trellis.ownPosition(c);
            for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                for (int arc = 0; arc < states * states; arc++) {
                    int feature = layout.transitionFeatures().find(sequence.transitionAttribute(k), arc);
                    if (feature >= 0) {
                        visitor.visit(
                                trellis.ownOffset(c) + arc,
                                layout.transitionBegin() + feature,
                                sequence.transitionValue(k));
                    }
                }
            }
        }
    }
}
