package org.espalier.interop.wapiti;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.interop.Mutator;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.junit.jupiter.api.Test;

/** Damaged models end in a {@link ModelFormatException}, or can be used; {@code main} goes on for given minutes. */
class WapitiFuzzTest {
    private static final Charset[] CHARSETS = {
        StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, Charset.forName("EUC-JP")
    };
    private static final Sequence SEQUENCE = Sequence.of(
            List.of(Token.ofColumns("a", "X", "1"), Token.ofColumns("é", "Y", "-2"), Token.ofColumns("b", "", "x")),
            null);

    @Test
    void damagedModelsAreReportedOrUsable() {
        byte[] small = SmallWapitiModels.bytes(SmallWapitiModels.MIXED);
        for (int seed = 0; seed < 8_000; seed++) {
            check(small, seed);
        }
    }

    /** Whether the damaged model could be read. */
    private static boolean check(byte[] original, long seed) {
        byte[] damaged = new Mutator(seed).damage(original);
        Charset charset = CHARSETS[(int) (seed % CHARSETS.length)];
        Model model;
        try {
            model = WapitiModelFile.read(new ByteArrayInputStream(damaged), Path.of("m"), charset);
        } catch (ModelFormatException e) {
            assertThat(e.getMessage()).isNotEmpty();
            return false;
        } catch (IOException | RuntimeException e) {
            throw new AssertionError("seed " + seed, e);
        }
        try {
            model.tagger().tag(SEQUENCE).nBest(2);
            WapitiModelFileTest.write(model, charset);
        } catch (DataFormatException e) {
            return true; // a pattern that wants a column which these data lack
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed, e);
        }
        return true;
    }

    /** Arguments: minutes, then model files; without any a small one. */
    public static void main(String[] arguments) throws IOException {
        List<byte[]> originals = new ArrayList<>();
        originals.add(SmallWapitiModels.bytes(SmallWapitiModels.MIXED));
        for (int k = 1; k < arguments.length; k++) {
            originals.add(Files.readAllBytes(Path.of(arguments[k])));
        }
        long end = System.nanoTime() + (long) (60e9 * Double.parseDouble(arguments[0]));
        long readable = 0;
        long seed = System.nanoTime() & 0xFFFFFFFFFFL;
        long count = 0;
        for (; System.nanoTime() < end; count++, seed++) {
            readable += check(originals.get((int) (count % originals.size())), seed) ? 1 : 0;
        }
        System.out.println(count + " damaged models, " + readable + " of them readable, no finding");
    }
}
