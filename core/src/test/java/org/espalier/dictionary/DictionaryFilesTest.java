package org.espalier.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DictionaryFilesTest {
    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void copy() {
        folder = SampleDictionary.copy(temporary.resolve("seed"), StandardCharsets.UTF_8);
        SampleDictionary.write(folder, "matrix.def", "1 1\n0 0 0\n");
    }

    private DictionaryFiles files() {
        return DictionaryFiles.open(folder, null);
    }

    /** Reads everything that there is. */
    private static void readAll(Path folder) {
        DictionaryFiles files = DictionaryFiles.open(folder, null);
        files.wordFinder();
        files.matrix();
        files.rewriteRules();
        files.templates();
    }

    @Test
    void fieldsAreCutAsMecabCutsThem() {
        assertThat(CsvFields.all("a,b,c")).containsExactly("a", "b", "c");
        assertThat(CsvFields.all("\",\",\"say \"\"so\"\"\", x,")).containsExactly(",", "say \"so\"", "x");
        assertThat(CsvFields.all("a,,b")).containsExactly("a", "", "b");
        assertThat(CsvFields.first("w,1,2,3,a,\"b,c\"", 5)).containsExactly("w", "1", "2", "3", "a,\"b,c\"");
        assertThat(CsvFields.quoted("a,\"b")).isEqualTo("\"a,\"\"b\"");
        assertThat(CsvFields.quoted("ab")).isEqualTo("ab");
    }

    @Test
    void charactersHaveCategories() {
        CharacterCategories categories = files().categories();

        assertThat(categories.names().get(categories.category('猫'))).isEqualTo("KANJI");
        assertThat(categories.names().get(categories.category('。'))).isEqualTo("DEFAULT");
        assertThat(categories.category(0x20BB7)).as("beyond U+FFFE").isEqualTo(categories.category(0));
    }

    private List<String> found(String text, int from) {
        WordFinder finder = files().wordFinder();
        List<String> words = new ArrayList<>();
        finder.find(
                text,
                from,
                (entry, surface, end) -> words.add((finder.isUnknown(entry) ? "?" : "") + text.substring(surface, end)
                        + ":" + finder.features(entry).split(",")[1]));
        return words;
    }

    @Test
    void wordsOfTheDictionaryComeFirstTheShortestFirst() {
        assertThat(found("東京都", 0)).containsExactly("東:一般", "東京:固有");
        assertThat(found("東京都", 2)).containsExactly("都:一般", "都:地域");
    }

    @Test
    void unknownWordsAreMadeByTheirCategory() {
        assertThat(found("山川海", 0)).as("length 2, no group").containsExactly("?山:一般", "?山:固有", "?山川:一般", "?山川:固有");
        assertThat(found("カナダ人", 0)).as("a group").containsExactly("?カナダ:一般", "?カナダ:固有");
        assertThat(found("ゆゆゆ", 0)).as("a group, and the first two").containsExactly("?ゆゆゆ:一般", "?ゆ:一般", "?ゆゆ:一般");
        assertThat(found("ゆゆ", 0)).as("the group is one of them").containsExactly("?ゆゆ:一般", "?ゆ:一般");
        assertThat(found("猫山", 0)).as("no unknown words beside known ones").containsExactly("猫:一般");
        assertThat(found("  猫", 0))
                .as("spaces belong to a word, and not to its surface")
                .containsExactly("猫:一般");
        assertThat(found("猫  ", 1)).as("only spaces follow").isEmpty();
        assertThat(found("a".repeat(25), 0)).containsExactly("?" + "a".repeat(25) + ":固有");
        assertThat(found("a".repeat(26), 0)).as("too long for a group").containsExactly("?a:固有");
    }

    @Test
    void wordsAreRewritten() {
        RewriteRules rules = files().rewriteRules();

        assertThat(rules.left("助詞,格助詞,に,ニ")).isEqualTo("助詞,格助詞,に");
        assertThat(rules.left("名詞,一般,猫,ネコ")).isEqualTo("名詞,一般,*");
        SampleDictionary.write(
                folder,
                "rewrite.def",
                "[unigram rewrite]\n* $1\n[left rewrite]\n(a|b),* $1-x,\"$2\"\n* $1\n[right rewrite]\n*,*,* $3\n");
        RewriteRules others = files().rewriteRules();
        assertThat(others.left("b,c")).isEqualTo("b-x,c");
        assertThat(others.left("b,\"c,d\"")).isEqualTo("b-x,\"c,d\"");
        assertThat(others.left("b")).isEqualTo("b");
        assertThatThrownBy(() -> others.right("a,b"))
                .hasMessageContaining("rewrite.def: no rule of [right rewrite] matches the features 'a,b'; add one");
    }

    @Test
    void templatesMakeFeatures() {
        SampleDictionary.write(
                folder,
                "feature.def",
                "UNIGRAM A:%F[0]/%F?[1]/%t\nUNIGRAM B:%u\\s%w\nUNIGRAM C:%F[7]\nBIGRAM D:%L[0]%R?[1]\nBIGRAM E:%l|%r\n");
        FeatureTemplates templates = files().templates();
        List<String> features = new ArrayList<>();
        templates.unigrams("n,x", 3, "cat", feature -> features.add(feature.toString()));
        templates.unigrams("n,*", 3, "cat", feature -> features.add(feature.toString()));
        templates.bigrams("a,b", "c,d", feature -> features.add(feature.toString()));
        templates.bigrams("a,b", "c", feature -> features.add(feature.toString()));

        assertThat(features).containsExactly("A:n/x/3", "B:n,x cat", "B:n,* cat", "D:ad", "E:c,d|a,b", "E:c|a,b");
        assertThat(templates.seesSurface()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "EUC-JP", "windows-31j"})
    void encodingsAreRead(String name) {
        Path copy = SampleDictionary.copy(temporary.resolve(name), java.nio.charset.Charset.forName(name));

        assertThat(DictionaryFiles.open(copy, null).lexicon().surface(0)).isEqualTo("私");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            words.csv   | 私,0,0          | words.csv:1: 3 fields; expected at least 5: surface
            words.csv   | ,0,0,0,a        | words.csv:1: the surface is empty
            words.csv   | 私,x,0,0,a      | words.csv:1: the id of the left context is 'x'; expected a whole number from -1
            words.csv   | 私,0,0,40000,a  | words.csv:1: the cost is '40000'; expected a whole number from -32768 to 32767
            unk.def     | NONE,0,0,0,a    | unk.def:1: the category NONE is not in char.def; expected one of [DEFAULT, SPACE,
            unk.def     | SPACE,0,0,0,a   | unk.def: there is no line for the category DEFAULT of char.def
            char.def    | A 0 1           | char.def:1: a category with 2 numbers; expected its name and three
            char.def    | A 2 1 0         | char.def:1: INVOKE is '2'; expected a whole number from 0 to 1
            char.def    | A 0 1 0         | char.def: the category DEFAULT is not defined
            char.def    | 0x41 A          | char.def:1: the category A is not defined above; expected one of []
            char.def    | 0xFFFFF A       | char.def:1: the character is '0xFFFFF'; expected a hexadecimal number
            char.def    | 0x42..0x41 A    | char.def:1: the range 0x42..0x41 ends before it begins
            matrix.def  | 1               | matrix.def:1: the line is '1'; expected two whole numbers
            matrix.def  | 0 1             | matrix.def:1: the number of right contexts is 0
            feature.def | TRIGRAM a       | feature.def:1: the line is 'TRIGRAM a'; expected UNIGRAM or BIGRAM
            feature.def | UNIGRAM %L[0]   | feature.def:1: %L in the template '%L[0]'; expected % and one of Futw
            feature.def | UNIGRAM %F0     | feature.def:1: %F without [number] in the template '%F0'
            feature.def | UNIGRAM a b     | feature.def:1: 'b' follows the template
            rewrite.def | * $1            | rewrite.def:1: a rule before the first section
            rewrite.def | [left rewrite]  | rewrite.def: no rules in the section [unigram rewrite]
            dicrc       | bos-feature     | dicrc:1: the line 'bos-feature' has no '='; expected 'key = value'
            dicrc       | x = y           | dicrc: there is no bos-feature; add a line
            """)
    void whatIsWrongIsSaid(String file, String content, String message) {
        SampleDictionary.write(folder, file, content + "\n");

        assertThatThrownBy(() -> readAll(folder))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void numbersOfOtherLinesAreSaid() {
        SampleDictionary.write(folder, "matrix.def", "1 1\n0 0 0\n0 1 5\n");
        assertThatThrownBy(() -> readAll(folder))
                .hasMessageContaining(
                        "matrix.def:3: the id of the left context is 1; expected a whole number from 0 to 0");
        SampleDictionary.write(folder, "matrix.def", "1 1\n0 0 0 7\n");
        assertThatThrownBy(() -> readAll(folder)).hasMessageContaining("matrix.def:2: '7' follows the numbers");
        SampleDictionary.write(folder, "dicrc", "bos-feature = B\nconfig-charset = KOI8\n");
        assertThatThrownBy(() -> readAll(folder)).hasMessageContaining("dicrc:2: the encoding is 'KOI8'");
        assertThatThrownBy(() -> readAll(folder.resolve("none"))).hasMessageContaining("there is no such directory");
    }

    /** Truncated files and flipped bits: a message, or another dictionary, but no other failure. */
    @ParameterizedTest
    @ValueSource(strings = {"dicrc", "char.def", "unk.def", "words.csv", "matrix.def", "feature.def", "rewrite.def"})
    void damagedFilesAreRefusedOrRead(String name) throws IOException {
        byte[] whole = Files.readAllBytes(folder.resolve(name));
        Random random = new Random(name.hashCode());
        int refused = 0;
        for (int round = 0; round < 150; round++) {
            byte[] damaged =
                    java.util.Arrays.copyOf(whole, round % 3 == 0 ? random.nextInt(whole.length) : whole.length);
            for (int k = 0; k < round % 4 && damaged.length > 0; k++) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(folder.resolve(name), damaged);
            try {
                readAll(folder);
            } catch (DataFormatException e) {
                refused++;
                assertThat(e.getMessage()).startsWith(folder.toString());
            }
        }
        assertThat(refused).isPositive();
    }
}
