package org.espalier.neural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pieces as the paper describes them: the examples are worked out by hand. */
final class WordPieceTest {
    private static final List<String> PIECES = List.of(
            "[PAD]", "[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "##a", "aff", ",", "東", "京", "resume", "U",
            "-");

    @TempDir
    Path folder;

    private WordPiece pieces(boolean lower) throws IOException {
        Path file = folder.resolve("vocab.txt");
        Files.write(file, PIECES);
        return WordPiece.read(file, lower, false);
    }

    private static List<String> names(int[] numbers) {
        return Arrays.stream(numbers).mapToObj(PIECES::get).toList();
    }

    @Test
    void theLongestPieceComesFirst() throws IOException {
        WordPiece pieces = pieces(true);
        assertThat(names(pieces.pieces("unaffable"))).containsExactly("un", "##aff", "##able");
        assertThat(names(pieces.pieces("UNaff"))).containsExactly("un", "##aff");
        assertThat(names(pieces.pieces("unaffablex"))).containsExactly("[UNK]"); // all of it
        assertThat(names(pieces.pieces("aff,un-aff"))).containsExactly("aff", ",", "un", "-", "aff");
        assertThat(names(pieces.pieces("東京"))).containsExactly("東", "京");
        assertThat(names(pieces.pieces("Résumé"))).containsExactly("resume");
        assertThat(names(pieces.pieces(""))).containsExactly("[UNK]");
        assertThat(names(pieces.pieces("a".repeat(200)))).containsExactly("[UNK]");
        assertThat(pieces.begin()).isEqualTo(2);
        assertThat(pieces.end()).isEqualTo(3);
        assertThat(pieces.padding()).isZero();
    }

    @Test
    void capitalsStayWhereThePiecesHaveThem() throws IOException {
        WordPiece pieces = pieces(false);
        assertThat(names(pieces.pieces("U"))).containsExactly("U");
        assertThat(names(pieces.pieces("UN"))).containsExactly("[UNK]");
        assertThat(names(pieces.pieces("résumé"))).containsExactly("[UNK]");
    }

    @Test
    void saysWhatIsWrongWithTheFile() throws IOException {
        Path file = folder.resolve("vocab.txt");
        Files.write(file, List.of("[UNK]", "a", "a"));
        assertThatThrownBy(() -> WordPiece.read(file, true, false))
                .hasMessageContaining("vocab.txt:3")
                .hasMessageContaining("'a' stands on line 2 too");
        Files.write(file, List.of("a"));
        assertThatThrownBy(() -> WordPiece.read(file, true, false)).hasMessageContaining("lack [UNK]");
        Files.write(file, List.of("[UNK]"));
        assertThatThrownBy(() -> WordPiece.read(file, true, false)).hasMessageContaining("lack [CLS] or [SEP]");
        assertThatThrownBy(() -> WordPiece.read(folder.resolve("none.txt"), true, false))
                .hasMessageContaining("none.txt");
    }
}
