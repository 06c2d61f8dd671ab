package org.espalier.neural;

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
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pieces of Java that need this module compile; they are on the page about networks. */
final class NeuralPageTest {
    private static final Path PAGE = Path.of("..", "docs", "neural.md");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String KNOWN = "static java.util.List<org.espalier.data.Sequence> sequences;\n";

    @Test
    void itsPiecesOfJavaCompile(@TempDir Path folder) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(PAGE));
        while (matcher.find()) {
            if (matcher.group(1).contains("import org.espalier.neural.")) {
                blocks.add(matcher.group(1));
            }
        }
        assertThat(blocks).hasSize(1);
        assertThat(compile(blocks.get(0), folder)).isEmpty();
    }

    private static String compile(String block, Path folder) {
        String source = lines(block, true) + "class Snippet {\n" + KNOWN + "void run() throws Exception {\n"
                + lines(block, false) + "}\n}\n";
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
}
