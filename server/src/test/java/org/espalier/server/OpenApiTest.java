package org.espalier.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.data.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The description and the routes are the same, its examples are answered, and its schemas name what is accepted. */
class OpenApiTest {
    @TempDir
    Path folder;

    private TestService full() {
        return TestService.start(
                folder,
                options -> new ServiceOptions(
                        options.host(),
                        0,
                        1,
                        options.limits(),
                        options.access(),
                        folder,
                        folder.resolve("work"),
                        null,
                        options.log()));
    }

    private static Map<?, ?> map(Map<?, ?> map, String... names) {
        Map<?, ?> at = map;
        for (String name : names) {
            assertThat(at.get(name)).as(name).isInstanceOf(Map.class);
            at = (Map<?, ?>) at.get(name);
        }
        return at;
    }

    @Test
    void itNamesTheRoutesAndNoOthers() {
        try (TestService server = full()) {
            Set<String> described = new TreeSet<>();
            map(TestService.object(server.get("/openapi.json")), "paths")
                    .forEach((path, methods) -> ((Map<?, ?>) methods)
                            .keySet()
                            .forEach(method ->
                                    described.add(String.valueOf(method).toUpperCase(Locale.ROOT) + " " + path)));
            assertThat(described).containsExactlyInAnyOrderElementsOf(server.service.routes());
        }
    }

    @Test
    void itsExamplesAreAnswered() {
        try (TestService server = full()) {
            Map<?, ?> paths = map(TestService.object(server.get("/openapi.json")), "paths");
            int examples = 0;
            for (Map.Entry<?, ?> path : paths.entrySet()) {
                if (!((Map<?, ?>) path.getValue()).containsKey("post")
                        || !map((Map<?, ?>) path.getValue(), "post").containsKey("requestBody")) {
                    continue;
                }
                String address = String.valueOf(path.getKey())
                        .replace("{model}", "first")
                        .replace("{name}", "first");
                for (Map.Entry<?, ?> content : map((Map<?, ?>) path.getValue(), "post", "requestBody", "content")
                        .entrySet()) {
                    Object example = ((Map<?, ?>) content.getValue()).get("example");
                    if (example != null) {
                        String body = example instanceof String text ? text : Json.write(example);
                        HttpResponse<String> response = server.post(address, String.valueOf(content.getKey()), body);
                        assertThat(response.statusCode())
                                .as(address + " " + body + " " + response.body())
                                .isIn(200, 201);
                        examples++;
                    }
                }
            }
            assertThat(examples).isGreaterThanOrEqualTo(9);
        }
    }

    /** What a refusal lists as known is what the schema lists. */
    @Test
    void itsMembersAreThoseThatAreKnown() {
        try (TestService server = full()) {
            Map<?, ?> schemas = map(TestService.object(server.get("/openapi.json")), "components", "schemas");
            Set<Object> tag =
                    new TreeSet<>(map(schemas, "Settings", "properties").keySet());
            tag.addAll(List.of("text", "texts", "tokens", "features", "allowed", "id", "sequences"));
            assertThat(known(server, "/v1/tag", "{\"x\":1}")).isEqualTo(tag);
            assertThat(known(server, "/v1/tag", "{\"sequences\":[{\"x\":1}]}"))
                    .isEqualTo(map(schemas, "Item", "properties").keySet());
            assertThat(known(server, "/v1/explain", "{\"x\":1}"))
                    .isEqualTo(map(schemas, "ExplainRequest", "properties").keySet());
        }
    }

    private static Set<Object> known(TestService server, String path, String body) {
        String detail =
                String.valueOf(TestService.object(server.json(path, body)).get("detail"));
        Matcher matcher = Pattern.compile("expected one of (.*)").matcher(detail);
        assertThat(matcher.find()).as(detail).isTrue();
        return new TreeSet<>(List.of(matcher.group(1).split(", ")));
    }

    @Test
    void withoutAWorkspaceNothingTrains() {
        try (TestService server = TestService.start(folder)) {
            assertThat(server.service.routes()).noneMatch(route -> route.matches(".*/(train|webhook|fit)"));
            assertThat(server.send(server.request("/inception/first/train")
                                    .POST(HttpRequest.BodyPublishers.noBody())
                                    .build())
                            .statusCode())
                    .isEqualTo(404);
        }
    }
}
