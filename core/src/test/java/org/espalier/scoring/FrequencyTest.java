package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.encoding.Encoder;
import org.espalier.structure.chain.AllowedStates;
import org.junit.jupiter.api.Test;

/** Features chosen by the sum of their values, as CRFsuite chooses them. */
class FrequencyTest {
    private static final List<Attribute> FIRST = List.of(new Attribute("half", 0.5), new Attribute("minus", -1));
    private static final List<Attribute> SECOND = List.of(new Attribute("half", 0.5), Attribute.of("one"));

    /** half: 0 → 1.5 (twice, and once with weight 2), 1 → 1.5; minus: 0 → −3; one: 1 → 3; pairs: 0→1 3. */
    private static ParameterLayout layout(double needed, boolean allStates, boolean allTransitions) {
        Encoder.Builder builder = new Encoder.Builder(new GivenAttributes(), false);
        Sequence sequence = Sequence.of(List.of(Token.ofAttributes(FIRST), Token.ofAttributes(SECOND)), null);
        List<EncodedSequence> encoded = new ArrayList<>(List.of(builder.add(sequence)));
        Encoder encoder = builder.build(1, encoded);
        ChainLayoutBuilder.Counter counter = new ChainLayoutBuilder(
                        2, encoder.attributes().size(), 0, true)
                .counter(new LayoutBuilder.Choice(needed, true, allStates, allTransitions));
        counter.add(encoded.get(0), AllowedStates.path(0, 1), 1);
        counter.add(encoded.get(0), AllowedStates.path(0, 1), 2);
        return counter.layout(null);
    }

    private static String pairs(ParameterLayout layout) {
        StringBuilder pairs = new StringBuilder();
        for (int a = 0; a < layout.stateFeatures().attributes(); a++) {
            for (int f = layout.stateFeatures().offsets()[a];
                    f < layout.stateFeatures().offsets()[a + 1];
                    f++) {
                pairs.append(a).append(layout.stateFeatures().target(a, f)).append(' ');
            }
        }
        return pairs + "| " + layout.sharedCount();
    }

    @Test
    void sumsDecide() {
        // half is attribute 0, minus 1, one 2
        assertThat(pairs(layout(0, false, false))).isEqualTo("00 01 21 | 1");
        assertThat(pairs(layout(-9, false, false))).isEqualTo("00 01 10 21 | 1");
        assertThat(pairs(layout(1.5, false, false))).isEqualTo("00 01 21 | 1");
        assertThat(pairs(layout(1.6, false, false))).isEqualTo("21 | 1");
        assertThat(pairs(layout(3.1, false, false))).isEqualTo("| 0");
    }

    @Test
    void possiblePairsHaveTheSumZero() {
        assertThat(pairs(layout(0, true, true))).isEqualTo("00 01 11 20 21 | 4");
        assertThat(pairs(layout(0.1, true, true))).isEqualTo("00 01 21 | 1");
        assertThat(pairs(layout(0, false, true))).isEqualTo("00 01 21 | 4");
    }

    @Test
    void allStatesOrAllTransitionsAlone() {
        ChainLayoutBuilder builder = new ChainLayoutBuilder(2, 3, 0, true);
        ChainLayoutBuilder.Counter states = builder.counter(new LayoutBuilder.Choice(1, false, true, false));
        states.add(
                new Encoder.Builder(new GivenAttributes(), false).add(Sequence.of(List.of(), null)),
                AllowedStates.path());
        assertThat(pairs(states.layout(null))).isEqualTo("00 01 10 11 20 21 | 0");
        assertThat(pairs(builder.counter(new LayoutBuilder.Choice(1, false, false, true))
                        .layout(null)))
                .isEqualTo("| 4");
    }
}
