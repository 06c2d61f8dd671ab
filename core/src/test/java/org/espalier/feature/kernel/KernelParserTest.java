package org.espalier.feature.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelParserTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "linear | linear",
                " rbf ( gamma = 0.5 ) | rbf(gamma=0.5)",
                "rbf | rbf(gamma=1.0)",
                "rbf(gamma=1e-3)+1 | rbf(gamma=0.001)+1.0",
                "polynomial(degree=2,coefficient=1,gamma=1) | polynomial(degree=2,gamma=1.0,coefficient=1.0)",
                "string(length=3,decay=0.5) | string(length=3,decay=0.5,column=0)",
                "spectrum() | spectrum(length=3,column=0)",
                "tree(decay=0.4,column=2) | tree(decay=0.4,column=2)",
                "(linear+2)*rbf | (linear+2.0)*rbf(gamma=1.0)",
                "linear+2*rbf | linear+2.0*rbf(gamma=1.0)",
                "normalised(tree + string) | normalised(tree(decay=0.4,column=0)+string(length=3,decay=0.5,column=0))"
            })
    void readsAndWrites(String text, String canonical) {
        KernelFunction kernel = KernelFunction.parse(text);

        assertThat(kernel).hasToString(canonical.strip());
        assertThat(KernelFunction.parse(kernel.toString())).isEqualTo(kernel);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~ | character 1, at the end: expected a number, '(' or a kernel",
                "rbff | unknown kernel 'rbff'; expected linear, polynomial, rbf",
                "rbf(gama=1) | character 5, at 'gama=1)': 'gama' is not a parameter of rbf; expected gamma",
                "rbf(gamma=x) | 'x' is not a number",
                "rbf(gamma=-1) | character 1, at 'rbf(gamma=-1)': rbf: gamma = -1.0; expected a finite number above 0",
                "rbf(gamma=1 | expected ')'",
                "rbf(gamma=1,gamma=2) | gamma occurs twice",
                "linear linear | expected '+', '*' or the end",
                "linear(x=1) | 'x' is not a parameter of linear; expected none",
                "polynomial(degree=1.5) | degree = 1.5; expected a whole number",
                "polynomial(coefficient=-1) | not a scalar product",
                "string(decay=2) | decay = 2.0; expected a number above 0 and at most 1",
                "tree(column=-1) | column = -1",
                "-1*linear | not a scalar product",
                "linear+ | at the end: expected a number"
            })
    void saysWhatIsWrongAndWhere(String text, String message) {
        assertThatThrownBy(() -> KernelFunction.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message.strip());
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 100_000})
    void deepBracketsAreNoStackOverflow(int depth) {
        assertThatThrownBy(() -> KernelFunction.parse("(".repeat(depth)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 100 deep");
    }

    @Test
    void columnsAreThoseOfAllParts() {
        assertThat(KernelFunction.parse("tree(column=3)+rbf*string(column=1)").columns())
                .containsExactly(1, 3);
        assertThat(KernelFunction.parse("tree").readsAttributes()).isFalse();
        assertThat(KernelFunction.parse("tree+linear").readsAttributes()).isTrue();
    }
}
