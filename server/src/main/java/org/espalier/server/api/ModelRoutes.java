package org.espalier.server.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.model.ModelFormatException;
import org.espalier.server.http.Answer;
import org.espalier.server.http.Problem;
import org.espalier.server.http.Request;
import org.espalier.server.http.Route;
import org.espalier.server.shelf.ModelShelf;
import org.espalier.server.shelf.ServedModel;
import org.espalier.server.work.Team;
import org.jspecify.annotations.Nullable;

/** What is done with the models themselves; changing them needs a folder that the server was started with. */
public final class ModelRoutes {
    private final ModelShelf shelf;
    private final Team team;
    private final @Nullable Path folder;

    /**
     * Routes.
     *
     * @param folder from which models may be loaded; null when none may
     */
    public ModelRoutes(ModelShelf shelf, Team team, @Nullable Path folder) {
        this.shelf = shelf;
        this.team = team;
        this.folder = folder;
    }

    public List<Route> routes() {
        List<Route> routes = new ArrayList<>(List.of(new Route("GET", "/v1/models", this::list)));
        if (folder != null) {
            routes.add(new Route("POST", "/v1/models", this::load));
            routes.add(new Route("POST", "/v1/models/{name}/rollback", this::rollBack));
            routes.add(new Route("DELETE", "/v1/models/{name}", this::remove));
        }
        return routes;
    }

    private Answer list(Request request) {
        return Answer.json(Map.of("models", shelf.describe()));
    }

    private Answer load(Request request) {
        Members members = new Members(Request.object(Request.decoded(TagRoutes.requireJson(request)), 1), false)
                .requireKnown(Set.of("name", "file"));
        String name = members.requiredText("name");
        Path file = file(members.requiredText("file"));
        if (!ModelShelf.isName(name)) {
            throw Problem.bad(
                    "\"name\" is not a name; expected up to 64 letters, digits, dots, hyphens and underlines");
        }
        ServedModel loaded = team.run(request.deadline(), () -> {
            try {
                return shelf.load(name, file);
            } catch (ModelFormatException | IllegalArgumentException | UncheckedIOException e) {
                // without the path of the folder, which is the server's own business
                String message =
                        String.valueOf(e.getMessage()).replace(file.toString(), String.valueOf(file.getFileName()));
                throw Problem.of(422, message);
            }
        });
        return Answer.json(201, Map.of("model", loaded.describe()));
    }

    /** A file of the folder, wherever links and dots lead. */
    private Path file(String name) {
        Problem none =
                Problem.of(404, "there is no file of that name in the folder of models; expected a file inside it");
        Path base = folder;
        if (base == null) {
            throw none;
        }
        try {
            Path real = base.toRealPath();
            Path file = real.resolve(name).toRealPath();
            if (!file.startsWith(real) || !Files.isRegularFile(file)) {
                throw none;
            }
            return file;
        } catch (InvalidPathException | IOException e) {
            throw none;
        }
    }

    private Answer rollBack(Request request) {
        String name = known(request);
        try {
            return Answer.json(Map.of("model", shelf.rollBack(name).describe()));
        } catch (IllegalStateException e) {
            throw Problem.of(409, String.valueOf(e.getMessage()));
        }
    }

    private Answer remove(Request request) {
        String name = known(request);
        if (!shelf.remove(name)) {
            throw Problem.of(409, "'" + name + "' is the last model; load another one first");
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("removed", name);
        return Answer.json(answer);
    }

    private String known(Request request) {
        return Settings.model(request.variable("name"), shelf).name();
    }
}
