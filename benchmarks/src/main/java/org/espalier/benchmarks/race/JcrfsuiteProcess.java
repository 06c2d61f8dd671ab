package org.espalier.benchmarks.race;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import third_party.org.chokkan.crfsuite.Attribute;
import third_party.org.chokkan.crfsuite.Item;
import third_party.org.chokkan.crfsuite.ItemSequence;
import third_party.org.chokkan.crfsuite.StringList;
import third_party.org.chokkan.crfsuite.Tagger;
import third_party.org.chokkan.crfsuite.Trainer;

/** The native CRFsuite that jcrfsuite bundles, behind the arguments of CRFsuite's own program, as far as a race needs them. */
public final class JcrfsuiteProcess {
    private JcrfsuiteProcess() {}

    /** {@code learn -a lbfgs -p name=value… -m model data} or {@code tag -m model data}. */
    public static void main(String[] args) throws IOException {
        loadCrfsuite();
        List<String> arguments = List.of(args);
        String model = arguments.get(arguments.indexOf("-m") + 1);
        Path data = Path.of(arguments.get(arguments.size() - 1));
        if (arguments.get(0).equals("learn")) {
            learn(arguments, model, data);
        } else {
            tag(model, data);
        }
    }

    /** jcrfsuite's own loader defines its classes a second time, in another class loader, which current JDKs refuse. */
    private static void loadCrfsuite() throws IOException {
        String resource = "/crfsuite-0.12/Linux/amd64/libcrfsuite.so";
        Path library = Files.createTempFile("libcrfsuite", ".so");
        library.toFile().deleteOnExit();
        try (InputStream bytes = JcrfsuiteProcess.class.getResourceAsStream(resource)) {
            if (bytes == null) {
                throw new BenchmarkFailure("jcrfsuite has no " + resource);
            }
            Files.copy(bytes, library, StandardCopyOption.REPLACE_EXISTING);
        }
        System.load(library.toString());
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
                trainer.append(items(sequence), labels(sequence), 0);
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
                tagger.set(items(sequence));
                StringList labels = tagger.viterbi();
                for (int t = 0; t < labels.size(); t++) {
                    out.append(labels.get(t)).append('\n');
                }
                out.append('\n');
            }
        }
        out.flush();
    }

    private static ItemSequence items(Sequence sequence) {
        ItemSequence items = new ItemSequence();
        for (Token token : sequence.tokens()) {
            Item item = new Item();
            token.attributes().forEach(attribute -> item.add(new Attribute(attribute.name(), attribute.value())));
            items.add(item);
        }
        return items;
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
