package org.espalier.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the whole report with what conlleval.pl (version 2004-01-26, Perl 5.36) printed for the same file; the
 * inputs ({@code *.txt}) are our own, the outputs ({@code *.conlleval}) are the script's.
 */
class ConllevalGoldenTest {

    private static Path directory() throws URISyntaxException {
        URL resource = Objects.requireNonNull(ConllevalGoldenTest.class.getResource("one-token.txt"));
        return Objects.requireNonNull(Path.of(resource.toURI()).getParent());
    }

    static List<String> names() throws IOException, URISyntaxException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".txt"))
                    .map(name -> name.substring(0, name.length() - 4))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thereAreGoldens() throws IOException, URISyntaxException {
        assertThat(names()).hasSizeGreaterThan(35);
    }

    @ParameterizedTest
    @MethodSource("names")
    void printsWhatConllevalPrints(String name) throws IOException, URISyntaxException {
        DataOptions options = DataOptions.COLUMNS.withLabelled(false).withBoundaries(Set.of("-X-"));
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL);
        for (Sequence sequence : Sequences.read(options, directory().resolve(name + ".txt"))) {
            int width = sequence.tokens().get(0).columns().size();
            evaluation.add(
                    sequence.tokens().stream()
                            .map(token -> token.columns().get(width - 2))
                            .toList(),
                    sequence.tokens().stream()
                            .map(token -> token.columns().get(width - 1))
                            .toList());
        }
        assertThat(ScoreReport.conlleval(evaluation.scores()))
                .isEqualTo(Files.readString(directory().resolve(name + ".conlleval")));
    }
}
