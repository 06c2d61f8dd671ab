package org.espalier.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.espalier.cli.command.Interruption;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.CommandFiles;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.parallel.Workers;
import org.espalier.server.Service;
import org.espalier.server.ServiceOptions;
import org.espalier.server.TlsIdentity;
import org.espalier.server.http.Access;
import org.espalier.server.http.Limits;
import org.espalier.server.shelf.ModelShelf;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier serve}: models behind HTTP. */
@HelpTopic(Topic.SERVICE)
@Command(
        name = "serve",
        description = {
            "Answers requests over HTTP with one or more models: labels, spans, probabilities, n-best lists, reasons and scores, in JSON. The"
                    + " records are those of 'espalier tag --output-format json'.",
            "Listens on this machine only. For others give --host, a file of tokens, and --tls-keystore.",
            "Prints its address when it is ready. Ctrl-C or SIGTERM stop it once the requests that it began are answered; a second one stops it at"
                    + " once.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier serve -m model.esp",
            "  espalier serve -m model.esp -m german=de.esp --port 9000",
            "  espalier serve -m model.esp --port 0 --model-folder models",
            "  espalier serve -m model.esp --host 0.0.0.0 --token-file tokens.txt --tls-keystore server.p12 --tls-password-file password.txt",
            "  curl -H 'Content-Type: text/plain' -d '2 cups of flour' http://127.0.0.1:8080/v1/tag"
        })
final class ServeCommand extends Subcommand {
    private static final int MEGABYTE = 1 << 20;

