package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.ml.param.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Python is not run here, which would need PySpark: what the wrapper calls exists, and Python understands its syntax. */
class PythonWrapperTest {
    private static final Path WRAPPER = Path.of("src", "main", "python", "espalier_spark.py");

    private static String text() throws IOException {
        return Files.readString(WRAPPER);
    }

    private static Set<String> found(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> methods(Class<?>... types) {
        return Arrays.stream(types)
                .flatMap(type -> Stream.of(type.getMethods()))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** From a line that begins a class to the next one that begins something. */
    private static String section(String text, String name) {
        int begin = Math.max(text.indexOf("class " + name + "("), text.indexOf("class " + name + ":"));
        assertThat(begin).as(name).isPositive();
        int end = text.indexOf("\n\n\n", begin);
        return text.substring(begin, end < 0 ? text.length() : end);
    }

    @Test
    void whatItCallsExists() throws Exception {
        String text = text();
        Set<String> classes = found(text, "\"((?:org|java)\\.[a-z.]+\\.[A-Z]\\w+)\"");
        assertThat(classes)
                .contains(SequenceTagger.class.getName(), SequenceTaggerModel.class.getName())
                .hasSize(4);
        for (String name : classes) {
            assertThat(Class.forName(name)).isNotNull();
        }
        String call = "_java_obj\\.(\\w+)\\(";
        Set<String> shared = found(section(text, "_Options"), call);
        assertThat(shared).contains("option");
        assertThat(methods(SequenceTagger.class)).containsAll(shared);
        assertThat(methods(SequenceTaggerModel.class)).containsAll(shared);
        assertThat(methods(SequenceTagger.class)).containsAll(found(section(text, "SequenceTagger"), call));
        assertThat(methods(SequenceTaggerModel.class)).containsAll(found(section(text, "SequenceTaggerModel"), call));
        assertThat(methods(SequenceTaggerModel.class)).containsAll(found(text, "_java_class\\(_MODEL\\)\\.(\\w+)\\("));
        assertThat(methods(SparkFunctions.class)).containsAll(found(text, "_java_class\\(_FUNCTIONS\\)\\.(\\w+)\\("));
        assertThat(methods(org.espalier.model.Model.class, org.espalier.data.Labels.class))
                .containsAll(found(text, "\\.model\\(\\)\\.(\\w+)\\("))
                .contains("names");
    }

    @Test
    void theParametersOfItsExamplesExist() throws IOException {
        List<String> known =
                Arrays.stream(new SequenceTagger().params()).map(Param::name).toList();
        Set<String> named = new TreeSet<>();
        for (String arguments : found(text(), "SequenceTagger\\(((?:\\w+=[^,)]+(?:, )?)+)\\)")) {
            named.addAll(found(arguments, "(\\w+)="));
        }
        named.remove("java_obj"); // Python's own
        assertThat(named).contains("features", "l2", "tokensCol");
        assertThat(known).containsAll(named);
    }

    /** Numbers arrive as Python has them. */
    @Test
    void wholeNumbersServeAsRealOnes() {
        SequenceTagger tagger = new SequenceTagger().option("l2", 2).option("seed", 7);

        assertThat(tagger.trainingOptions().penalty().l2()).isEqualTo(2.0);
        assertThat(tagger.trainingOptions().seed()).isEqualTo(7);
        assertThat(tagger.getOrDefault(tagger.getParam("l2"))).isEqualTo(2.0);
    }

    @Test
    void pythonUnderstandsIt(@TempDir Path folder) throws Exception {
        Process python;
        try {
            python = new ProcessBuilder(
                            "python3", "-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())", WRAPPER.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "there is no python3 here");
            return;
        }
        assertThat(python.waitFor()).as(Files.readString(folder.resolve("log"))).isZero();
    }
}
