package org.espalier.server.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.model.Tagging;
import org.espalier.server.api.Members;
import org.espalier.server.http.Answer;
import org.espalier.server.http.Problem;
import org.espalier.server.http.Request;
import org.espalier.server.http.Route;
import org.espalier.server.shelf.ServedModel;
import org.espalier.server.training.Workspace;
import org.espalier.server.work.Team;
import org.jspecify.annotations.Nullable;

/**
 * An external recommender of INCEpTION for a layer of spans with a feature of text; its address is {@code …/inception/MODEL}.
 *
 * <p>Besides the spans of the best labelling come those of the next ones whose probability is at least 0.05, so that there are
 * alternatives to choose from; each has its exact probability as its score.
 */
public final class Inception {
    private static final String PATH = "/inception/{model}";
    private static final int LABELLINGS = 3;
    private static final double LEAST = 0.05;

    private final Tags tags;
    private final Team team;
    private final @Nullable Workspace workspace;

    public Inception(Tags tags, Team team, @Nullable Workspace workspace) {
        this.tags = tags;
        this.team = team;
        this.workspace = workspace;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(new Route("POST", PATH + "/predict", this::predict)));
        if (workspace != null) {
            routes.add(new Route("POST", PATH + "/train", request -> train(request, workspace)));
        }
        return routes;
    }

    private static Members required(Members members, String name) {
        Members object = members.object(name);
        if (object == null) {
            throw Problem.bad("\"" + name + "\" is missing; expected an object");
        }
        return object;
    }

    private Answer predict(Request request) {
        ServedModel served = tags.model(request);
        byte[] body = request.body();
        return team.run(request.deadline(), () -> {
            Members members = new Members(Request.object(Request.decoded(body), 1), false);
            Members metadata = required(members, "metadata");
            CasDocument document = new CasDocument(
                    required(members, "document").requiredText("xmi"),
                    members.requiredText("typeSystem"),
                    metadata.requiredText("layer"),
                    metadata.requiredText("feature"));
            for (Tagging tagging : tags.tag(served, document.sentences(served.tokenizer()), request.deadline())) {
                for (Tags.Found found : Tags.spans(tagging, served.model().scheme(), LABELLINGS, LEAST)) {
                    document.predict(found.span(), found.probability());
                }
            }
            return Answer.json(Map.of("document", document.write()));
        });
    }

    private Answer train(Request request, Workspace kept) {
        ServedModel served = tags.model(request);
        if (kept.isBusy()) {
            throw Problem.later(429, "a training runs already; its model will be there soon", 5);
        }
        Members members = new Members(Request.object(request.text(), 1), false);
        Members metadata = required(members, "metadata");
        String project = String.valueOf(metadata.values().get("projectId"));
        for (Members one : members.objects("documents")) {
            CasDocument document = new CasDocument(
                    one.requiredText("xmi"),
                    members.requiredText("typeSystem"),
                    metadata.requiredText("layer"),
                    metadata.requiredText("feature"));
            String key = "inception-" + project + "-" + one.values().get("documentId") + "-"
                    + one.values().get("userId");
            kept.keep(served.name(), key, document.text(), document.annotated());
        }
        kept.train(served.name());
        return Answer.empty(204);
    }
}
