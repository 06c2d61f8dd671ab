package org.espalier.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Little labelled data sets, and a model trained on one. */
public final class SmallData {
    private static final String[] NOUNS = {"cat", "dog", "Paris", "Berlin", "tea", "rain"};
    private static final String[] VERBS = {"sees", "likes", "is", "runs"};

    private SmallData() {}

    public static Path write(Path folder, String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sentences of word and part of speech with BIO labels. */
    public static String columns(int sentences, long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < sentences; n++) {
            int length = 1 + random.nextInt(6);
            for (int t = 0; t < length; t++) {
                boolean noun = random.nextInt(2) == 0;
                String word = noun ? NOUNS[random.nextInt(NOUNS.length)] : VERBS[random.nextInt(VERBS.length)];
                String label = !noun ? "O" : random.nextInt(8) == 0 ? "I-NP" : "B-NP";
                text.append(word).append(noun ? " N " : " V ").append(label).append('\n');
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** A model of two columns with the labels B-NP, I-NP and O. */
    public static Path model(Path folder) {
        Path data = write(folder, "model-data.txt", columns(40, 1));
        Path model = folder.resolve("model.esp");
        Program.Outcome outcome = Program.run("train", "-q", "--threads", 1, "-o", model, data);
        if (outcome.code() != 0) {
            throw new IllegalStateException(outcome.toString());
        }
        return model;
    }
}
