package org.espalier.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.evaluate.ScoreReport;
import org.espalier.inspect.Explanation;
import org.espalier.model.Model;
import org.espalier.model.SpanRecord;
import org.espalier.model.TaggingRecord;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.text.OffsetUnit;
import org.espalier.text.Tokenizer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes over the wire is what the model says in this process. */
class TaggingOverHttpTest {
    @TempDir
    static Path folder;

    private static TestService server;
    private static Model first;

    @BeforeAll
    static void start() {
        server = TestService.start(folder);
        first = Model.load(folder.resolve("first.esp"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static TaggingRecord record(Integer nBest, boolean all, OffsetUnit unit) {
        return new TaggingRecord(nBest, all, all, all, Format.JSONL, first, new SpanRecord(unit, first.scheme()));
    }

    private static String results(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Json.write(TestService.object(response).get("results"));
    }

    @Test
    void tokensAndTextsAreAnsweredWithTheRecordOfTheModel() {
        Sequence tokens = Sequence.ofWords("2", "cups", "of", "salt");
        assertThat(results(server.json("/v1/tag", "{\"tokens\":[\"2\",\"cups\",\"of\",\"salt\"]}")))
                .isEqualTo(Json.write(List.of(record(null, false, OffsetUnit.CODE_POINTS)
                        .of(first.tagger().tag(tokens)))));
        String text = "2 cups of 😀 sält";
        for (OffsetUnit unit : OffsetUnit.values()) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("text", text);
            body.put("offsets", unit.toString());
            body.put("nBest", 3);
            body.put("marginals", true);
            body.put("probability", true);
            body.put("spanProbabilities", true);
            assertThat(results(server.json("/v1/tag", Json.write(body))))
                    .isEqualTo(Json.write(List.of(
                            record(3, true, unit).of(first.tagger().tag(Sequence.ofText(text, Tokenizer.WORDS))))));
        }
    }

    @Test
    void probabilitiesOfSpansAreThoseOfAllLabellingsThatHaveThem() {
        Map<?, ?> result = (Map<?, ?>) ((List<?>) TestService.object(server.json(
                                "/v1/tag", "{\"text\":\"2 cups salt\",\"spanProbabilities\":true,\"nBest\":20}"))
                        .get("results"))
                .get(0);
        Map<?, ?> span = (Map<?, ?>) ((List<?>) result.get("spans")).get(1);
        double sum = 0;
        for (var labelling :
                first.tagger().tag(Sequence.ofWords("2", "cups", "salt")).nBest(1000)) {
            boolean has = first.scheme().decode(labelling.labels()).stream()
                    .anyMatch(one ->
                            one.start() == 1 && one.end() == 2 && one.type().equals(span.get("type")));
            sum += has ? labelling.probability() : 0;
        }
        assertThat((Double) span.get("probability")).isCloseTo(sum, within(1e-9));
    }

    @Test
    void severalTextsPlainTextAndLinesGiveTheSame() {
        List<String> texts = List.of("2 cups flour", "3 eggs", "");
        List<Object> expected = new ArrayList<>();
        StringBuilder lines = new StringBuilder();
        for (String text : texts) {
            expected.add(record(null, false, OffsetUnit.CODE_POINTS)
                    .of(first.tagger().tag(Sequence.ofText(text, Tokenizer.WORDS))));
            lines.append(Json.write(Map.of("text", text))).append('\n');
        }
        assertThat(results(server.json("/v1/tag", Json.write(Map.of("texts", texts)))))
                .isEqualTo(Json.write(expected));
        assertThat(results(server.post("/v1/tag", "text/plain", "3 eggs")))
                .isEqualTo(Json.write(List.of(expected.get(1))));
        HttpResponse<String> streamed = server.post("/v1/tag", "application/x-ndjson", lines.toString());
        assertThat(streamed.body().lines().toList())
                .isEqualTo(expected.stream().map(Json::write).toList());
        assertThat(streamed.headers().firstValue("Espalier-Model").orElse(""))
                .startsWith("name=first; version=1; sha256=");
    }

    @Test
    void aStreamOfManyLinesKeepsItsOrderAndSkipsNothing() {
        StringBuilder lines = new StringBuilder();
        int count = 5000;
        for (int k = 1; k <= count; k++) {
            lines.append(
                    k % 100 == 0
                            ? "{\"tokens\": 5}\n"
                            : "{\"id\":" + k + ",\"tokens\":[\"2\",\"cups\",\"" + k + "\"]}\n");
        }
        List<String> answers = server.post("/v1/tag", "application/x-ndjson", lines.toString())
                .body()
                .lines()
                .toList();
        assertThat(answers).hasSize(count);
        for (int k = 1; k <= count; k++) {
            Map<?, ?> answer = (Map<?, ?>) Json.parse(answers.get(k - 1));
            if (k % 100 == 0) {
                assertThat(answer.get("line")).isEqualTo((long) k);
            } else {
                assertThat(answer.get("id")).isEqualTo((long) k);
                assertThat((List<?>) answer.get("labels")).hasSize(3);
            }
        }
    }

    @Test
    void sentencesOfATextHaveOffsetsInTheWhole() {
        String text = "2 cups of flour. 3 eggs.";
        Map<?, ?> result = (Map<?, ?>) ((List<?>) TestService.object(server.json(
                                "/v1/tag", Json.write(Map.of("text", text, "sentences", true, "probability", true))))
                        .get("results"))
                .get(0);
        List<?> spans = (List<?>) result.get("spans");
        assertThat(spans).isNotEmpty();
        for (Object span : spans) {
            Map<?, ?> map = (Map<?, ?>) span;
            int start = ((Long) map.get("start")).intValue();
            int end = ((Long) map.get("end")).intValue();
            assertThat(text.substring(start, end)).isEqualTo(map.get("text"));
        }
        assertThat((List<?>) result.get("sentences")).hasSize(2);
    }

    @Test
    void whatIsKnownOfLabelsIsKept() {
        int unit = first.labels().indexOf("B-UNIT");
        int[][] allowed = {null, {unit}, null};
        assertThat(
                        results(
                                server.json(
                                        "/v1/tag",
                                        "{\"tokens\":[\"2\",\"eggs\",\"salt\"],\"allowed\":[null,[\"B-UNIT\"],null],\"probability\":true}")))
                .isEqualTo(Json.write(List.of(new TaggingRecord(
                                null,
                                false,
                                true,
                                false,
                                Format.JSONL,
                                first,
                                new SpanRecord(OffsetUnit.CODE_POINTS, first.scheme()))
                        .of(first.tagger().tag(Sequence.ofWords("2", "eggs", "salt"), AllowedStates.of(allowed))))));
        assertThat(results(server.json("/v1/tag", "{\"tokens\":[\"water\"],\"validLabels\":true,\"nBest\":9}")))
                .doesNotContain("I-");
        assertThat(server.json("/v1/tag", "{\"tokens\":[\"a\"],\"allowed\":[\"B-X\"]}")
                        .body())
                .contains("'B-X', which is no label of the model");
    }

    @Test
    void reasonsAddUpToTheMargin() {
        Map<?, ?> answer = TestService.object(server.json("/v1/explain", "{\"text\":\"2 cups of salt\"}"));
        List<?> explanations = (List<?>) answer.get("explanations");
        assertThat(explanations).hasSize(4);
        for (int t = 0; t < 4; t++) {
            Map<?, ?> map = (Map<?, ?>) explanations.get(t);
            double sum = 0;
            for (Object one : (List<?>) map.get("contributions")) {
                sum += (Double) ((Map<?, ?>) one).get("amount");
            }
            assertThat(sum).isCloseTo((Double) map.get("margin"), within(1e-9));
            assertThat(Json.write(map))
                    .isEqualTo(Json.write(
                            Explanation.of(first.tagger(), Sequence.ofText("2 cups of salt", Tokenizer.WORDS), t)
                                    .toMap()));
        }
        Map<?, ?> short1 = (Map<?, ?>) ((List<?>) TestService.object(
                                server.json("/v1/explain", "{\"tokens\":[\"2\",\"cups\"],\"token\":1,\"top\":1}"))
                        .get("explanations"))
                .get(0);
        double one = (Double) ((Map<?, ?>) ((List<?>) short1.get("contributions")).get(0)).get("amount");
        assertThat(one + (Double) short1.get("rest")).isCloseTo((Double) short1.get("margin"), within(1e-9));
    }

    @Test
    void scoresAreThoseOfTheEvaluation() {
        Evaluation evaluation = new Evaluation(Convention.of(first.scheme()));
        evaluation.add(
                List.of("B-QTY", "B-NAME"),
                first.tagger().tag(Sequence.ofWords("2", "cups")).labels());
        HttpResponse<String> response = server.json(
                "/v1/evaluate", "{\"sequences\":[{\"tokens\":[\"2\",\"cups\"],\"labels\":[\"B-QTY\",\"B-NAME\"]}]}");
        assertThat(Json.write(TestService.object(response).get("scores")))
                .isEqualTo(Json.write(ScoreReport.toMap(evaluation.scores())));
        assertThat(server.json("/v1/evaluate", "{\"sequences\":[{\"tokens\":[\"2\"]}]}")
                        .statusCode())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"text":"a","model":"third"}                 | 404 | there is no model 'third'; expected one of first, second
            {"txt":"a"}                                  | 400 | "txt" is not known here
            {}                                           | 400 | expected one of "text", "tokens", "texts" and "sequences"; found 0
            {"text":"a","tokens":["a"]}                  | 400 | both "text" and "tokens"
            {"text":"a","nBest":21}                      | 400 | "nBest" is 21; expected a whole number from 1 to 20
            {"text":"a","nBest":1.5}                     | 400 | "nBest" is 1.5
            {"text":"a","nBest":123456789012345678901234}| 400 | "nBest" is
            {"text":"a","nBest":1e999}                   | 400 | too large
            {"text":"a","marginals":"yes"}               | 400 | "marginals" is the text 'yes'; expected true or false
            {"text":"a","offsets":"runes"}               | 400 | offset unit 'runes'; expected code-points, utf16 or bytes
            {"text":"a","decoder":"best"}                | 400 | expected viterbi, posterior, greedy or beam
            {"text":"a","decoder":"beam","beam":0}       | 400 | "beam" is 0
            {"text":"a","decoder":"greedy","nBest":2}    | 400 | leave one of the two out
            {"text":"a","tokenizer":"regex((a*)*b)"}     | 400 | an expression can take any time
            {"text":5}                                   | 400 | "text" is 5; expected a text
            {"tokens":[["2","X"]]}                       | 422 | a token has 2 columns; expected the 1
            {"tokens":[{}]}                              | 422 | a token has 0 columns
            {"tokens":"a"}                               | 400 | "tokens" is the text 'a'; expected an array
            {"sequences":[5]}                            | 400 | an element that is no object
            [1]                                          | 400 | not a JSON object
            {"text":"a"                                  | 400 | not JSON
            {"text":"a","text":"b"}                      | 400 | twice
            {"text":"\\ud800"}                           | 400 | half of a surrogate pair
            """)
    void whatIsWrongIsSaid(String body, int status, String message) {
        HttpResponse<String> response = server.json("/v1/tag", body);
        assertThat(response.body()).contains("\"status\":" + status);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(String.valueOf(TestService.object(response).get("detail"))).contains(message);
        assertThat(server.log).isEmpty();
    }
}
