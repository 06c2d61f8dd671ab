package org.espalier.benchmarks.newcomer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.junit.jupiter.api.Test;

class UsualFunctionTest {
    @Test
    void aTokenHasTheAttributesOfTheTutorial() {
        Sequence sequence =
                Sequence.of(List.of(Token.ofColumns("New", "NNP"), Token.ofColumns("wind", "NN")), List.of("B", "O"));
        Sequence converted = UsualFunction.convert(sequence, List.of("B", "O"));
        assertThat(converted.tokens().get(0).attributes())
                .containsExactly(
                        Attribute.of("bias"),
                        Attribute.of("word.lower()=new"),
                        Attribute.of("word[-3:]=New"),
                        Attribute.of("word[-2:]=ew"),
                        new Attribute("word.isupper()", 0),
                        new Attribute("word.istitle()", 1),
                        new Attribute("word.isdigit()", 0),
                        Attribute.of("postag=NNP"),
                        Attribute.of("postag[:2]=NN"),
                        Attribute.of("BOS"),
                        Attribute.of("+1:word.lower()=wind"),
                        new Attribute("+1:word.istitle()", 0),
                        new Attribute("+1:word.isupper()", 0),
                        Attribute.of("+1:postag=NN"),
                        Attribute.of("+1:postag[:2]=NN"));
    }

    @Test
    void flagsArePythons() {
        assertThat(List.of("USA", "U.S.", "A1").stream().allMatch(UsualFunction::isUpper))
                .isTrue();
        assertThat(List.of("Usa", "12", "").stream().noneMatch(UsualFunction::isUpper))
                .isTrue();
        assertThat(List.of("Usa", "Al-Qaida", "A", "3D").stream().allMatch(UsualFunction::isTitle))
                .isTrue();
        assertThat(List.of("USA", "iPhone", "al-Qaida", "12", "3d").stream().noneMatch(UsualFunction::isTitle))
                .isTrue();
    }
}
