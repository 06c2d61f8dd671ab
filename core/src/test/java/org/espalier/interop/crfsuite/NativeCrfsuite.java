package org.espalier.interop.crfsuite;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import third_party.org.chokkan.crfsuite.Attribute;
import third_party.org.chokkan.crfsuite.Item;
import third_party.org.chokkan.crfsuite.ItemSequence;
import third_party.org.chokkan.crfsuite.StringList;
import third_party.org.chokkan.crfsuite.Tagger;
import third_party.org.chokkan.crfsuite.Trainer;

/** The native CRFsuite that jcrfsuite bundles; tests say that they skip where it has none for the platform. */
final class NativeCrfsuite {
    private static final Map<String, String> LIBRARIES = Map.of(
            "linux/amd64", "/crfsuite-0.12/Linux/amd64/libcrfsuite.so",
            "mac/x86_64", "/crfsuite-0.12/Mac/x86_64/libcrfsuite.dylib",
            "windows/amd64", "/crfsuite-0.12/Windows/amd64/crfsuite.dll");

    private NativeCrfsuite() {}

    /** jcrfsuite's own loader defines its classes a second time, in another class loader, which current JDKs refuse. */
    static void load(Path folder) throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).split(" ", 2)[0];
        String platform = system + "/" + System.getProperty("os.arch");
        String resource = LIBRARIES.get(platform);
        assumeTrue(resource != null, "jcrfsuite has no native library for " + platform + ", so the test is skipped");
        Path library = folder.resolve(resource.substring(resource.lastIndexOf('/') + 1));
        try (InputStream bytes = NativeCrfsuite.class.getResourceAsStream(resource)) {
            Files.copy(bytes, library, StandardCopyOption.REPLACE_EXISTING);
        }
        System.load(library.toString());
    }

    /** What CRFsuite says of a sequence. */
    record Answer(List<String> labels, double probability, double[][] marginals) {}

    static List<Answer> tag(Path model, List<String> labels, List<Sequence> data) {
        Tagger tagger = new Tagger();
        assumeTrue(tagger.open(model.toString()), "CRFsuite cannot open the model");
        List<Answer> answers = new ArrayList<>();
        for (Sequence sequence : data) {
            tagger.set(items(sequence));
            StringList found = tagger.viterbi();
            List<String> names = new ArrayList<>();
            double[][] marginals = new double[sequence.length()][labels.size()];
            for (int t = 0; t < sequence.length(); t++) {
                names.add(found.get(t));
                for (int s = 0; s < labels.size(); s++) {
                    marginals[t][s] = tagger.marginal(labels.get(s), t);
                }
            }
            answers.add(new Answer(names, tagger.probability(found), marginals));
        }
        tagger.close();
        return answers;
    }

    static void train(List<Sequence> data, Path model, Map<String, String> parameters) {
        Trainer trainer = new Trainer();
        for (Sequence sequence : data) {
            StringList labels = new StringList();
            sequence.labels().forEach(labels::add);
            trainer.append(items(sequence), labels, 0);
        }
        trainer.select("lbfgs", "crf1d");
        parameters.forEach(trainer::set);
        trainer.train(model.toString(), -1);
        trainer.delete();
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
}
