package org.espalier.interop.crfsuite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.interop.crfsuite.CrfsuiteItemsReader.Use;
import org.junit.jupiter.api.Test;

class CrfsuiteItemsReaderTest {

    private static CrfsuiteItemsReader reader(String text, Use use) {
        return new CrfsuiteItemsReader(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "data", StandardCharsets.UTF_8, use);
    }

    /** Each item as {@code label|name=value …}, a slash between sequences. */
    private static String read(String text, Use use) {
        CrfsuiteItemsReader reader = reader(text, use);
        StringBuilder found = new StringBuilder();
        for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
            found.append(found.length() == 0 ? "" : "/");
            for (int t = 0; t < sequence.length(); t++) {
                found.append(t == 0 ? "" : " ").append(sequence.labels().get(t)).append('|');
                List<String> attributes = new ArrayList<>();
                sequence.tokens().get(t).attributes().forEach(a -> attributes.add(a.name() + "=" + a.value()));
                found.append(String.join(",", attributes));
            }
            found.append(sequence.weight() == 1 ? "" : "*" + sequence.weight());
        }
        return found.toString();
    }

    @Test
    void fieldsAndSequences() {
        assertThat(read("A\tx\ty:2\nB\n\nA\tz\n\n", Use.LEARN)).isEqualTo("A|x=1.0,y=2.0 B|/A|z=1.0");
    }

    @Test
    void escapesInLabelsAndNames() {
        assertThat(read("A\\:B\tc\\:d:2\te\\\\:3\tf\\g\th\\\n", Use.LEARN))
                .isEqualTo("A:B|c:d=2.0,e\\=3.0,f\\g=1.0,h\\=1.0");
    }

    @Test
    void oddValues() {
        assertThat(read("A\ta:\tb:x\tc:1e2z\td:1:2\t:5\n", Use.LEARN))
                .isEqualTo("A|a=1.0,b=0.0,c=100.0,d=1.0,=2.0,=5.0");
        assertThatThrownBy(() -> read("A\ta:nan\n", Use.LEARN))
                .isInstanceOf(DataFormatException.class)
                .hasMessage("data:1: attribute 'a' has the value 'nan'; expected a finite number");
    }

    @Test
    void tabsInARowAreOneAndTheFirstFieldIsTheLabel() {
        assertThat(read("\tA\t\tx\t\n", Use.LEARN)).isEqualTo("A|x=1.0");
        assertThat(read("A:7\tx\n", Use.LEARN)).isEqualTo("A|x=1.0");
    }

    @Test
    void linesOfTabsAreItemsForTaggingOnly() {
        assertThat(read("A\tx\n\t\t\nB\n", Use.LEARN)).isEqualTo("A|x=1.0 B|");
        assertThat(read("A\tx\n\t\t\nB\n", Use.TAG)).isEqualTo("A|x=1.0 \0| B|");
    }

    @Test
    void weights() {
        assertThat(read("@weight:2.5\nA\tx\n\nB\n", Use.LEARN)).isEqualTo("A|x=1.0*2.5/B|");
        assertThat(read("A\n@weight:3\n", Use.LEARN)).isEqualTo("A|*3.0");
        assertThat(read("@weight:3\n\nA\n", Use.LEARN))
                .as("an empty line forgets it")
                .isEqualTo("A|");
        assertThat(read("@weight:3\tA\tx\n", Use.LEARN)).isEqualTo("A|x=1.0*3.0");
        assertThat(read("@weight:3\nA\n", Use.TAG)).isEqualTo("@weight| A|");
        assertThatThrownBy(() -> read("A\n@wait:3\n", Use.LEARN))
                .hasMessage("data:2: the declaration '@wait', expected @weight, or a label that does not begin with @");
        assertThatThrownBy(() -> read("@weight:-3\nA\n", Use.LEARN)).isInstanceOf(DataFormatException.class);
    }

    @Test
    void emptyLinesAreCountedAsCrfsuiteCounts() {
        CrfsuiteItemsReader reader = reader("\n\nA\n\n\n\nB", Use.LEARN);
        assertThat(reader.next().labels()).containsExactly("A");
        Sequence last = reader.next();
        assertThat(last.labels()).containsExactly("B");
        assertThat(last.location()).hasToString("data:7");
        assertThat(reader.next()).isNull();
        assertThat(reader.next()).isNull();
        assertThat(reader.ends()).isEqualTo(6);
        assertThat(read("", Use.TAG)).isEmpty();
    }

    @Test
    void aCarriageReturnBelongsToTheLastFieldAndIsMentioned() {
        CrfsuiteItemsReader reader = reader("A\tx\r\n", Use.TAG);
        assertThat(reader.next().tokens().get(0).attributes().get(0).name()).isEqualTo("x\r");
        assertThat(reader.warnings()).hasSize(1).first().asString().startsWith("data:1: the line ends with CR LF");
    }

    @Test
    void bytesThatAreNoTextAreKeptAndANulEndsAName() {
        byte[] bytes = {'A', '\t', (byte) 0xFF, 'x', '\t', 'y', 0, 'z', ':', '2'};
        CrfsuiteItemsReader reader =
                new CrfsuiteItemsReader(new ByteArrayInputStream(bytes), "data", StandardCharsets.UTF_8, Use.TAG);
        Sequence sequence = reader.next();
        assertThat(sequence.tokens().get(0).attributes().get(0).name()).isEqualTo(Character.toString(0x10FEFF) + "x");
        assertThat(sequence.tokens().get(0).attributes().get(1).name()).isEqualTo("y");
        assertThat(sequence.tokens().get(0).attributes().get(1).value()).isEqualTo(2);
    }

    @Test
    void longLinesGoThroughTheBuffer() {
        String name = "n".repeat(100_000);
        assertThat(read("A\t" + name + ":4\tz\n\nB\n", Use.LEARN)).isEqualTo("A|" + name + "=4.0,z=1.0/B|");
    }
}
