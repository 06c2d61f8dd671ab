package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.feature.text.FeatureSet;
import org.espalier.text.TextSpan;
import org.espalier.text.Tokenizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Raw text in, spans with offsets out. */
final class TextTaggingTest {
    private static final String TEXT = "\uD83D\uDE00 2 cups\tflour.\r\n\r\nThen 3 e\u0301clairs! Salt";

    private static Model model(long seed) {
        return SmallModels.random(
                FeatureSet.parse("lower(-1..1),shape", Path.of("")),
                false,
                List.of("O", "B-X", "I-X"),
                seed,
                "2",
                "cups",
                "flour",
                "Then",
                "Salt",
                "3");
    }

    @Test
    void theFileKeepsTheTokenizer(@TempDir Path folder) {
        Path file = folder.resolve("m.esp");
        model(1).withTokenizer(Tokenizer.regex("\\w+|\\S")).save(file);
        assertThat(Model.load(file).tokenizer()).isEqualTo(Tokenizer.regex("\\w+|\\S"));
        assertThat(model(1).tokenizer()).isNull();
    }

    @Test
    void spansOfATextCoverTheirTokens() {
        int found = 0;
        for (long seed = 0; seed < 20; seed++) {
            Tagging tagging =
                    model(seed).withTokenizer(Tokenizer.WORDS).tagger().tagText(TEXT);
            List<Span> spans = tagging.spans();
            List<TextSpan> textSpans = tagging.textSpans();
            assertThat(textSpans).hasSameSizeAs(spans);
            for (int k = 0; k < spans.size(); k++) {
                TextSpan span = textSpans.get(k);
                List<String> words =
                        tagging
                                .sequence()
                                .tokens()
                                .subList(spans.get(k).start(), spans.get(k).end())
                                .stream()
                                .map(token -> token.columns().get(0))
                                .toList();
                assertThat(TEXT.substring(span.start(), span.end()))
                        .isEqualTo(span.covered())
                        .startsWith(words.get(0))
                        .endsWith(words.get(words.size() - 1));
                assertThat(span.type()).isEqualTo("X");
                found++;
            }
        }
        assertThat(found).isPositive();
    }

    @Test
    void spansOfADocumentHaveTheirPlacesInAllOfIt() {
        List<TextSpan> all = new ArrayList<>();
        for (long seed = 0; seed < 20; seed++) {
            List<Tagging> taggings =
                    model(seed).withTokenizer(Tokenizer.WORDS).tagger().tagDocument(TEXT);
            assertThat(taggings).hasSize(3);
            taggings.forEach(tagging -> all.addAll(tagging.textSpans()));
        }
        assertThat(all).isNotEmpty();
        assertThat(all)
                .allSatisfy(span ->
                        assertThat(TEXT.substring(span.start(), span.end())).isEqualTo(span.covered()));
    }

    @Test
    void whatCannotBeDoneIsExplained() {
        Tagger tagger = model(1).tagger();
        assertThatThrownBy(() -> tagger.tagText("a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("model.withTokenizer(Tokenizer.WORDS)");
        assertThatThrownBy(() -> tagger.tag(Sequence.ofWords("a")).textSpans())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("tag text with tagText()");
    }
}
