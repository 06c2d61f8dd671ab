package org.espalier.examples;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.espalier.dictionary.DictionaryFiles;
import org.espalier.morphology.CostModel;
import org.espalier.morphology.CostOptions;
import org.espalier.morphology.CostTrainer;
import org.espalier.morphology.DictionaryWriter;
import org.espalier.morphology.Morpheme;
import org.espalier.morphology.MorphemeCorpus;
import org.espalier.morphology.MorphemePath;
import org.espalier.morphology.MorphemeTagger;

/** Learns the costs of a small dictionary, writes it, and shows the two best ways to cut a text. */
public final class LearnDictionary {

    private LearnDictionary() {}

    /** Learns from the sample in the first folder, writes the dictionary to the second. */
    public static void main(String[] arguments) {
        Path sample = Path.of(arguments.length > 0 ? arguments[0] : "samples/morphemes");
        DictionaryFiles seed = DictionaryFiles.open(sample.resolve("seed"), null);
        MorphemeCorpus corpus = MorphemeCorpus.read(seed, List.of(sample.resolve("train.txt")), StandardCharsets.UTF_8);
        CostModel model = new CostTrainer(CostOptions.DEFAULTS).train(corpus, seed);
        Path folder = Path.of(arguments.length > 1 ? arguments[1] : "dictionary");
        DictionaryWriter.write(seed, model, folder);
        MorphemeTagger tagger = MorphemeTagger.open(DictionaryFiles.open(folder, null));
        for (MorphemePath path : tagger.tag("東京都に住む", 2, true)) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%.3f ", path.probability()));
            for (Morpheme morpheme : path.morphemes()) {
                line.append(' ').append(morpheme.surface());
            }
            System.out.println(line);
        }
    }
}
