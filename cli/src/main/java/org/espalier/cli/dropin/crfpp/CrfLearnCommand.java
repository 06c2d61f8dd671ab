package org.espalier.cli.dropin.crfpp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.cli.dropin.DropInCommand;
import org.espalier.cli.option.CommandFiles;
import org.espalier.cli.option.UsedFile;
import org.espalier.data.Sequence;
import org.espalier.interop.crfpp.CrfppContent;
import org.espalier.interop.crfpp.CrfppMiraProgress;
import org.espalier.interop.crfpp.CrfppModelFile;
import org.espalier.interop.crfpp.CrfppProgress;
import org.espalier.interop.crfpp.CrfppReader;
import org.espalier.interop.crfpp.CrfppTraining;
import org.espalier.interop.crfpp.CrfppTrainingOptions;
import org.espalier.online.BoundedMira;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier crf_learn}: trains as CRF++'s {@code crf_learn} does. */
@Command(
        name = "crf_learn",
        customSynopsis = {
            "espalier crf_learn [options] template train.data model",
            "       espalier crf_learn -C model.txt model"
        },
        description = {
            "Replaces crf_learn of CRF++: same options, template and data, same features and objective, and a model"
                    + " file that crf_test can open, both ours and CRF++'s.",
            "It minimises the sum of -log p(labels|tokens) plus |w|^2/2C, or |w|/C with -a CRF-L1.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier crf_learn -f 3 -c 4.0 template train.data model",
            "  espalier crf_learn -t template train.data model      # writes model and model.txt",
            "  espalier crf_learn -C model.txt model                # text to binary",
            "  alias crf_learn='espalier crf_learn'"
        })
public final class CrfLearnCommand extends DropInCommand {
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;
    private static final int SHOWN_EVERY = 100;
    private static final String TEXT = ".txt";

    @Parameters(
            arity = "0..*",
            paramLabel = "file",
            description =
                    "The template, the training data and the model to write; with -C, the text model and the model to write.")
    @UsedFile(UsedFile.Use.DECLARED)
    private List<Path> files = List.of();

    @Option(
            names = {"-f", "--freq"},
            paramLabel = "INT",
            description = "Use feature strings that occur at least INT times. Default: ${DEFAULT-VALUE}.")
    private int minCount = CrfppTrainingOptions.DEFAULTS.minCount();

    @Option(
            names = {"-m", "--maxiter"},
            paramLabel = "INT",
            description = "The maximum number of iterations. Default: ${DEFAULT-VALUE}.")
    private int maxIterations = CrfppTrainingOptions.DEFAULTS.maxIterations();

    @Option(
            names = {"-c", "--cost"},
            paramLabel = "FLOAT",
            description = "C: larger fits the data more closely. Default: ${DEFAULT-VALUE}.")
    private float cost = (float) CrfppTrainingOptions.DEFAULTS.cost();

    @Option(
            names = {"-e", "--eta"},
            paramLabel = "FLOAT",
            description = "Stop when the objective changes by less than this fraction three times in a row. Default:"
                    + " ${DEFAULT-VALUE}.")
    private float eta = (float) CrfppTrainingOptions.DEFAULTS.tolerance();

    @Option(
            names = {"-C", "--convert"},
            description = "Convert a text model to a binary one.")
    private boolean convert;

    @Option(
            names = {"-t", "--textmodel"},
            description = "Also write the model as text, to model.txt.")
    private boolean text;

    @Option(
            names = {"-a", "--algorithm"},
            paramLabel = "CRF|CRF-L1|MIRA",
            description =
                    "CRF or CRF-L2: penalty |w|^2/2C. CRF-L1: penalty |w|/C. MIRA: online, with margins instead of"
                            + " probabilities. Default: ${DEFAULT-VALUE}.")
    private String algorithm = "CRF";

    @Option(
            names = {"-p", "--thread"},
            paramLabel = "INT",
            description =
                    "The number of threads, 0 for all cores; the model does not depend on it. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = {"-H", "--shrinking-size"},
            paramLabel = "INT",
            description =
                    "MIRA: skip sequences for a while once they were right INT times in a row. Default: ${DEFAULT-VALUE}.")
    private int shrinkingSize = 20;

    @Override
    protected void declare(CommandFiles used) {
        if (files.size() != (convert ? 2 : 3)) {
            return; // which is wrong usage, and told below
        }
        if (!convert) {
            used.reads("", "the template", files.get(0).toString());
        }
        used.reads(
                "",
                convert ? "the text model" : "the training data",
                files.get(convert ? 0 : 1).toString());
        String model = files.get(convert ? 1 : 2).toString();
        used.writes("", "the model", model);
        if (text && !convert) {
            used.writes("", "the text model", model + TEXT);
        }
    }

