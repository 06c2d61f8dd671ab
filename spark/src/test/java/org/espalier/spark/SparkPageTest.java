package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pieces of Java on the page about Spark compile, and the page knows the columns that there are. */
class SparkPageTest {
    private static final Path PAGE = Path.of("..", "docs", "spark.md");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void itsPiecesOfJavaCompile(@TempDir Path folder) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(PAGE));
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        assertThat(blocks).hasSize(3);
        for (String block : blocks) {
            assertThat(compile(block, folder)).isEmpty();
        }
    }

    private static String compile(String block, Path folder) {
        String source = lines(block, true) + "class Snippet {\nvoid run() throws Exception {\n" + lines(block, false)
                + "}\n}\n";
        StringWriter messages = new StringWriter();
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        List<String> options =
                List.of("-d", folder.toString(), "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(messages, null, null, options, null, List.of(file))
                .call();
        return compiled ? "" : messages + block;
    }

    private static String lines(String block, boolean imports) {
        return block.lines()
                .filter(line -> line.startsWith("import ") == imports)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** Of spark-submit, of the program itself, or a parameter. */
    @Test
    void everyOptionOnItIsOne() throws IOException {
        Set<String> known = new TreeSet<>(Set.of(
                "--jars",
                "--class",
                "--master",
                "--input",
                "--output",
                "--model",
                "--format",
                "--spark-option",
                "--param",
                "--rows",
                "--dev",
                "--init",
                "--marginals",
                "--data-on-disk",
                "--threads"));
        for (var param : new SequenceTagger().params()) {
            known.add("--" + Main.hyphenated(param.name()));
        }
        List<String> named = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]+")
                .matcher(Files.readString(PAGE))
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(known).containsAll(named);
        assertThat(named).contains("--max-iterations");
    }

    @Test
    void itNamesEveryParameterThatIsNoTrainingOption() throws IOException {
        String page = Files.readString(PAGE);
        List<String> options =
                TaggerOptions.all().stream().map(TaggerOption::name).toList();
        for (var param : new SequenceTagger().params()) {
            if (!options.contains(param.name())) {
                assertThat(page).as(param.name()).contains("`" + param.name() + "`");
            }
        }
    }
}
