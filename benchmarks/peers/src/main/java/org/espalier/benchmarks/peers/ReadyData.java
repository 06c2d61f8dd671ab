package org.espalier.benchmarks.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads sentences of ready attributes: a label and binary attributes per line, {@code \:} and {@code \\} escaped. */
final class ReadyData {
    private ReadyData() {}

    /** One sentence: a label and a list of attributes per token. */
    record Sentence(List<String> labels, List<List<String>> attributes) {
        int length() {
            return labels.size();
        }
    }

    static List<Sentence> read(Path file) throws IOException {
        List<Sentence> sentences = new ArrayList<>();
        forEach(file, sentences::add);
        return sentences;
    }

    static void forEach(Path file, Consumer<Sentence> sink) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            Sentence sentence = new Sentence(new ArrayList<>(), new ArrayList<>());
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isEmpty()) {
                    String[] fields = line.split("\t");
                    List<String> attributes = new ArrayList<>(fields.length - 1);
                    for (int k = 1; k < fields.length; k++) {
                        attributes.add(unescaped(fields[k]));
                    }
                    sentence.labels.add(unescaped(fields[0]));
                    sentence.attributes.add(attributes);
                } else if (sentence.length() > 0) {
                    sink.accept(sentence);
                    sentence = new Sentence(new ArrayList<>(), new ArrayList<>());
                }
            }
            if (sentence.length() > 0) {
                sink.accept(sentence);
            }
        }
    }

    private static String unescaped(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int k = 0; k < text.length(); k++) {
            if (text.charAt(k) == '\\' && k + 1 < text.length()) {
                k++;
            }
            plain.append(text.charAt(k));
        }
        return plain.toString();
    }
}
