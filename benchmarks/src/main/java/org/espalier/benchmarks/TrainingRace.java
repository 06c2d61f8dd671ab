package org.espalier.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.Template;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import third_party.org.chokkan.crfsuite.Attribute;
import third_party.org.chokkan.crfsuite.Item;
import third_party.org.chokkan.crfsuite.ItemSequence;
import third_party.org.chokkan.crfsuite.StringList;

/**
 * Time per evaluation of the same objective on the same attributes, native CRFsuite (through jcrfsuite) and Espalier in
 * turns in one run: observed features, λ₂ = 1.
 *
 * <pre>
 *   java -cp benchmarks/target/benchmarks.jar org.espalier.benchmarks.TrainingRace template train.txt [iterations [rounds]]
 * </pre>
 */
public final class TrainingRace {
    private TrainingRace() {}

    /** Expects a template, columns to train on, and optionally how many iterations and rounds. */
    public static void main(String[] args) throws Exception {
        Template template = Template.read(Path.of(args[0]));
        List<Sequence> data = Sequences.read(DataOptions.COLUMNS, Path.of(args[1]));
        int iterations = args.length > 2 ? Integer.parseInt(args[2]) : 30;
        int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 3;
        loadCrfsuite();
        System.out.println("seconds per evaluation: CRFsuite | Espalier, 1 thread | Espalier, all cores");
        for (int round = 0; round < rounds; round++) {
            double crfsuite = crfsuite(template, data, iterations);
            double one = espalier(template, data, iterations, 1);
            double all = espalier(template, data, iterations, 0);
            System.out.printf(
                    Locale.ROOT,
                    "%.4f | %.4f (×%.2f) | %.4f (×%.2f)%n",
                    crfsuite,
                    one,
                    crfsuite / one,
                    all,
                    crfsuite / all);
        }
    }

    /** jcrfsuite's own loader defines its classes a second time, in another class loader, which current JDKs refuse. */
    private static void loadCrfsuite() throws IOException {
        String resource = "/crfsuite-0.12/Linux/amd64/libcrfsuite.so";
        Path library = Files.createTempFile("libcrfsuite", ".so");
        library.toFile().deleteOnExit();
        try (InputStream bytes = TrainingRace.class.getResourceAsStream(resource)) {
            if (bytes == null) {
                throw new IOException("jcrfsuite has no " + resource);
            }
            Files.copy(bytes, library, StandardCopyOption.REPLACE_EXISTING);
        }
        System.load(library.toString());
    }

    private static double espalier(Template template, List<Sequence> data, int iterations, int threads) {
        double[] seconds = new double[1];
        TrainingOptions options = TrainingOptions.DEFAULTS
                .withMaxIterations(iterations)
                .withTolerance(0)
                .withThreads(threads);
        new Trainer(template, options)
                .withListener(new TrainingListener() {
                    @Override
                    public void onFinish(TrainingReport report) {
                        seconds[0] = report.secondsPerEvaluation();
                    }
                })
                .train(data);
        return seconds[0];
    }

    /** The mean of what CRFsuite itself reports per iteration, of which nearly all have one evaluation. */
    private static double crfsuite(Template template, List<Sequence> data, int iterations) throws IOException {
        List<Double> seconds = new ArrayList<>();
        third_party.org.chokkan.crfsuite.Trainer trainer = new third_party.org.chokkan.crfsuite.Trainer() {
            @Override
            public void message(String text) {
                String mark = "Seconds required for this iteration: ";
                if (text.startsWith(mark)) {
                    seconds.add(Double.parseDouble(text.substring(mark.length()).trim()));
                }
            }
        };
        for (Sequence sequence : data) {
            trainer.append(items(template, sequence), labels(sequence), 0);
        }
        if (!trainer.select("lbfgs", "crf1d")) {
            throw new IllegalStateException("CRFsuite does not know lbfgs");
        }
        trainer.set("c2", "0.5");
        trainer.set("max_iterations", String.valueOf(iterations));
        Path model = Files.createTempFile("race", ".crfsuite");
        try {
            trainer.train(model.toString(), -1);
        } finally {
            Files.delete(model);
            trainer.delete();
        }
        return seconds.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    private static ItemSequence items(Template template, Sequence sequence) {
        ItemSequence items = new ItemSequence();
        for (int t = 0; t < sequence.length(); t++) {
            Item item = new Item();
            template.extract(sequence, t, new AttributeSink() {
                @Override
                public void state(CharSequence name, double value) {
                    item.add(new Attribute(name.toString(), value));
                }

                @Override
                public void transition(CharSequence name, double value) {
                    throw new IllegalArgumentException("CRFsuite has no transition attributes: " + name);
                }
            });
            items.add(item);
        }
        return items;
    }

    private static StringList labels(Sequence sequence) {
        StringList labels = new StringList();
        List<String> names = sequence.labels();
        if (names == null) {
            throw new IllegalArgumentException(sequence.location() + ": no labels");
        }
        names.forEach(labels::add);
        return labels;
    }
}
