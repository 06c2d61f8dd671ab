package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The example in CONTRIBUTING.md is the one that is compiled and run here. */
class WorkedExampleTest {

    @Test
    void thePageShowsTheCasesOfTheTest() throws IOException {
        String source = Files.readString(Path.of("src/test/java/org/espalier/testkit/ClassificationContractTest.java"));
        String begin = "// begin of the example\n";
        String example = source.substring(
                        source.indexOf(begin) + begin.length(), source.indexOf("    // end of the example"))
                .stripTrailing()
                .stripIndent();
        assertThat(example.lines()).hasSizeLessThanOrEqualTo(30);
        assertThat(Files.readString(Path.of("../CONTRIBUTING.md"))).contains("```java\n" + example + "\n```\n");
    }
}
