package org.espalier.examples;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.espalier.data.Labels;
import org.espalier.data.Span;
import org.espalier.emission.CrfLayer;
import org.espalier.emission.EmissionDecoder;
import org.espalier.model.Labelling;
import org.espalier.model.Tagging;

/** Labels for the numbers of a network: the example of docs/emissions.md. */
public final class DecodeEmissions {
    private DecodeEmissions() {}

    /** Expects the file of a CRF layer with the labels O, B-PER and I-PER, such as {@code {"transitions": [[0, 0, -4], [0, -1, 2], [0, -1, 1]]}}. */
    public static void main(String[] args) {
        List<String> words = List.of("Anna", "Berger", "sings");
        float[][] emissions = {{0.1f, 2.0f, 1.9f}, {1.2f, 1.3f, 1.1f}, {3.0f, 0.2f, 0.1f}
        }; // what a network gave [T][L]
        Labels labels = Labels.of(List.of("O", "B-PER", "I-PER")); // in the order of the network's outputs
        EmissionDecoder decoder = new EmissionDecoder(CrfLayer.read(Path.of(args[0]), labels)).withValidLabels();

        Tagging tagging = decoder.decode(words, emissions);
        System.out.println(tagging.labels());
        for (Span span : tagging.spans()) {
            System.out.printf(
                    Locale.ROOT,
                    "%s %s %.3f%n",
                    span.type(),
                    words.subList(span.start(), span.end()),
                    tagging.probability(span));
        }
        for (Labelling labelling : tagging.nBest(3)) {
            System.out.printf(Locale.ROOT, "%.3f %s%n", labelling.probability(), labelling.labels());
        }
    }
}
