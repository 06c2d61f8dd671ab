package org.espalier.generative;

import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.parallel.Workers;

/**
 * How a hidden Markov model is trained.
 *
 * @param transitions smoothing of p(y | y before), of the first label, and of the end
 * @param emissions smoothing of p(word | y)
 * @param unknown how unknown words are treated
 * @param ends whether p(end | y) is learned too; then p(x, y) adds up to 1 over sequences of all lengths
 * @param column which column holds the word, from 0
 * @param notation how unknown labels are written
 * @param labels labels besides those of the data: the hidden states of data without any
 * @param em Baum–Welch, for data that are not labelled throughout
 * @param threads how many work, 0 for all cores; the result does not depend on it
 */
public record HmmOptions(
        Smoothing transitions,
        Smoothing emissions,
        UnknownWords unknown,
        boolean ends,
        int column,
        LabelNotation notation,
        List<String> labels,
        EmOptions em,
        int threads) {

    public static final HmmOptions DEFAULTS = new HmmOptions(
            Smoothing.INTERPOLATION,
            Smoothing.WITTEN_BELL,
            UnknownWords.SUFFIX,
            true,
            0,
            LabelNotation.DEFAULT,
            List.of(),
            EmOptions.DEFAULTS,
            1);

    public HmmOptions {
        labels = List.copyOf(labels);
        if (column < 0 || threads < 0) {
            throw new IllegalArgumentException(
                    "column " + column + ", threads " + threads + "; expected numbers from 0");
        }
    }

    public HmmOptions withTransitions(Smoothing value) {
        return new HmmOptions(value, emissions, unknown, ends, column, notation, labels, em, threads);
    }

    public HmmOptions withEmissions(Smoothing value) {
        return new HmmOptions(transitions, value, unknown, ends, column, notation, labels, em, threads);
    }

    public HmmOptions withUnknown(UnknownWords value) {
        return new HmmOptions(transitions, emissions, value, ends, column, notation, labels, em, threads);
    }

    public HmmOptions withEnds(boolean value) {
        return new HmmOptions(transitions, emissions, unknown, value, column, notation, labels, em, threads);
    }

    public HmmOptions withColumn(int value) {
        return new HmmOptions(transitions, emissions, unknown, ends, value, notation, labels, em, threads);
    }

    public HmmOptions withNotation(LabelNotation value) {
        return new HmmOptions(transitions, emissions, unknown, ends, column, value, labels, em, threads);
    }

    public HmmOptions withLabels(List<String> value) {
        return new HmmOptions(transitions, emissions, unknown, ends, column, notation, value, em, threads);
    }

    public HmmOptions withEm(EmOptions value) {
        return new HmmOptions(transitions, emissions, unknown, ends, column, notation, labels, value, threads);
    }

    public HmmOptions withThreads(int value) {
        return new HmmOptions(transitions, emissions, unknown, ends, column, notation, labels, em, value);
    }

    int workers() {
        return Workers.teamOf(threads);
    }
}
