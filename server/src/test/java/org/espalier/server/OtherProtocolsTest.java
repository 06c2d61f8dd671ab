package org.espalier.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests as other programs document them, and the answers that they expect; probabilities are compared with the model's. */
@Timeout(60)
class OtherProtocolsTest {
    @TempDir
    Path folder;

    private static String golden(String name) throws IOException {
        try (InputStream input = OtherProtocolsTest.class.getResourceAsStream(name)) {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private TestService withWorkspace() {
        return TestService.start(
                folder,
                options -> new ServiceOptions(
                        options.host(),
                        0,
                        1,
                        options.limits(),
                        options.access(),
                        null,
                        folder.resolve("work"),
                        null,
                        options.log()));
    }

    /** The same value with 0 for every probability; these are collected. */
    private static Object withoutProbabilities(Object value, List<Double> found) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) -> copy.put(String.valueOf(name), withoutProbabilities(member, found)));
            return copy;
        }
        if (value instanceof List<?> list) {
            return list.stream()
                    .map(element -> withoutProbabilities(element, found))
                    .toList();
        }
        if (value instanceof Double number) {
            found.add(number);
            return 0L;
        }
        return value;
    }

    @Test
    void labelStudioGetsPredictions() throws IOException {
        try (TestService server = TestService.start(folder)) {
            assertThat(server.get("/label-studio/first/health").body())
                    .isEqualTo("{\"status\":\"UP\",\"model_class\":\"Espalier\"}")
                    .satisfies(
                            body -> assertThat(server.get("/label-studio/first").statusCode())
                                    .isEqualTo(200));
            assertThat(server.json("/label-studio/first/setup", "{\"project\":\"3.17\",\"schema\":\"<View/>\"}")
                            .statusCode())
                    .isEqualTo(422);
            assertThat(server.json("/label-studio/first/setup", "{\"project\":\"3.17\",\"schema\":\"\"}")
                            .body())
                    .isEqualTo("{\"model_version\":\"first-1\"}");
            HttpResponse<String> response =
                    server.json("/label-studio/first/predict", golden("label-studio-predict.json"));
            List<Double> scores = new ArrayList<>();
            assertThat(withoutProbabilities(Json.parse(response.body()), scores))
                    .isEqualTo(withoutProbabilities(Json.parse(golden("label-studio-answer.json")), new ArrayList<>()));
            Tagging tagging =
                    Model.load(folder.resolve("first.esp")).tagger().tag(Sequence.ofWords("2", "cups", "flour"));
            double quantity = tagging.probability(new Span(0, 1, "QTY"));
            double unit = tagging.probability(new Span(1, 2, "UNIT"));
            assertThat(scores.subList(0, 3)).containsExactly(Math.min(quantity, unit), quantity, unit);
            assertThat(server.json("/label-studio/third/predict", "{}").statusCode())
                    .isEqualTo(404);
            assertThat(server.json("/label-studio/first/webhook", golden("label-studio-webhook.json"))
                            .statusCode())
                    .as("training is off without a workspace")
                    .isEqualTo(404);
        }
    }

    @Test
    void anAnnotationOfLabelStudioIsOnDiskAndLearnt() throws Exception {
        Path journal = folder.resolve("work/first/journal.jsonl");
        try (TestService server = withWorkspace()) {
            assertThat(server.json("/label-studio/first/webhook", golden("label-studio-webhook.json"))
                            .statusCode())
                    .isEqualTo(201);
            assertThat(Files.readString(journal)).contains("\"start\":4,\"end\":19,\"text\":\"wooden spatulas\"");
            waitForVersion(server, 2);
            assertThat(server.json("/v1/tag", "{\"text\":\"2 🥄 wooden spatulas\"}")
                            .body())
                    .contains("\"type\":\"TOOL\"");
            assertThat(Files.readString(folder.resolve("work/first/annotations.jsonl")))
                    .contains("wooden spatulas");
            // what a crash leaves of a line is cut off, and what was acknowledged stays
            Files.writeString(journal, "{\"key\":\"torn", StandardOpenOption.APPEND);
            String second = golden("label-studio-webhook.json").replace("\"id\": 7", "\"id\": 9");
            assertThat(server.json("/label-studio/first/webhook", second).statusCode())
                    .isEqualTo(201);
            assertThat(Files.readAllLines(journal)).hasSize(2).allSatisfy(Json::parse);
            waitForVersion(server, 3);
            assertThat(server.json("/label-studio/first/webhook", "{\"action\":\"PROJECT_UPDATED\"}")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private static void waitForVersion(TestService server, int version) throws InterruptedException {
        for (int k = 0; k < 400 && server.shelf.current("first").version() < version; k++) {
            TimeUnit.MILLISECONDS.sleep(25);
        }
        assertThat(server.shelf.current("first").version())
                .as(server.log.toString())
                .isEqualTo(version);
    }

    @Test
    void inceptionGetsPredictionsAtItsTokens() throws IOException {
        try (TestService server = TestService.start(folder)) {
            Map<String, Object> request = Map.of(
                    "metadata",
                            Map.of(
                                    "layer",
                                    "custom.Part",
                                    "feature",
                                    "kind",
                                    "projectId",
                                    5,
                                    "anchoringMode",
                                    "tokens",
                                    "crossSentence",
                                    false),
                    "document", Map.of("xmi", golden("inception-document.xmi"), "documentId", 4, "userId", "ann"),
                    "typeSystem", golden("inception-types.xml"));
            HttpResponse<String> response = server.json("/inception/first/predict", Json.write(request));
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            String xmi = String.valueOf(TestService.object(response).get("document"));
            Tagging tagging =
                    Model.load(folder.resolve("first.esp")).tagger().tag(Sequence.ofWords("2", "cups", "flour", "."));
            Matcher found = Pattern.compile("<custom:Part ([^>]*inception_internal_predicted=\"true\"[^>]*)/>")
                    .matcher(xmi);
            List<String> best = new ArrayList<>();
            while (found.find()) {
                String begin = attribute(found.group(1), "begin");
                String kind = attribute(found.group(1), "kind");
                double score = Double.parseDouble(attribute(found.group(1), "kind_score"));
                assertThat(attribute(found.group(1), "sofa")).isEqualTo("20");
                assertThat(xmi).containsPattern("members=\"[^\"]*\\b" + attribute(found.group(1), "xmi:id") + "\\b");
                if (begin.equals("2") && kind.equals("UNIT")) {
                    assertThat(score).isCloseTo(tagging.probability(new Span(1, 2, "UNIT")), within(1e-6));
                }
                best.add(begin + "-" + attribute(found.group(1), "end") + kind);
            }
            assertThat(best).contains("0-1QTY", "2-6UNIT", "7-12NAME", "15-16QTY", "17-21NAME");
            Map<String, Object> other = new LinkedHashMap<>(request);
            other.put("metadata", Map.of("layer", "custom.Part", "feature", "colour", "projectId", 5));
            assertThat(server.json("/inception/first/predict", Json.write(other))
                            .statusCode())
                    .isEqualTo(422);
            assertThat(server.json("/inception/first/train", "{}").statusCode()).isEqualTo(404);
        }
    }

    private static String attribute(String element, String name) {
        Matcher matcher =
                Pattern.compile("(?<![\\w:])" + name + "=\"([^\"]*)\"").matcher(element);
        assertThat(matcher.find()).as(element).isTrue();
        return matcher.group(1);
    }

    @Test
    void documentsWithEntitiesAreRefused() throws IOException {
        String bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>"
                + "<xmi:XMI xmlns:xmi=\"http://www.omg.org/XMI\">&b;</xmi:XMI>";
        String file = "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><x>&a;</x>";
        try (TestService server = TestService.start(folder)) {
            for (String xmi : List.of(bomb, file, "no xml")) {
                HttpResponse<String> response = server.json(
                        "/inception/first/predict",
                        Json.write(Map.of(
                                "metadata", Map.of("layer", "custom.Part", "feature", "kind"),
                                "document", Map.of("xmi", xmi),
                                "typeSystem", golden("inception-types.xml"))));
                assertThat(response.statusCode()).isEqualTo(400);
                assertThat(response.body())
                        .contains("not XML, or has a document type")
                        .doesNotContain("root:");
            }
            assertThat(server.log).isEmpty();
        }
    }

    @Test
    void inceptionTrains() throws Exception {
        try (TestService server = withWorkspace()) {
            String xmi = golden("inception-document.xmi")
                    .replace("begin=\"0\" end=\"1\" kind=\"QTY\"", "begin=\"17\" end=\"21\" kind=\"ANIMAL\"");
            List<Object> documents = new ArrayList<>();
            for (int k = 0; k < 12; k++) {
                documents.add(Map.of("xmi", xmi, "documentId", k, "userId", "ann"));
            }
            HttpResponse<String> response = server.json(
                    "/inception/first/train",
                    Json.write(Map.of(
                            "metadata", Map.of("layer", "custom.Part", "feature", "kind", "projectId", 5),
                            "documents", documents,
                            "typeSystem", golden("inception-types.xml"))));
            assertThat(response.statusCode()).isEqualTo(204);
            waitForVersion(server, 2);
            assertThat(server.json("/v1/tag", "{\"text\":\"2 cups flour . 3 eggs ok\"}")
                            .body())
                    .contains("ANIMAL");
        }
    }

    @Test
    void coreNlpClientsGetEntities() throws IOException {
        String properties = URLEncoder.encode(
                "{\"annotators\":\"tokenize,ssplit,ner\",\"outputFormat\":\"json\"}", StandardCharsets.UTF_8);
        try (TestService server = TestService.start(folder)) {
            HttpResponse<String> response =
                    server.post("/?properties=" + properties, "application/x-www-form-urlencoded", "3  eggs\n");
            List<Double> confidences = new ArrayList<>();
            assertThat(withoutProbabilities(Json.parse(response.body()), confidences))
                    .isEqualTo(Json.parse(golden("corenlp-answer.json")));
            Tagging tagging = Model.load(folder.resolve("first.esp")).tagger().tag(Sequence.ofWords("3", "eggs"));
            assertThat(confidences)
                    .containsExactly(
                            tagging.probability(new Span(0, 1, "QTY")), tagging.probability(new Span(1, 2, "NAME")));
            assertThat(server.post("/?properties=%7B%22annotators%22%3A%22parse%22%7D", "text/plain", "a")
                            .statusCode())
                    .isEqualTo(422);
            assertThat(server.post("/", "text/plain", "a").statusCode()).isEqualTo(400);
        }
    }
}