    @Override
    protected int run() throws IOException {
        if (files.size() != (convert ? 2 : 3)) {
            throw usage(
                    convert
                            ? "expected a text model and the name of the binary one"
                            : "expected a template, training data and the name of the model");
        }
        if (convert) {
            CrfppContent content = CrfppModelFile.readContent(files.get(0), BYTES);
            CrfppModelFile.writeBinary(content, files.get(1), BYTES);
            return 0;
        }
        learn(options());
        return 0;
    }

    private CrfppTrainingOptions options() {
        boolean sparse = switch (algorithm.toUpperCase(Locale.ROOT)) {
            case "CRF", "CRF-L2" -> false;
            case "CRF-L1" -> true;
            case "MIRA" -> false;
            default -> throw usage("-a is '" + algorithm + "'; expected CRF, CRF-L2, CRF-L1 or MIRA");
        };
        if (shrinkingSize != 20 && !isMira()) {
            say("warning: -H is for MIRA and has no effect");
        }
        warnOfTooManyThreads("-p", threads);
        return new CrfppTrainingOptions(minCount, cost, eta, maxIterations, sparse, threads);
    }

    private boolean isMira() {
        return algorithm.equalsIgnoreCase("MIRA");
    }

    private void learn(CrfppTrainingOptions options) throws IOException {
        show("Espalier, in place of CRF++\n\nreading training data: ");
        long begun = System.nanoTime();
        String template = new String(Files.readAllBytes(files.get(0)), BYTES);
        List<Sequence> data = read(files.get(1));
        show(String.format(Locale.ROOT, "\nDone!%.2f s\n\n", seconds(begun)));
        long trained = System.nanoTime();
        String name = files.get(0).toString();
        CrfppContent content = isMira()
                ? CrfppTraining.trainByMira(template, name, data, options, shrinkingSize, BYTES, new MiraLog(options))
                : CrfppTraining.train(template, name, data, options, BYTES, new Log(options));
        Path model = files.get(2);
        save(model, target -> CrfppModelFile.writeBinary(content, target, BYTES));
        if (text) {
            save(Path.of(model + TEXT), target -> CrfppModelFile.writeText(content, target, BYTES));
        }
        show(String.format(Locale.ROOT, "\nDone!%.2f s\n\n", seconds(trained)));
    }

    private List<Sequence> read(Path file) throws IOException {
        List<Sequence> data = new ArrayList<>();
        try (InputStream input = Files.newInputStream(file)) {
            CrfppReader reader = CrfppReader.labelled(input, file.toString(), BYTES);
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                data.add(sequence);
                if (data.size() % SHOWN_EVERY == 0) {
                    show(data.size() + ".. ");
                }
            }
        }
        return data;
    }

    private static double seconds(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }

    private void show(String line) {
        print(line.getBytes(StandardCharsets.UTF_8));
        flush();
    }

    private void showStart(CrfppTrainingOptions options, int sequences, int features, int workers) {
        show(String.format(
                Locale.ROOT,
                """
                Number of sentences: %d
                Number of features:  %d
                Number of thread(s): %d
                Freq:                %d
                eta:                 %.5f
                C:                   %.5f
                shrinking size:      %d
                """,
                sequences,
                features,
                workers,
                options.minCount(),
                options.tolerance(),
                options.cost(),
                shrinkingSize));
    }

    /** The lines that CRF++ prints while it trains. */
    private final class Log implements CrfppProgress {
        private final CrfppTrainingOptions options;

        Log(CrfppTrainingOptions options) {
            this.options = options;
        }

        @Override
        public void onStart(int sequences, int features, int workers) {
            showStart(options, sequences, features, workers);
        }

        @Override
        public void onIteration(
                int iteration, double tokenErrors, double sequenceErrors, int active, double objective, double change) {
            show(String.format(
                    Locale.ROOT,
                    "iter=%d terr=%.5f serr=%.5f act=%d obj=%.5f diff=%.5f\n",
                    iteration,
                    tokenErrors,
                    sequenceErrors,
                    active,
                    objective,
                    change));
        }
    }

    /** The lines that CRF++ prints while it trains by MIRA. */
    private final class MiraLog implements CrfppMiraProgress {
        private final CrfppTrainingOptions options;

        MiraLog(CrfppTrainingOptions options) {
            this.options = options;
        }

        @Override
        public void onStart(int sequences, int features, int workers) {
            showStart(options, sequences, features, workers);
        }

        @Override
        public void onIteration(
                int iteration, double tokenErrors, double sequenceErrors, BoundedMira.Epoch epoch, double objective) {
            show(String.format(
                    Locale.ROOT,
                    "iter=%d terr=%.5f serr=%.5f act=%d uact=%d obj=%.5f kkt=%.5f\n",
                    iteration,
                    tokenErrors,
                    sequenceErrors,
                    epoch.active(),
                    epoch.bounded(),
                    objective,
                    epoch.violation()));
        }
    }
}
