package org.espalier.feature.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.Recorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateTest {
    private static final Sequence SENTENCE = Sequence.of(
            List.of(Token.ofColumns("He", "PRP"), Token.ofColumns("reckons", "VBZ"), Token.ofColumns("the", "DT")),
            null);

    @Test
    void expandsMacrosWithTextAroundThem() {
        Template template = Template.parse("U05:%x[-1,0]/%x[0,0]x\nU%x[1,1]%x[0,1]\n", "t");
        assertThat(Recorder.of(template, SENTENCE, 1)).containsExactly("U05:He/reckonsx", "UDTVBZ");
    }

    @Test
    void writesBoundariesAsCrfPlusPlusDoes() {
        Template template = Template.parse("U:%x[-2,0]|%x[-1,0]|%x[1,0]|%x[2,0]|%x[12,0]", "t");
        assertThat(Recorder.of(template, SENTENCE, 0)).containsExactly("U:_B-2|_B-1|reckons|the|_B+10");
        assertThat(Recorder.of(template, SENTENCE, 2)).containsExactly("U:He|reckons|_B+1|_B+2|_B+12");
    }

    @Test
    void rowsBeyondTheIntegerRangeOfPositionsAreBoundaries() {
        Template template = Template.parse("U:%x[2147483646,0]%x[-2147483646,0]", "t");
        assertThat(Recorder.of(template, SENTENCE, 2)).containsExactly("U:_B+2147483646_B-2147483644");
    }

    @Test
    void bareBigramIsSharedTransitionsHoweverItIsNamed() {
        assertThat(Template.parse("B", "t").sharedTransitions()).isTrue();
        assertThat(Template.parse("B01\nB02\nB", "t").sharedTransitions()).isTrue();
        assertThat(Template.parse("U\nB01:%x[0,0]", "t").sharedTransitions()).isFalse();
        assertThat(Recorder.of(Template.parse("B01\nB", "t"), SENTENCE, 1)).isEmpty();
    }

    @Test
    void bigramWithMacroIsATransitionFromTheSecondPositionOn() {
        Template template = Template.parse("B01:%x[-1,1]/%x[0,1]\nU00\nB", "t");
        assertThat(Recorder.of(template, SENTENCE, 0)).containsExactly("U00");
        assertThat(Recorder.of(template, SENTENCE, 1)).containsExactly("step B01:PRP/VBZ", "U00");
        assertThat(template.sharedTransitions()).isTrue();
    }

    @Test
    void skipsCommentsAndBlankLinesAndKnowsItsColumns() {
        Template template = Template.parse("# Unigram\r\n\r\n  \r\nU1:%x[0,3]\r\nB2:%x[0,1]%x[0,3]", "t");
        assertThat(template.columns()).containsExactly(1, 3);
        assertThat(template.sharedTransitions()).isFalse();
    }

    @Test
    void definitionBuildsTheSameTemplateAgain() {
        String text = "# words\nU0:%x[0,0]\n\nB\n";
        FeatureDefinition definition = Template.parse(text, "t").definition();
        assertThat(definition).isEqualTo(new FeatureDefinition("template", text, Map.of()));
        assertThat(Template.parse(definition.text(), "t").definition()).isEqualTo(definition);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "X00:%x[0,0]~column 1~expected U (unigram), B (bigram) or # (comment)",
                "' U00'~column 1~expected U",
                "U00:%y[0,0]~column 5: found '%y[0,0]'~the only macro is %x[row,column]",
                "U00:100%~column 8: found '%'~the only macro",
                "U00:%%~column 5~the only macro",
                "U00:%x(0,0)~column 5: found '%x(0,0)'~expected %x[row,column]",
                "U00:%x[,0]~column 8: found ',0]'~expected a row",
                "U00:%x[-,0]~column 9: found ',0]'~expected a row",
                "U00:%x[+1,0]~column 8: found '+1,0]'~plus sign",
                "U00:%x[a,0]~column 8: found 'a,0]'~expected a row",
                "U00:%x[0]~column 9: found ']'~expected a comma",
                "U00:%x[0~column 9: found the end of the line~expected a comma",
                "U00:%x[0,]~column 10: found ']'~expected a column",
                "U00:%x[0,-1]~column 10: found '-1]'~cannot be negative",
                "U00:%x[0, 1]~column 10: found ' 1]'~expected a column",
                "U00:%x[0,1~column 11: found the end of the line~expected ] after the column",
                "U00:%x[99999999999,1]~column 8~too large",
                "U0:%x[0,0]/%x[0,0~column 18~expected ]",
            })
    void saysWhereATemplateIsWrong(String line, String where, String why) {
        assertThatThrownBy(() -> Template.parse("U:%x[0,0]\n" + line, "my.template"))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith("my.template:2: ")
                .hasMessageContaining(where)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# nothing\n"})
    void refusesAnEmptyTemplate(String text) {
        assertThatThrownBy(() -> Template.parse(text, "t"))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("t: the template is empty");
    }

    @Test
    void missingColumnIsReportedWithSequenceAndTemplateLine() {
        Template template = Template.parse("# c\nU0:%x[0,0]\nU1:%x[1,2]", "my.template");
        Sequence sequence = new Sequence(SENTENCE.tokens(), null, 1, List.of(), new Location("train.txt", 812));
        assertThatThrownBy(() -> template.extract(sequence, 1, new Recorder()))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith("train.txt:812: token 3 of the sequence that begins here has 2 columns")
                .hasMessageContaining("column 2 (counted from 0) in line 3 of my.template: U1:%x[1,2]");
    }

    @Test
    void readsAFileWithByteOrderMarkAndRefusesOtherEncodings(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("t");
        Files.writeString(file, "\uFEFFU00:%x[0,0]é\n");
        assertThat(Recorder.of(Template.read(file), SENTENCE, 0)).containsExactly("U00:Heé");
        Files.write(file, "U00:é".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Template.read(file))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("not valid UTF-8");
    }

    /** CRF++ numbers strings in the order of appearance; per sequence, all unigrams first and then all bigrams. */
    @ParameterizedTest
    @ValueSource(strings = {"chunking", "basenp", "basenp-bigram", "seg", "JapaneseNE"})
    void expandsTheGoldenDataAsCrfPlusPlusDid(String name) throws IOException {
        Path folder = golden(name);
        // JapaneseNE is EUC-JP, which CRF++ handles as bytes; so does Latin-1.
        Charset charset = name.equals("seg") ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
        Template template = Template.read(folder.resolve("template"));
        List<String> model = Files.readAllLines(folder.resolve("model.txt"), charset);
        int labels = model.indexOf("") + 1;
        int labelCount = model.subList(labels, model.size()).indexOf("");
        int dictionary = labels + labelCount + 1;
        dictionary += model.subList(dictionary, model.size()).indexOf("") + 1;
        Map<String, Integer> expected = new LinkedHashMap<>();
        for (String line : model.subList(dictionary, model.size())) {
            if (line.isEmpty()) {
                break;
            }
            int blank = line.indexOf(' ');
            expected.put(line.substring(blank + 1), Integer.parseInt(line.substring(0, blank)));
        }

        Map<String, Integer> found = new LinkedHashMap<>();
        int next = 0;
        for (Sequence sequence : columns(Files.readAllLines(folder.resolve("train.data"), charset))) {
            List<String> states = new ArrayList<>();
            List<String> steps = new ArrayList<>();
            for (int position = 0; position < sequence.length(); position++) {
                for (String attribute : Recorder.of(template, sequence, position)) {
                    if (attribute.startsWith("step ")) {
                        steps.add(attribute.substring(5));
                    } else {
                        states.add(attribute);
                    }
                }
                if (position > 0 && template.sharedTransitions()) {
                    steps.add("B");
                }
            }
            for (String attribute : states) {
                next += found.putIfAbsent(attribute, next) == null ? labelCount : 0;
            }
            for (String attribute : steps) {
                next += found.putIfAbsent(attribute, next) == null ? labelCount * labelCount : 0;
            }
        }
        assertThat(found).hasSizeGreaterThan(100).containsExactlyInAnyOrderEntriesOf(expected);
    }

    private static List<Sequence> columns(List<String> lines) {
        List<Sequence> sequences = new ArrayList<>();
        List<Token> tokens = new ArrayList<>();
        for (String line : lines) {
            if (line.isEmpty()) {
                if (!tokens.isEmpty()) {
                    sequences.add(Sequence.of(tokens, null));
                    tokens.clear();
                }
            } else {
                tokens.add(Token.ofColumns(line.split("[ \t]+")));
            }
        }
        if (!tokens.isEmpty()) {
            sequences.add(Sequence.of(tokens, null));
        }
        return sequences;
    }

    private static Path golden(String name) {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path candidate = folder.resolveSibling("shared")
                    .resolve("reference/golden/crfpp")
                    .resolve(name);
            if (Files.isDirectory(candidate)) {
                return candidate;
            }
        }
        return abort("../shared/reference/golden/crfpp is not there");
    }
}
