package org.espalier.server.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.evaluate.ScoreReport;
import org.espalier.inspect.Explanation;
import org.espalier.model.Tagging;
import org.espalier.server.http.Answer;
import org.espalier.server.http.Limits;
import org.espalier.server.http.Problem;
import org.espalier.server.http.Request;
import org.espalier.server.http.Route;
import org.espalier.server.shelf.ModelShelf;
import org.espalier.server.shelf.ServedModel;
import org.espalier.server.work.Metrics;
import org.espalier.server.work.Team;

/** What is asked of models: {@code /v1/tag}, {@code /v1/explain} and {@code /v1/evaluate}. */
public final class TagRoutes {
    /** The header that names the model of an answer. */
    public static final String MODEL = "Espalier-Model";

    private static final Set<String> LINES =
            Set.of("application/x-ndjson", "application/jsonl", "application/x-jsonlines");
    private static final int EXPLAINED = 200; // tokens at once

    private final ModelShelf shelf;
    private final Team team;
    private final Limits limits;
    private final Metrics metrics;

    public TagRoutes(ModelShelf shelf, Team team, Limits limits, Metrics metrics) {
        this.shelf = shelf;
        this.team = team;
        this.limits = limits;
        this.metrics = metrics;
    }

    public List<Route> routes() {
        return List.of(
                new Route("POST", "/v1/tag", this::tag),
                new Route("POST", "/v1/explain", this::explain),
                new Route("POST", "/v1/evaluate", this::evaluate));
    }

    private Answer tag(Request request) {
        String type = request.mediaType();
        if (LINES.contains(type)) {
            Settings settings = query(request);
            LineStream lines = new LineStream(settings, team, limits, metrics, request.deadline(), request.stream());
            lines.requireRoom();
            return Answer.stream("application/x-ndjson", lines::write)
                    .with(MODEL, settings.served().header());
        }
        if (type.equals("text/plain")) {
            Settings settings = query(request);
            byte[] body = request.body();
            return tagged(request, () -> List.of(new Item(null, Request.decoded(body))), () -> settings);
        }
        byte[] body = requireJson(request);
        Members[] members = new Members[1];
        return tagged(request, () -> items(members[0]), () -> {
            members[0] = new Members(Request.object(Request.decoded(body), 1), false)
                    .requireKnown(Settings.names("text", "texts", "tokens", "features", "allowed", "id", "sequences"));
            return Settings.of(members[0], shelf, limits);
        });
    }

    private Settings query(Request request) {
        Members members = new Members(request.parameters(), true).requireKnown(Settings.names());
        return Settings.of(members, shelf, limits);
    }

    static byte[] requireJson(Request request) {
        if (!request.mediaType().equals("application/json")) {
            throw Problem.of(
                    415,
                    "the Content-Type is '" + request.mediaType()
                            + "'; expected application/json (for /v1/tag also text/plain and application/x-ndjson)");
        }
        return request.body();
    }

    /** Parsing and tagging are done by the team: what they take is limited by its threads, not by the connections. */
    private Answer tagged(Request request, Supplier<List<Item>> items, Supplier<Settings> settings) {
        return team.run(request.deadline(), () -> {
            Settings own = settings.get();
            TagWork work = new TagWork(own, limits, metrics, request.deadline());
            StringBuilder json = new StringBuilder("{\"model\":");
            json.append(Json.write(own.served().identity())).append(",\"results\":[");
            String before = "";
            for (Item item : items.get()) {
                json.append(before).append(Json.write(orProblem(() -> work.record(item))));
                before = ",";
                if (json.length() > limits.answerBytes()) {
                    throw Problem.of(
                            413,
                            "the answer has more than " + limits.answerBytes()
                                    + " bytes; send less at a time, or as JSON Lines");
                }
            }
            return Answer.text(200, "application/json", json.append("]}").toString())
                    .with(MODEL, own.served().header());
        });
    }

    static <T> T orProblem(Supplier<T> answer) {
        try {
            return answer.get();
        } catch (DataFormatException e) {
            throw TagWork.problem(e);
        }
    }

