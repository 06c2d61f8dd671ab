package org.espalier.interop.crfpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.interop.Goldens;
import org.espalier.interop.wapiti.WapitiModelFile;
import org.espalier.model.Model;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternTemplateTest {
    private static final Sequence DATA = Sequence.of(
            List.of(Token.ofColumns("a", "x"), Token.ofColumns("b", "y"), Token.ofColumns("a", "y")),
            List.of("P", "Q", "Q"));

    @TempDir
    Path folder;

    private static Model train(String patterns) {
        return new Trainer(
                        WapitiPatterns.parse(patterns, "p", StandardCharsets.UTF_8),
                        TrainingOptions.DEFAULTS.withAllFeatures(true))
                .train(List.of(DATA));
    }

    private void assertSame(Model model, Sequence sequence) {
        Path file = folder.resolve("model.txt");
        CrfppModelFile.writeText(model, file, StandardCharsets.UTF_8);
        Model read = CrfppModelFile.read(file, StandardCharsets.UTF_8);

        assertThat(read.tagger().tag(sequence).labels())
                .isEqualTo(model.tagger().tag(sequence).labels());
        assertThat(read.tagger().tag(sequence).logPartition())
                .isCloseTo(model.tagger().tag(sequence).logPartition(), org.assertj.core.api.Assertions.within(1e-9));
    }

    @Test
    void patternsOfEveryKindThatATemplateKnows() {
        assertSame(train("u0:%x[ 0,0]/%x[-1,1]\n*1:%x[+2,0]\nu2\nb\n"), DATA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"u:%x[0,0]\nb\nb2\n", "u:%x[0,0]\nb\nu:%x[0,0]\nb\n", "*1\nb\nb:%x[0,0]\n*1\nb\n"})
    void severalPatternsThatDoNotLookAtTheDataCountEach(String patterns) {
        assertSame(train(patterns), DATA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"u:%X[0,0]\n", "u:%t[0,0,\"a\"]\n", "u:%x[@1,0]\n", "u:%x[-5,0]\n"})
    void othersAreRefused(String patterns) {
        Model model = train(patterns);

        assertThatThrownBy(() -> CrfppModelFile.write(model, folder.resolve("m"), StandardCharsets.UTF_8))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(folder.resolve("m")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"seg", "chunking", "basenp-bigram"})
    void goldens(String task) {
        Model model = WapitiModelFile.read(Goldens.folder("wapiti/" + task).resolve("model"), StandardCharsets.UTF_8);
        Sequence sequence =
                Sequence.of(List.of(Token.ofColumns("the", "DT", "x"), Token.ofColumns("cat", "NN", "y")), null);

        assertSame(model, sequence);
    }
}
