package org.espalier.server.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.espalier.model.Tagging;
import org.espalier.server.api.Members;
import org.espalier.server.http.Answer;
import org.espalier.server.http.Problem;
import org.espalier.server.http.Request;
import org.espalier.server.http.Route;
import org.espalier.server.shelf.ServedModel;
import org.espalier.server.training.Workspace;
import org.espalier.server.work.Team;
import org.espalier.text.TextSpan;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * An ML backend of Label Studio, for projects with a {@code Labels} tag over a {@code Text}; its address is {@code …/label-studio/MODEL}.
 *
 * <p>A prediction has the spans of the labels that the project knows, each with its probability, and the least of these as the score of the task,
 * so that ordering by score puts doubtful tasks first. Offsets are in UTF-16, as browsers count.
 */
public final class LabelStudio {
    private static final String PATH = "/label-studio/{model}";
    private static final Set<String> KEPT = Set.of("ANNOTATION_CREATED", "ANNOTATION_UPDATED");

    private final Tags tags;
    private final Team team;
    private final @Nullable Workspace workspace;

    public LabelStudio(Tags tags, Team team, @Nullable Workspace workspace) {
        this.tags = tags;
        this.team = team;
        this.workspace = workspace;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(
                new Route("GET", PATH, this::health),
                new Route("GET", PATH + "/health", this::health),
                new Route("POST", PATH + "/setup", this::setUp),
                new Route("POST", PATH + "/predict", this::predict)));
        if (workspace != null) {
            routes.add(new Route("POST", PATH + "/webhook", request -> fit(request, workspace)));
        }
        return routes;
    }

    private Answer health(Request request) {
        tags.model(request);
        Map<String, Object> health = new LinkedHashMap<>();
        health.put("status", "UP");
        health.put("model_class", "Espalier");
        return Answer.json(health);
    }

    private Answer setUp(Request request) {
        ServedModel served = tags.model(request);
        Members members = body(request);
        String schema = members.text("schema");
        if (schema != null && !schema.isBlank()) {
            Config.of(schema);
        }
        return Answer.json(Map.of("model_version", version(served)));
    }

    private static String version(ServedModel served) {
        return served.name() + "-" + served.version();
    }

    private static Members body(Request request) {
        return new Members(Request.object(request.text(), 1), false);
    }

    /** What a labelling configuration says: the names of its tags, the field of the task, and the labels. */
    private record Config(String fromName, String toName, String field, Set<String> labels) {
        static Config of(@Nullable String xml) {
            if (xml == null || xml.isBlank()) {
                return new Config("label", "text", "text", Set.of());
            }
            Document document = SafeXml.parse(xml, "the labelling configuration");
            List<Element> labels = SafeXml.elements(document, "*", "Labels");
            if (labels.isEmpty()) {
                throw Problem.of(422, "the labelling configuration has no <Labels>; expected one over a <Text>");
            }
            Element tag = labels.get(0);
            String to = tag.getAttribute("toName");
            for (Element text : SafeXml.elements(document, "*", "Text")) {
                if (text.getAttribute("name").equals(to)) {
                    Set<String> values = new TreeSet<>();
                    for (Element label : SafeXml.elements(document, "*", "Label")) {
                        if (label.getParentNode() == tag) {
                            values.add(label.getAttribute("value"));
                        }
                    }
                    String field = text.getAttribute("value").replaceFirst("^\\$", "");
                    return new Config(tag.getAttribute("name"), to, field, values);
                }
            }
            throw Problem.of(
                    422, "the <Labels> of the labelling configuration are over '" + to + "', which is no <Text>");
        }

        boolean knows(String label) {
            return labels.isEmpty() || labels.contains(label);
        }
    }

    private Answer predict(Request request) {
        ServedModel served = tags.model(request);
        Members members = body(request);
        Config config = Config.of(members.text("label_config"));
        return team.run(request.deadline(), () -> {
            List<Object> results = new ArrayList<>();
            for (Members task : members.objects("tasks")) {
                Members data = task.object("data");
                String text = data == null ? null : data.text(config.field());
                if (text == null) {
                    throw Problem.of(422, "a task has no text in its field '" + config.field() + "'");
                }
                results.add(prediction(served, config, text, request));
            }
            return Answer.json(Map.of("results", results));
        });
    }

    private Map<String, Object> prediction(ServedModel served, Config config, String text, Request request) {
        List<Object> result = new ArrayList<>();
        double least = 1;
        for (Tagging tagging : tags.tag(served, text, request.deadline())) {
            for (Tags.Found found : Tags.spans(tagging, served.model().scheme(), 1, 1)) {
                if (config.knows(found.span().type())) {
                    least = Math.min(least, found.probability());
                    result.add(region(config, found, result.size()));
                }
            }
        }
        Map<String, Object> prediction = new LinkedHashMap<>();
        prediction.put("model_version", version(served));
        prediction.put("score", least);
        prediction.put("result", result);
        return prediction;
    }

    private static Map<String, Object> region(Config config, Tags.Found found, int number) {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("start", found.span().start());
        value.put("end", found.span().end());
        value.put("text", found.span().covered());
        value.put("labels", List.of(found.span().type()));
        Map<String, Object> region = new LinkedHashMap<>();
        region.put("id", "espalier-" + number);
        region.put("from_name", config.fromName());
        region.put("to_name", config.toName());
        region.put("type", "labels");
        region.put("value", value);
        region.put("score", found.probability());
        return region;
    }

    /** Keeps an annotation that was made, and trains in the background. */
    private Answer fit(Request request, Workspace kept) {
        ServedModel served = tags.model(request);
        Members members = body(request);
        String action = members.requiredText("action");
        if (KEPT.contains(action)) {
            Members project = members.object("project");
            Config config = Config.of(project == null ? null : project.text("label_config"));
            Members task = members.object("task");
            Members data = task == null ? null : task.object("data");
            String text = data == null ? null : data.text(config.field());
            Members annotation = members.object("annotation");
            if (task == null || text == null || annotation == null) {
                throw Problem.bad("expected a \"task\" with \"data\" and an \"annotation\"");
            }
            kept.keep(served.name(), key(task), text, spans(text, annotation));
        } else if (action.equals("ANNOTATION_DELETED")) {
            Members task = members.object("task");
            if (task == null) {
                throw Problem.bad("expected the \"task\" of the annotation");
            }
            kept.keep(served.name(), key(task), "", null);
        } else if (!action.equals("START_TRAINING")) {
            return Answer.json(Map.of("status", "Unknown event"));
        }
        kept.train(served.name());
        return Answer.json(201, Map.of("status", "ok"));
    }

    private static String key(Members task) {
        return "label-studio-" + task.values().get("id");
    }

    private static List<TextSpan> spans(String text, Members annotation) {
        List<TextSpan> spans = new ArrayList<>();
        for (Members region : annotation.objects("result")) {
            Members value = region.object("value");
            List<?> labels = value == null ? null : value.list("labels");
            if (value == null || labels == null || labels.size() != 1) {
                continue; // relations, choices and the like are about something else
            }
            Integer start = value.number("start", 0, text.length());
            Integer end = value.number("end", 0, text.length());
            if (start == null || end == null || start >= end) {
                throw Problem.bad("a region has no \"start\" and \"end\" in the text");
            }
            spans.add(TextSpan.of(text, start, end, String.valueOf(labels.get(0))));
        }
        return spans.stream()
                .sorted((a, b) -> Integer.compare(a.start(), b.start()))
                .collect(Collectors.toList());
    }
}
