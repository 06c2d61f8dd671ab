package org.espalier.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkedSectionTest {
    @TempDir
    Path folder;

    @Test
    void replacesOnlyWhatIsBetweenTheMarkers() throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before\n<!-- a -->\nold\n<!-- /a -->\nafter\n<!-- ab -->\nkept\n<!-- /ab -->\n");
        MarkedSection.replace(page, "a", "new $1 \\ text\n");
        assertThat(page)
                .hasContent(
                        "before\n<!-- a -->\nnew $1 \\ text\n<!-- /a -->\nafter\n<!-- ab -->\nkept\n<!-- /ab -->\n");
    }

    @Test
    void addsMissingMarkersAtTheEnd() throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "before");
        MarkedSection.replace(page, "a", "text");
        assertThat(page).hasContent("before\n\n<!-- a -->\ntext\n<!-- /a -->\n");
    }

    @Test
    void refusesOneMarkerWithoutTheOther() throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "<!-- a -->\n");
        assertThatThrownBy(() -> MarkedSection.replace(page, "a", "text")).hasMessageContaining("one is missing");
    }
}
