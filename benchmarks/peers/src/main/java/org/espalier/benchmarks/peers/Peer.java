package org.espalier.benchmarks.peers;

import java.nio.file.Path;
import java.util.function.Consumer;

/** A toolkit that learns from a task's files and labels others. */
interface Peer {

    /** Learns from {@code train} and writes the model. */
    Training train(PartFiles train, Path model, int iterations) throws Exception;

    /** Hands on the label of every token of {@code input}, in order. */
    void tag(Path model, PartFiles input, Consumer<String> labels) throws Exception;

    /**
     * What a training took.
     *
     * @param passes over the data
     * @param seconds of the optimiser alone
     * @param objective NaN where it is not the one of the race
     */
    record Training(double passes, double seconds, double objective) {}

    /** The files of one part of a task: columns, ready attributes, and the template that leads from one to the other. */
    record PartFiles(Path columns, Path ready, Path template) {
        static PartFiles of(Path folder, String part) {
            return new PartFiles(
                    folder.resolve(part + ".txt"), folder.resolve(part + ".crfsuite"), folder.resolve("template"));
        }
    }
}