    @Option(
            names = {"-m", "--model"},
            required = true,
            paramLabel = "[name=]model.esp",
            description =
                    "A model, and the name by which requests ask for it; may be given several times. The first is the one that is meant"
                            + " where a request names none. Default of the name: that of the file without its ending.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(UsedFile.Use.DECLARED)
    private List<String> models = List.of();

    @Option(
            names = "--port",
            paramLabel = "n",
            description = "The port; 0 for any that is free. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int port = 8080;

    @Option(
            names = "--host",
            paramLabel = "name",
            description =
                    "The name or address of this machine at which to listen. Any but a local one needs --token-file. Default:"
                            + " ${DEFAULT-VALUE}.")
    @Essential
    private String host = "127.0.0.1";

    @Option(
            names = "--token-file",
            paramLabel = "file",
            description = "Tokens, one per line, one of which a request must have: 'Authorization: Bearer …'.")
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the tokens")
    private @Nullable Path tokenFile;

    @Option(
            names = "--no-token",
            description =
                    "Let everybody ask who can reach the --host, without a token; for networks that are closed otherwise.")
    private boolean noToken;

    @Option(
            names = "--tls-keystore",
            paramLabel = "server.p12",
            description = "The key and certificate of the server, as PKCS12 or JKS: requests then come by HTTPS only.")
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the keystore")
    private @Nullable Path keystore;

    @Option(
            names = "--tls-password-file",
            paramLabel = "file",
            description = "The password of --tls-keystore, on its first line.")
    @UsedFile(value = UsedFile.Use.READ, what = "the password")
    private @Nullable Path passwordFile;

    @Option(
            names = "--cors-origin",
            paramLabel = "https://…",
            description = "A web site whose pages may ask from a browser; may be given several times. Default: none.")
    private List<String> origins = List.of();

    @Option(
            names = "--model-folder",
            paramLabel = "dir",
            description =
                    "Allow requests to load models of this folder, to replace and to remove models. Default: models stay as they are.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(UsedFile.Use.NONE)
    private @Nullable Path modelFolder;

    @Option(
            names = "--workspace",
            paramLabel = "dir",
            description =
                    "Allow requests to train, and keep their data and models here. Default: nothing can be trained.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(UsedFile.Use.DIRECTORY)
    private @Nullable Path workspace;

    @Option(
            names = "--max-body",
            paramLabel = "MB",
            description = "The largest body of a request. Default: ${DEFAULT-VALUE}.")
    private int maxBody = 10;

    @Option(
            names = "--max-tokens",
            paramLabel = "n",
            description = "The most tokens of a request. Default: ${DEFAULT-VALUE}.")
    private int maxTokens = Limits.DEFAULTS.tokens();

    @Option(
            names = "--max-sequence",
            paramLabel = "n",
            description = "The most tokens of one sequence, which is decoded as a whole. Default: ${DEFAULT-VALUE}.")
    private int maxSequence = Limits.DEFAULTS.sequence();

    @Option(
            names = "--max-nbest",
            paramLabel = "k",
            description = "The longest n-best list. Default: ${DEFAULT-VALUE}.")
    private int maxNBest = Limits.DEFAULTS.nBest();

    @Option(
            names = "--queue",
            paramLabel = "n",
            description = "How many requests may wait for a thread; more are refused (429). Default: ${DEFAULT-VALUE}.")
    private int queue = Limits.DEFAULTS.queue();

    @Option(
            names = "--time-limit",
            paramLabel = "seconds",
            description =
                    "How long a request may take, both to arrive and to be answered; then it is given up. Default: ${DEFAULT-VALUE}.")
    private int timeLimit = Limits.DEFAULTS.seconds();

    @Option(
            names = "--max-connections",
            paramLabel = "n",
            description = "The most connections at the same time. Default: ${DEFAULT-VALUE}.")
    private int connections = Limits.DEFAULTS.connections();

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    private record Named(String name, Path file) {}

    @Override
    protected void declare(CommandFiles files) {
        named().forEach(model ->
                files.reads("--model", "the model", model.file().toString()));
    }

    private List<Named> named() {
        List<Named> list = new ArrayList<>();
        for (String model : models) {
            int equals = model.indexOf('=');
            boolean named = equals > 0 && ModelShelf.isName(model.substring(0, equals));
            Path file = Path.of(named ? model.substring(equals + 1) : model);
            String stem = String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "");
            list.add(new Named(named ? model.substring(0, equals) : stem, file));
        }
        return list;
    }

    @Override
    protected int run() {
        int team = threads.chosen(this);
        boolean local = orUsage(() -> Access.isLoopback(host));
        List<String> tokens = tokenFile == null ? List.of() : lines(tokenFile);
        if (tokenFile != null && tokens.isEmpty()) {
            throw new CommandFailure(tokenFile + ": no token; expected one per line");
        }
        if (!local && tokens.isEmpty() && !noToken) {
            throw usage("--host " + host
                    + " can be reached from other machines; give --token-file, or --no-token if everybody may ask");
        }
        if (noToken && tokenFile != null) {
            throw usage("--no-token and --token-file contradict each other; give one of the two");
        }
        Limits limits = limits();
        ServiceOptions options = orUsage(() -> new ServiceOptions(
                host,
                port,
                Workers.teamOf(team),
                limits,
                new Access(tokens, Set.copyOf(origins), local),
                folder(),
                workspace,
                identity(),
                line -> streams().say("espalier serve: " + line)));
        ModelShelf shelf = shelf();
        serve(shelf, options);
        return 0;
    }

    private Limits limits() {
        requirePositive("--max-body", maxBody, 1024);
        requirePositive("--max-tokens", maxTokens, Integer.MAX_VALUE);
        requirePositive("--max-sequence", maxSequence, Integer.MAX_VALUE);
        requirePositive("--max-nbest", maxNBest, 1_000_000);
        requirePositive("--queue", queue, 1_000_000);
        requirePositive("--time-limit", timeLimit, 86_400);
        requirePositive("--max-connections", connections, 10_000);
        return new Limits(
                maxBody * MEGABYTE,
                Limits.DEFAULTS.answerBytes(),
                maxTokens,
                maxSequence,
                maxNBest,
                queue,
                timeLimit,
                connections);
    }

    private void requirePositive(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw usage(option + " is " + value + "; expected 1 to " + most);
        }
    }

    private @Nullable Path folder() {
        if (modelFolder != null && !Files.isDirectory(modelFolder)) {
            throw new CommandFailure(modelFolder + ": no such directory; expected the one of --model-folder");
        }
        return modelFolder;
    }

    private @Nullable TlsIdentity identity() {
        if (keystore == null) {
            if (passwordFile != null) {
                throw usage("--tls-password-file is for --tls-keystore; leave it out");
            }
            return null;
        }
        if (passwordFile == null) {
            throw usage("--tls-keystore needs its password; give --tls-password-file");
        }
        List<String> password = lines(passwordFile);
        if (password.isEmpty()) {
            throw new CommandFailure(passwordFile + ": empty; expected the password on the first line");
        }
        return new TlsIdentity(keystore, password.get(0));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    private ModelShelf shelf() {
        ModelShelf shelf = new ModelShelf();
        Set<String> names = new HashSet<>();
        for (Named model : named()) {
            if (!names.add(model.name())) {
                throw usage("two models are called '" + model.name()
                        + "'; give one of them another name, as in -m other=" + model.file());
            }
            if (!ModelShelf.isName(model.name())) {
                throw usage("'" + model.name() + "' cannot be the name of a model; give one, as in -m model="
                        + model.file());
            }
            try {
                shelf.load(model.name(), model.file());
            } catch (IllegalArgumentException e) {
                throw new CommandFailure(String.valueOf(e.getMessage()), e);
            }
        }
        return shelf;
    }

    private void serve(ModelShelf shelf, ServiceOptions options) {
        CountDownLatch wanted = new CountDownLatch(1);
        Interruption interruption = new Interruption();
        interruption.install(wanted::countDown);
        Service service;
        try {
            service = Service.start(shelf, options);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
        try {
            streams().print("serving " + String.join(", ", shelf.names()) + " at " + service.address() + "\n");
            streams().flush();
            wanted.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            int cut = service.stop(options.limits().seconds());
            streams().say(cut == 0 ? "espalier serve: stopped" : "espalier serve: stopped; requests cut off: " + cut);
        }
    }
}
