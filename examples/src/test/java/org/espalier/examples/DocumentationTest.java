package org.espalier.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiles every piece of Java in the README and the pages under docs, so that none of them grows stale. */
class DocumentationTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** What the pages take as known. */
    private static final String KNOWN = """
            static java.util.List<org.espalier.data.Sequence> sequences, test;
            static org.espalier.data.Sequence sequence;
            static java.util.List<String> predictedLabels;
            static org.espalier.optimize.Function function;
            """;

    /**
     * A block of Java and where it stands.
     *
     * <p>A block with imports gets no others, so that whoever copies it has all that it needs. A block without them gets those of every
     * package that the pages speak of.
     */
    record Snippet(String place, String code) {
        @Override
        public String toString() {
            return place;
        }

        boolean hasImports() {
            return code.lines().anyMatch(Snippet::isImport);
        }

        private static boolean isImport(String line) {
            return line.startsWith("import ");
        }

        private String lines(boolean imports) {
            return code.lines()
                    .filter(line -> isImport(line) == imports)
                    .map(line -> line + "\n")
                    .collect(Collectors.joining());
        }

        String source() {
            StringBuilder source = new StringBuilder(hasImports() ? lines(true) : usualImports());
            String body = lines(false).stripLeading();
            boolean type = body.startsWith("record ") || body.startsWith("final class ");
            source.append("class Snippet {\n").append(KNOWN);
            source.append(type ? body : "void run() throws Exception {\n" + body.replace("…", "") + "}\n");
            return source.append("}\n").toString();
        }

        private static String usualImports() {
            StringBuilder source =
                    new StringBuilder("import java.nio.charset.*;\nimport java.nio.file.*;\nimport java.util.*;\n");
            for (String room : List.of(
                    "data",
                    "feature",
                    "feature.template",
                    "feature.text",
                    "feature.table",
                    "feature.arc",
                    "feature.encoding",
                    "labelling",
                    "labelling.chain",
                    "labelling.segment",
                    "labelling.tree",
                    "model",
                    "train",
                    "evaluate",
                    "evaluate.errors",
                    "text",
                    "optimize",
                    "optimize.batch",
                    "optimize.stochastic",
                    "optimize.dual",
                    "cluster",
                    "online",
                    "compress",
                    "continuous",
                    "tune",
                    "inference",
                    "inference.chain",
                    "loss",
                    "generative",
                    "kernel",
                    "feature.kernel",
                    "feature.map",
                    "entropy",
                    "interop",
                    "interop.crfpp",
                    "interop.crfsuite",
                    "interop.wapiti")) {
                source.append("import org.espalier.").append(room).append(".*;\n");
            }
            return source.toString();
        }
    }

    static List<Snippet> snippets() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        List<Snippet> snippets = new ArrayList<>();
        for (Path page : pages) {
            String text = Files.readString(page);
            Matcher matcher = BLOCK.matcher(text);
            while (matcher.find()) {
                long line = text.substring(0, matcher.start()).lines().count() + 1;
                // Those of other modules are compiled there, by SparkPageTest and NeuralPageTest.
                boolean elsewhere = matcher.group(1).contains("import org.apache.spark.")
                        || matcher.group(1).contains("import org.espalier.neural.");
                if (!elsewhere) {
                    snippets.add(new Snippet(page.getFileName() + ":" + line, matcher.group(1)));
                }
            }
        }
        return snippets;
    }

    @Test
    void thePagesHaveSnippets() throws IOException {
        assertThat(snippets()).hasSizeGreaterThan(6);
    }

    /** A page begins with what its reader wants to do ("You have …", "You want …"), and shows a block of it early on. */
    @Test
    void everyPageBeginsWithATaskAndAnExample() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            for (Path page :
                    docs.filter(path -> path.toString().endsWith(".md")).toList()) {
                List<String> lines = Files.readAllLines(page);
                assertThat(lines.get(2)).as(page.toString()).startsWith("You ");
                assertThat(lines.subList(0, Math.min(45, lines.size())))
                        .as(page.toString())
                        .anyMatch(line -> line.startsWith("```"));
            }
        }
    }

    @Test
    void everySnippetOfTheReadmeHasItsImports() throws IOException {
        List<Snippet> readme = snippets().stream()
                .filter(snippet -> snippet.place().startsWith("README.md"))
                .toList();
        assertThat(readme).isNotEmpty().allMatch(Snippet::hasImports);
    }

    @Test
    void thePagesNameTheVersionOfThisBuild() throws IOException {
        Pattern version = Pattern.compile("<version>(.*?)</version>");
        Matcher pom = version.matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(pom.find()).isTrue();
        for (String page : List.of("README.md", "docs/embedding.md")) {
            assertThat(version.matcher(Files.readString(ROOT.resolve(page))).results())
                    .as(page)
                    .isNotEmpty()
                    .allMatch(found -> found.group(1).equals(pom.group(1)));
        }
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void compiles(Snippet snippet, @TempDir Path folder) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return snippet.source();
                    }
                };
        List<String> options =
                List.of("-d", folder.toString(), "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));

        boolean compiled = compiler.getTask(messages, null, null, options, null, List.of(file))
                .call();

        assertThat(compiled).as("%s%n%s%n%s", snippet, messages, snippet.code()).isTrue();
    }
}