    private static List<Item> items(Members members) {
        List<Item> items = new ArrayList<>();
        boolean single = members.has("text") || members.has("tokens") || members.has("features");
        int ways = (single ? 1 : 0) + (members.has("texts") ? 1 : 0) + (members.has("sequences") ? 1 : 0);
        if (ways != 1) {
            throw Problem.bad(
                    "expected one of \"text\", \"tokens\", \"texts\" and \"sequences\"; found " + ways + " of them");
        }
        if (single) {
            Map<String, Object> own = new LinkedHashMap<>();
            for (String name : List.of("text", "tokens", "features", "allowed", "id")) {
                Object value = members.values().get(name);
                if (value != null) {
                    own.put(name, value);
                }
            }
            return List.of(Item.of(new Members(own, false)));
        }
        List<?> texts = members.list("texts");
        if (texts != null) {
            for (Object text : texts) {
                if (!(text instanceof String string)) {
                    throw Problem.bad("\"texts\" has an element that is no text; expected texts only");
                }
                items.add(new Item(null, string));
            }
        }
        members.objects("sequences").forEach(object -> items.add(Item.of(object)));
        return items;
    }

    private Answer explain(Request request) {
        byte[] body = requireJson(request);
        return team.run(request.deadline(), () -> {
            Members members = new Members(Request.object(Request.decoded(body), 1), false)
                    .requireKnown(
                            Set.of("model", "text", "tokens", "features", "tokenizer", "token", "top", "validLabels"));
            Map<String, Object> plain = new LinkedHashMap<>();
            members.values().forEach((name, value) -> {
                if (value != null && !Set.of("token", "top").contains(String.valueOf(name))) {
                    plain.put(String.valueOf(name), value);
                }
            });
            Settings settings = Settings.of(new Members(plain, false), shelf, limits);
            plain.keySet().removeAll(Settings.names());
            TagWork work = new TagWork(settings, limits, metrics, request.deadline());
            Tagging tagging = orProblem(() -> work.tag(Item.of(new Members(plain, false))));
            int length = tagging.sequence().length();
            Integer token = members.number("token", 0, Math.max(0, length - 1));
            Integer top = members.number("top", 1, 1_000_000);
            if (token == null && length > EXPLAINED) {
                throw Problem.of(
                        413, length + " tokens; expected at most " + EXPLAINED + ", or the number of one as \"token\"");
            }
            List<Object> explanations = new ArrayList<>();
            for (int t = 0; t < length; t++) {
                if (token == null || token == t) {
                    request.deadline().check();
                    explanations.add(explained(settings, tagging, t, top == null ? Integer.MAX_VALUE : top));
                }
            }
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("model", settings.served().identity());
            answer.put("labels", tagging.labels());
            answer.put("explanations", explanations);
            return Answer.json(answer).with(MODEL, settings.served().header());
        });
    }

    private static Map<String, Object> explained(Settings settings, Tagging tagging, int token, int top) {
        Explanation explanation;
        try {
            explanation = Explanation.of(settings.tagger(), tagging.sequence(), token);
        } catch (IllegalArgumentException e) {
            throw Problem.of(422, String.valueOf(e.getMessage()));
        }
        Map<String, Object> map = explanation.toMap();
        if (map.get("contributions") instanceof List<?> all && all.size() > top) {
            map.put("contributions", all.subList(0, top));
            double rest = 0;
            for (int k = top; k < all.size(); k++) {
                rest += explanation.contributions().get(k).amount();
            }
            map.put("rest", rest);
        }
        return map;
    }

    private Answer evaluate(Request request) {
        byte[] body = requireJson(request);
        return team.run(request.deadline(), () -> {
            Members members = new Members(Request.object(Request.decoded(body), 1), false)
                    .requireKnown(Set.of("model", "sequences", "validLabels", "decoder", "beam"));
            Map<String, Object> plain = new LinkedHashMap<>();
            members.values().forEach((name, value) -> {
                if (value != null && !"sequences".equals(name)) {
                    plain.put(String.valueOf(name), value);
                }
            });
            Settings settings = Settings.of(new Members(plain, false), shelf, limits);
            ServedModel served = settings.served();
            TagWork work = new TagWork(settings, limits, metrics, request.deadline());
            Evaluation evaluation = new Evaluation(Convention.of(served.model().scheme()));
            for (Members object : members.objects("sequences")) {
                Tagging tagging = orProblem(() -> work.tag(Item.of(object)));
                List<String> gold = tagging.sequence().labels();
                if (gold == null) {
                    throw Problem.bad("a sequence has no \"labels\"; expected a label for each of its \"tokens\"");
                }
                evaluation.add(gold, tagging.labels());
            }
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("model", served.identity());
            answer.put("scores", ScoreReport.toMap(evaluation.scores()));
            return Answer.json(answer).with(MODEL, served.header());
        });
    }
}
