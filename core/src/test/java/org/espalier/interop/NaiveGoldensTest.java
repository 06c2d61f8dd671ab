package org.espalier.interop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.interop.naive.Agreement;
import org.espalier.interop.naive.NaiveChain;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The goldens in {@code shared/} against an evaluation straight from the arrays of their files. */
class NaiveGoldensTest {
    private static final int SEQUENCES = 40;

    @ParameterizedTest
    @CsvSource({
        "reference/golden-own/wapiti/crf.model, reference/golden-own/test.txt",
        "reference/golden-own/wapiti/maxent.model, reference/golden-own/test.txt",
        "reference/golden-own/wapiti/memm.model, reference/golden-own/test.txt",
        "reference/golden-own/wapiti/bcd.model, reference/golden-own/test.txt",
        "reference/golden-own/crfpp/crf-l2.model, reference/golden-own/test.txt",
        "reference/golden-own/crfpp/crf-l1.model.txt, reference/golden-own/test.txt",
        "reference/golden-own/crfpp/bigram.model, reference/golden-own/test.txt",
        "reference/golden-own/crfpp/bigram.model.txt, reference/golden-own/test.txt",
        "reference/golden-own/crfpp/mira.model, reference/golden-own/test.txt",
        "reference/golden-own/crfsuite/lbfgs.model, reference/golden-own/test.crfsuite",
        "reference/golden-own/crfsuite/owlqn.model, reference/golden-own/test.crfsuite",
        "data/grobid/models/date/model.wapiti, data/grobid/expected/date.in",
        "data/grobid/models/name/citation/model.wapiti, data/grobid/expected/name-citation.in"
    })
    void answersAreThoseOfTheArrays(String model, String data) throws IOException {
        Path file = Goldens.shared(model);
        List<List<String>> sequences =
                NaiveChain.sequences(Files.readString(Goldens.shared(data), StandardCharsets.UTF_8));

        Agreement.assertSame(
                Toolkit.open(file),
                Agreement.naive(Files.readAllBytes(file)),
                sequences.subList(0, Math.min(SEQUENCES, sequences.size())),
                1e-6);
    }
}
