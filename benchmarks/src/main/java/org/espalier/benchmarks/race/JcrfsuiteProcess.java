package org.espalier.benchmarks.race;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.benchmarks.NativeCrfsuite;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import third_party.org.chokkan.crfsuite.StringList;
import third_party.org.chokkan.crfsuite.Tagger;
import third_party.org.chokkan.crfsuite.Trainer;

/** The native CRFsuite that jcrfsuite bundles, behind the arguments of CRFsuite's own program, as far as a race needs them. */
public final class JcrfsuiteProcess {
    private JcrfsuiteProcess() {}

    /** {@code learn -a lbfgs -p name=value… -m model data} or {@code tag -m model data}. */
    public static void main(String[] args) throws IOException {
        NativeCrfsuite.load();
        List<String> arguments = List.of(args);
        String model = arguments.get(arguments.indexOf("-m") + 1);
        Path data = Path.of(arguments.get(arguments.size() - 1));
        if (arguments.get(0).equals("learn")) {
            learn(arguments, model, data);
        } else {
            tag(model, data);
        }
    }

    /** The beginning of the command: another JVM with the classes of this one. */
    public static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseParallelGC",
                "-cp",
                System.getProperty("java.class.path"),
                JcrfsuiteProcess.class.getName());
    }

    private static void learn(List<String> arguments, String model, Path data) throws IOException {
        PrintStream out = System.out;
        Trainer trainer = new Trainer() {
            @Override
            public void message(String text) {
                out.print(text);
            }
        };
        try (SequenceReader reader = Sequences.open(DataOptions.CRFSUITE, data)) {
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                trainer.append(NativeCrfsuite.items(sequence), labels(sequence), 0);
            }
        }
        if (!trainer.select("lbfgs", "crf1d")) {
            throw new BenchmarkFailure("CRFsuite does not know lbfgs");
        }
        for (int k = 0; k < arguments.size(); k++) {
            if (arguments.get(k).equals("-p")) {
                String setting = arguments.get(k + 1);
                int equals = setting.indexOf('=');
                trainer.set(setting.substring(0, equals), setting.substring(equals + 1));
            }
        }
        trainer.train(model, -1);
        trainer.delete();
    }

    private static void tag(String model, Path data) throws IOException {
        Tagger tagger = new Tagger();
        if (!tagger.open(model)) {
            throw new BenchmarkFailure(model + ": CRFsuite cannot open it");
        }
        BufferedWriter out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
        try (SequenceReader reader = Sequences.open(DataOptions.CRFSUITE, data)) {
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                tagger.set(NativeCrfsuite.items(sequence));
                StringList labels = tagger.viterbi();
                for (int t = 0; t < labels.size(); t++) {
                    out.append(labels.get(t)).append('\n');
                }
                out.append('\n');
            }
        }
        out.flush();
    }

    private static StringList labels(Sequence sequence) {
        StringList labels = new StringList();
        List<String> names = sequence.labels();
        if (names == null) {
            throw new BenchmarkFailure(sequence.location() + ": no labels");
        }
        names.forEach(labels::add);
        return labels;
    }
}
