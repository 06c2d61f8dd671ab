package org.espalier.feature.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.Recorder;
import org.espalier.feature.encoding.Extractors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureSetTest {
    private static final Sequence LINE = Sequence.ofWords("2", "Cups", "of", "plain", "Flour,");

    private static List<String> attributes(String specification, Sequence sequence, int position) {
        return Recorder.of(FeatureSet.parse(specification), sequence, position);
    }

    private static List<String> ofWord(String specification, String word) {
        return attributes(specification, Sequence.ofWords(word), 0);
    }

    @Test
    void windowsGiveNothingOutsideTheSequence() {
        assertThat(attributes("words(-2..2)", LINE, 0)).containsExactly("w=2", "w[1]=Cups", "w[2]=of");
        assertThat(attributes("words(-2..2)", LINE, 2))
                .containsExactly("w[-2]=2", "w[-1]=Cups", "w=of", "w[1]=plain", "w[2]=Flour,");
        assertThat(attributes("lower(-1..1)", LINE, 4)).containsExactly("low[-1]=plain", "low=flour,");
        assertThat(attributes("words(3)", LINE, 1)).containsExactly("w[3]=Flour,");
        assertThat(attributes("words(3)", LINE, 2)).isEmpty();
    }

    @Test
    void affixesAreCountedInCodePointsOfTheLowerCasedWord() {
        assertThat(ofWord("prefixes(1..3),suffixes(2)", "Flour"))
                .containsExactly("pre1=f", "pre2=fl", "pre3=flo", "suf2=ur");
        assertThat(ofWord("prefixes(1..3),suffixes(1..3)", "a😀"))
                .containsExactly("pre1=a", "pre2=a😀", "suf1=😀", "suf2=a😀");
        assertThat(attributes("suffixes(2,-1..1)", LINE, 1)).containsExactly("suf2=ps", "suf2[1]=of");
        assertThat(ofWord("ngrams(2)", "Banana")).containsExactly("ng2=ba", "ng2=an", "ng2=na");
        assertThat(ofWord("ngrams(2..3)", "😀é😀")).containsExactly("ng2=😀é", "ng2=é😀", "ng3=😀é😀");
        assertThat(ofWord("ngrams(2),prefixes(1)", "")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Reckoning,Xxxxx,Xx",
        "USA,XXX,X",
        "NASAUK,XXXX,X",
        "iPhone,xXxxxx,xXx",
        "'1,234.50','d,ddd.dd','d,d.d'",
        "123456,dddd,d",
        "½,d,d",
        "O'Neil-Smith,X'Xxxx-Xxxxx,X'Xx-Xx",
        "$5,$d,$d",
        "€5,€d,€d",
        "été,xxx,x",
        "e\u0301te\u0301,xxx,x",
        "ǅep,Xxx,Xx",
        "漢字かな,cccc,c",
        "漢字かなカナ,cccc,c",
        "😀,s,s",
        "👍🏽,s,s",
        "👩‍👩‍👧,sss,s",
        "❤️,s,s",
        "→,s,s",
        "a b,x_x,x_x",
        "٣٤,dd,d",
        "...,...,.",
        "'......','....','.'",
    })
    void shapes(String word, String shape, String collapsed) {
        assertThat(ofWord("shape,short-shape", word)).containsExactly("shape=" + shape, "short=" + collapsed);
    }

    @Test
    void anUnpairedSurrogateHasAShapeToo() {
        assertThat(ofWord("shape,prefixes(1),length", "\uD83Dx")).containsExactly("shape=?x", "pre1=\uD83D", "len=2");
    }

    @Test
    void flagsOfDigitsPunctuationAndCapitals() {
        assertThat(ofWord("digits", "1.5KG")).containsExactly("number=0.0kg", "has-digit");
        assertThat(ofWord("digits", "1999")).containsExactly("number=0000", "has-digit", "all-digits");
        assertThat(ofWord("digits", "½")).containsExactly("number=0", "has-digit", "all-digits");
        assertThat(ofWord("digits", "one")).isEmpty();
        assertThat(ofWord("punctuation", "(a),")).containsExactly("has-punct", "punct-first=(", "punct-last=,");
        assertThat(ofWord("punctuation", "a-b")).containsExactly("has-punct");
        assertThat(ofWord("punctuation", "--")).containsExactly("all-punct");
        assertThat(ofWord("punctuation", "ab")).isEmpty();
        assertThat(ofWord("capitals", "Flour")).containsExactly("init-cap");
        assertThat(ofWord("capitals", "USA")).containsExactly("init-cap", "all-caps");
        assertThat(ofWord("capitals", "J.")).containsExactly("init-cap", "initial");
        assertThat(ofWord("capitals", "McDonald")).containsExactly("init-cap", "mixed-case");
        assertThat(ofWord("capitals", "iPhone")).containsExactly("mixed-case");
        assertThat(ofWord("capitals", "of")).containsExactly("all-lower");
        assertThat(ofWord("capitals,digits,punctuation,shape,short-shape,suffixes(1)", ""))
                .containsExactly("shape=", "short=");
        assertThat(attributes("capitals(-1..0),digits(-1),punctuation(1)", LINE, 1))
                .containsExactly("init-cap", "number[-1]=0", "has-digit[-1]", "all-digits[-1]");
    }

    @Test
    void lengthScriptPositionEdgesAndBias() {
        assertThat(ofWord("length", "😀😀")).containsExactly("len=2");
        assertThat(ofWord("length", "abcdefghij")).containsExactly("len=10+");
        assertThat(ofWord("script", "漢")).containsExactly("script=han");
        assertThat(ofWord("script", "カ")).containsExactly("script=katakana");
        assertThat(ofWord("script", "7")).containsExactly("script=digit");
        assertThat(ofWord("script", "。")).containsExactly("script=punct");
        assertThat(ofWord("script", " ")).containsExactly("script=space");
        assertThat(attributes("position(2)", LINE, 1)).containsExactly("pos=0/2");
        assertThat(attributes("position(2)", LINE, 4)).containsExactly("pos=1/2");
        assertThat(attributes("position", LINE, 4)).containsExactly("pos=8/10");
        assertThat(attributes("edges(-1..1)", LINE, 0)).containsExactly("begin");
        assertThat(attributes("edges(-1..1)", LINE, 1)).containsExactly("begin[-1]");
        assertThat(attributes("edges(-1..1)", LINE, 3)).containsExactly("end[1]");
        assertThat(ofWord("edges,bias", "x")).containsExactly("begin", "end", "bias");
    }

    @Test
    void conjunctionsReadBoundariesOutsideTheSequence() {
        assertThat(attributes("pairs(lower)", LINE, 0)).containsExactly("low[-1]|low=_B-1|2", "low|low[1]=2|cups");
        assertThat(attributes("pairs(word,0..2)", LINE, 4))
                .containsExactly("w|w[1]=Flour,|_B+1", "w[1]|w[2]=_B+1|_B+2");
        assertThat(attributes("join(lower[-1],short-shape,suffix2[+1])", LINE, 1))
                .containsExactly("low[-1]|short|suf2[1]=2|Xx|of");
        assertThat(attributes("join(prefix3,word)", LINE, 0))
                .as("the word has no three letters")
                .isEmpty();
        assertThat(attributes("transitions(lower),transitions(shape[-1],shape)", LINE, 1))
                .containsExactly("step step:low=cups", "step step:shape[-1]|shape=d|Xxxx");
        assertThat(attributes("transitions(lower)", LINE, 0)).isEmpty();
    }

    @Test
    void columnsAndNumbers() {
        Sequence sequence = Sequence.of(
                List.of(
                        Token.ofColumns("a", "N", "1.5", "O"),
                        Token.ofColumns("b", "V", "NA", "O"),
                        Token.ofColumns("c", "V", "-2e3", "O")),
                null);
        assertThat(attributes("column(1,-1..0)", sequence, 1)).containsExactly("c1[-1]=N", "c1=V");
        assertThat(attributes("columns(1,3)", sequence, 0)).containsExactly("c1=N", "c3=O");
        assertThat(attributes("numeric(2)", sequence, 0)).containsExactly("n2:1.5");
        assertThat(attributes("numeric(2,-1..1)", sequence, 1))
                .containsExactly("n2[-1]:1.5", "n2=missing", "n2[1]:-2000.0");
        assertThat(attributes("word-column(1),words,join(column0,word)", sequence, 2))
                .containsExactly("w=V", "c0|w=c|V");
        assertThatThrownBy(() -> attributes("numeric(1)", sequence, 0))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining(
                        "token 1 of the sequence that begins here has 'N' in column 1; expected a finite number");
        Sequence located = new Sequence(sequence.tokens(), null, 1, List.of(), new Location("x.txt", 7));
        assertThatThrownBy(() -> attributes("column(4)", located, 2))
                .isInstanceOf(DataFormatException.class)
                .hasMessageStartingWith(
                        "x.txt:7: token 3 of the sequence that begins here has 4 columns, but the features read column 4");
        assertThat(FeatureSet.parse("word-column(5),pairs(shape),column(1),numeric(2),join(column7,column8)")
                        .columns())
                .containsExactly(1, 2, 5, 7, 8);
        assertThat(FeatureSet.parse("bias,edges,position").columns()).isEmpty();
        assertThat(FeatureSet.parse("bias,digits").columns()).containsExactly(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1d", "0x10", "Infinity", "1e999", "1,5", "--1", " 1", "."})
    void refusesWhatIsNotAPlainNumber(String text) {
        Sequence sequence = Sequence.of(List.of(Token.ofColumns("a", text)), null);
        assertThatThrownBy(() -> attributes("numeric(1)", sequence, 0)).isInstanceOf(DataFormatException.class);
    }

    @Test
    void openColumnsAreFoundInTheTrainingData() {
        List<Sequence> data = List.of(Sequence.of(
                List.of(Token.ofColumns("a", "N", "1.5", "7", "0"), Token.ofColumns("b", "V", "NA", "x", "1")), null));
        assertThat(FeatureSet.parse("columns(-1..1),numeric").fit(data))
                .hasToString("column(1,-1..1),column(3,-1..1),numeric(2),numeric(4)");
        assertThat(FeatureSet.parse("numeric,words").fit(data)).hasToString("numeric(2),numeric(4),words");
        assertThat(FeatureSet.parse("word-column(1),columns").fit(data))
                .hasToString("word-column(1),column(0),column(3)");
        assertThat(FeatureSet.text().fit(List.of(LINE)).toString()).endsWith("edges(-1..1)");
        assertThat(FeatureSet.text().isFitted()).isFalse();
        FeatureSet fitted = FeatureSet.parse("numeric").fit(data);
        assertThat(fitted).hasToString("numeric(2),numeric(4)");
        assertThat(fitted.fit(List.of(LINE))).as("settled for good").isSameAs(fitted);
    }

    @Test
    void pairsAndJoinsOfOpenColumnsAreSettledForEveryColumn() {
        Sequence sequence = Sequence.of(
                List.of(
                        Token.ofColumns("a", "N", "x", "7"),
                        Token.ofColumns("b", "V", "y", "8"),
                        Token.ofColumns("c", "P", "z", "9")),
                null);
        FeatureSet open = FeatureSet.parse(
                "pairs(column,-1..0),join(column[-1],column,column[1]),join(lower,column[1]),transitions(column)");
        assertThat(open.isFitted()).isFalse();
        FeatureSet fitted = open.fit(List.of(sequence));
        assertThat(fitted)
                .hasToString("pairs(column1,-1..0),pairs(column2,-1..0),join(column1[-1],column1,column1[1]),"
                        + "join(column2[-1],column2,column2[1]),join(lower,column1[1]),join(lower,column2[1]),"
                        + "transitions(column1),transitions(column2)");
        assertThat(fitted.columns()).containsExactly(0, 1, 2);
        assertThat(Recorder.of(fitted, sequence, 1))
                .containsExactly(
                        "c1[-1]|c1=N|V",
                        "c2[-1]|c2=x|y",
                        "c1[-1]|c1|c1[1]=N|V|P",
                        "c2[-1]|c2|c2[1]=x|y|z",
                        "low|c1[1]=b|P",
                        "low|c2[1]=b|z",
                        "step step:c1=V",
                        "step step:c2=y");
        assertThat(FeatureSet.parse("words,pairs(column)").fit(List.of(LINE)))
                .as("no such column")
                .hasToString("words");
        assertThatThrownBy(() -> FeatureSet.parse("segment-text(column)"))
                .hasMessageContaining("'column' is not a value");
    }

    @Test
    void openColumnsWithoutTrainingDataAreRefused() {
        assertThatThrownBy(() -> attributes("words,columns", LINE, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("words,columns")
                .hasMessageContaining("call fit");
        assertThatThrownBy(() -> FeatureSet.parse("numeric").fit(List.of(LINE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no column has only numbers");
    }

    @Test
    void gazetteerTakesTheLongestEntryThatCoversAToken() {
        FeatureSet features = FeatureSet.of(
                Feature.gazetteer("place", List.of("New York", "York City  Hall", "new york city", "Ulm", " "), 0, 0));
        assertThat(gazetteer(features, "in", "new", "YORK", "!")).containsExactly("-", "B", "I", "-");
        assertThat(gazetteer(features, "New", "York", "City")).containsExactly("B", "I", "I");
        assertThat(gazetteer(features, "New", "York", "City", "Hall")).containsExactly("B", "I", "I", "I");
        assertThat(gazetteer(features, "York", "City", "Hall", "Ulm", "Ulm", "york"))
                .containsExactly("B", "I", "I", "B", "B", "-");
        assertThat(Recorder.of(
                        features.with(Feature.gazetteer(
                                "place", List.of("new york", "york city hall", "new york city", "ulm"), -1, 1)),
                        Sequence.ofWords("x", "Ulm"),
                        0))
                .containsExactly("gaz[1]=B-place");
    }

    private static List<String> gazetteer(FeatureSet features, String... words) {
        List<String> marks = new ArrayList<>();
        Sequence sequence = Sequence.ofWords(words);
        for (int i = 0; i < words.length; i++) {
            List<String> attributes = Recorder.of(features, sequence, i);
            marks.add(attributes.isEmpty() ? "-" : attributes.get(0).substring("gaz=".length(), "gaz=".length() + 1));
        }
        return marks;
    }

    /** Brute force: of all spans that are entries and cover the token, the longest, then the first. */
    @Test
    void gazetteerAgreesWithBruteForce() {
        long seed = 4711;
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            List<String> entries = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                entries.add(String.join(" ", randomWords(random, 1 + random.nextInt(4))));
            }
            String[] words = randomWords(random, 1 + random.nextInt(8));
            List<String> expected = new ArrayList<>();
            for (int position = 0; position < words.length; position++) {
                String best = "-";
                int longest = 0;
                for (int start = 0; start <= position; start++) {
                    for (int end = position + 1; end <= words.length; end++) {
                        String span = String.join(" ", List.of(words).subList(start, end));
                        if (entries.contains(span) && end - start > longest) {
                            longest = end - start;
                            best = start == position ? "B" : "I";
                        }
                    }
                }
                expected.add(best);
            }
            FeatureSet features = FeatureSet.of(Feature.gazetteer("g", entries, 0, 0));
            assertThat(gazetteer(features, words))
                    .as("seed %d, round %d: %s in %s", seed, round, entries, List.of(words))
                    .isEqualTo(expected);
        }
    }

    private static String[] randomWords(Random random, int count) {
        String[] words = new String[count];
        for (int i = 0; i < count; i++) {
            words[i] = String.valueOf((char) ('a' + random.nextInt(3)));
        }
        return words;
    }

    @Test
    void gazetteersComeFromFiles(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("my, units.txt"), "\uFEFF# units\ncup\n\n  Tea   Spoon \r\ncup\n");
        FeatureSet features = FeatureSet.parse("gazetteer(units = \"my, units.txt\", -1..0)", folder);
        assertThat(Recorder.of(features, Sequence.ofWords("a", "tea", "spoon"), 2))
                .containsExactly("gaz[-1]=B-units", "gaz=I-units");
        assertThat(features).hasToString("gazetteer(units,-1..0)");
        assertThat(features.definition().gazetteers()).containsEntry("units", List.of("cup", "tea spoon"));
        AttributeExtractor again = Extractors.from(features.definition());
        assertThat(again.definition()).isEqualTo(features.definition());
        assertThat(Recorder.of(again, Sequence.ofWords("Cup"), 0)).containsExactly("gaz=B-units");

        assertThatThrownBy(() -> FeatureSet.parse("words,gazetteer(units=none.txt)", folder))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("position 7")
                .hasMessageContaining("there is no file")
                .hasMessageContaining("none.txt");
        assertThatThrownBy(() -> FeatureSet.parse("gazetteer(units)", folder))
                .hasMessageContaining("write gazetteer(units=path");
        assertThatThrownBy(() -> FeatureSet.parse("gazetteer(units=.)", folder)).hasMessageContaining("a directory");
        assertThatThrownBy(() -> FeatureSet.parse("gazetteer(units=x)")).hasMessageContaining("no folder");
        Files.writeString(folder.resolve("empty.txt"), "\n# none\n");
        assertThatThrownBy(() -> FeatureSet.parse("gazetteer(units=empty.txt)", folder))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("no entries");
        Files.write(folder.resolve("latin.txt"), new byte[] {(byte) 0xE9});
        assertThatThrownBy(() -> FeatureSet.parse("gazetteer(units=latin.txt)", folder))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("UTF-8");
        Files.writeString(folder.resolve("other.txt"), "other");
        assertThatThrownBy(() -> FeatureSet.parse("gazetteer(u=other.txt),gazetteer(u=my, units.txt)", folder))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FeatureSet.parse("gazetteer(u=other.txt),gazetteer(u=\"my, units.txt\")", folder))
                .hasMessageContaining("two gazetteers have the name 'u'");
    }

    @Test
    void anAttributeAskedForTwiceIsReportedOnce() {
        assertThat(attributes("words,words(-1..1),words", LINE, 1)).containsExactly("w=Cups", "w[-1]=2", "w[1]=of");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "words,wrods(1)~position 7~unknown item 'wrods'; expected one of words, lower, shape",
                "words,wrods(1)~position 7~or a preset: text, text-small, ner",
                "``~position 1~found the end; expected the name of an item",
                "words,~position 7~found the end",
                "words,,lower~position 7~found ','",
                "words lower~position 7~found 'l'; expected a comma",
                "words(1..2~position 6~not closed",
                "gazetteer(a=\"x)~position 10~expected a second \" and a )",
                "words()~position 7~expected an argument",
                "words(a)~position 1~found 'a'; expected a window such as -2..2",
                "words(2..-2)~position 1~the window 2..-2 is not possible",
                "words(1..99999)~position 1~not possible",
                "words(1,2)~position 1~further argument '2'",
                "prefixes~position 1~prefixes lacks an argument; expected lengths such as 1..4",
                "prefixes(0..2)~position 1~the lengths 0..2 are not possible",
                "pairs~position 1~lacks an argument",
                "pairs(foo)~position 1~'foo' is not a value; expected one of word, lower",
                "pairs(lower,0)~position 1~no pairs",
                "join(lower)~position 1~expected at least two",
                "join(lower,shape[x])~position 1~'shape[x]' is not a value",
                "join(lower,prefix)~position 1~prefixN",
                "join(lower,prefix0)~position 1~expected at least 1",
                "column(-1)~position 1~column -1; expected a number from 0 on",
                "position(1)~position 1~expected a number between 2",
                "position(2..3)~position 1~found a range",
                "text(1)~position 1~the preset 'text' takes no arguments",
                "word-column(1)~feature set is empty~expected items",
            })
    void saysWhereASpecificationIsWrong(String specification, String where, String why) {
        assertThatThrownBy(() -> FeatureSet.parse(specification))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(where)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "words(-2..2),lower(-1..1),words(-1)",
                "prefixes(1..4),suffixes(3),suffixes(1..2,-1..1),ngrams(2..3,1)",
                "shape,short-shape,digits,punctuation,capitals,length,script,bias,edges(0..1),position(5)",
                "pairs(lower),pairs(column2,-2..0),join(lower[-1],shape,suffix3[1]),transitions(short-shape)",
                "column(1),column(1,-1..-1),numeric(2,-1..1),word-column(3)",
                "columns,columns(-1..1),columns(1..1),numeric,numeric(-1..-1)",
                "pairs(column),pairs(column,-2..2),join(column[-1],lower,column),transitions(column[-1],column)",
            })
    void specificationsSurviveARoundTrip(String specification) {
        assertThat(FeatureSet.parse(specification)).hasToString(specification);
        assertThat(FeatureSet.parse(" " + specification.replace(",", " ,\n ").replace("(", " ( ") + " "))
                .hasToString(specification);
    }

    @Test
    void presetsAreSpeltOutAndCombineWithItems() {
        for (String preset : FeatureSet.presets().keySet()) {
            FeatureSet features = FeatureSet.parse(preset + ",position(7)");
            assertThat(features.toString()).isEqualTo(FeatureSet.presets().get(preset) + ",position(7)");
            FeatureSet fitted = features.fit(List.of(LINE));
            assertThat(Extractors.from(fitted.definition()).definition()).isEqualTo(fitted.definition());
            assertThat(Recorder.of(fitted, LINE, 1)).contains("pos=1/7").doesNotHaveDuplicates();
        }
        assertThat(Recorder.of(FeatureSet.text().fit(List.of(LINE)), LINE, 4))
                .contains(
                        "bias",
                        "w=Flour,",
                        "low[-1]=plain",
                        "suf3=ur,",
                        "shape=Xxxxx,",
                        "end",
                        "punct-last=,",
                        "low[-1]|low=plain|flour,");
    }

    @Test
    void observationOfAWholeSequenceGivesTheSame() {
        FeatureSet features = FeatureSet.parse("text,ngrams(2),script(-1..1)")
                .with(Feature.gazetteer("f", List.of("plain flour,"), -1, 1))
                .fit(List.of(LINE));
        AttributeExtractor.Observation observation = features.observe(LINE);
        for (int position : new int[] {4, 0, 1, 2, 3, 4}) {
            assertThat(Recorder.of(observation, position)).isEqualTo(Recorder.of(features, LINE, position));
        }
    }

    @Test
    void lowerCaseDoesNotDependOnTheMachine() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(new Locale("tr", "TR"));
            assertThat(ofWord("lower,prefixes(1)", "TITLE")).containsExactly("low=title", "pre1=t");
            assertThat(ofWord("length,digits", "I1")).contains("len=2", "number=i0");
        } finally {
            Locale.setDefault(before);
        }
    }
}
