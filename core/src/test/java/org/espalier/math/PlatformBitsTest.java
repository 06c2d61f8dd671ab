package org.espalier.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which classes use functions of {@link Math} whose last bits the Java language leaves to the platform. {@code docs/INVARIANTS.md} names
 * what they are for; everything else in core has the same bits everywhere.
 */
class PlatformBitsTest {
    private static final Path SOURCES = Path.of("src/main/java/org/espalier");

    /** {@code Math.sqrt} and {@code Math.fma} are exact, and not among them. */
    private static final Pattern LOOSE = Pattern.compile(
            "(?<!Strict)\\bMath\\.(exp|expm1|log|log1p|log10|pow|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|cbrt|hypot)\\(");

    private static final Set<String> NAMED_IN_THE_INVARIANTS = Set.of(
            // models whose weights are logarithms of counts, and iterative scaling
            "generative/Estimation.java",
            "generative/Hmm.java",
            "generative/NaiveBayes.java",
            "generative/PcfgTrainer.java",
            "optimize/batch/ScalingStep.java",
            "entropy/Entropy.java",
            "entropy/MaximumEntropy.java",
            // tf-idf
            "feature/text/BagOfWords.java",
            // what binary classifiers and votes say as probabilities
            "scoring/BinaryNormalisation.java",
            "scoring/VoteScorer.java",
            // probabilities and scores as they are told
            "model/Labelling.java",
            "model/Tagging.java",
            "evaluate/ClassificationEvaluation.java",
            "interop/Comparison.java",
            "interop/crfpp/CrfppTagger.java",
            "interop/crfpp/CrfppTraining.java",
            "interop/wapiti/WapitiArcs.java",
            "interop/wapiti/WapitiDecoder.java",
            // the steps of a search
            "tune/LearningCurve.java",
            "tune/Range.java",
            "tune/RegularisationPath.java",
            "tune/SuccessiveHalving.java");

    @Test
    void everythingElseHasTheSameBitsEverywhere() throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                if (LOOSE.matcher(Files.readString(file)).find()) {
                    found.add(SOURCES.relativize(file).toString().replace('\\', '/'));
                }
            }
        }
        assertThat(found).isEqualTo(new TreeSet<>(NAMED_IN_THE_INVARIANTS));
    }
}
