package org.espalier.data;

import java.util.List;

/**
 * Writes sequences as lines of a {@code .ts} file: dimensions separated by colons, values by commas, the label last; {@link #header}
 * writes what stands before them. All frames of a sequence must have the same label.
 */
public record TsFormatter() implements SequenceFormatter {

    /**
     * The lines before the first sequence.
     *
     * @param problem the name of the data
     * @param example a sequence like those that follow
     * @param labels all labels
     */
    public String header(String problem, Sequence example, List<String> labels) {
        int dimensions = example.tokens().get(0).columns().size();
        for (String label : labels) {
            requireWord(example, label);
        }
        return "@problemName " + problem.replaceAll("\\s+", "") + "\n@timeStamps false\n@missing true\n@univariate "
                + (dimensions == 1) + "\n@dimensions " + dimensions + "\n@equalLength false\n@classLabel "
                + (labels.isEmpty() ? "false" : "true " + String.join(" ", labels)) + "\n@data\n";
    }

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        if (sequence.length() == 0) {
            throw new IllegalArgumentException(
                    sequence.location() + ": a sequence without frames; the format ts has at least one");
        }
        int dimensions = sequence.tokens().get(0).columns().size();
        for (int d = 0; d < dimensions; d++) {
            for (int t = 0; t < sequence.length(); t++) {
                String value = sequence.tokens().get(t).columns().get(d).strip();
                boolean missing = RealValues.isMissing(value);
                if (!missing && !RealValues.isNumber(value)) {
                    throw new IllegalArgumentException(sequence.location() + ": '" + value
                            + "' is not a number; the format ts allows nothing else");
                }
                out.append(t > 0 ? "," : "").append(missing ? "?" : value);
            }
            out.append(d + 1 < dimensions ? ":" : "");
        }
        List<String> labels = sequence.labels();
        if (labels != null) {
            if (labels.stream().distinct().count() > 1) {
                throw new IllegalArgumentException(sequence.location()
                        + ": the frames have different labels; the format ts has one label per sequence");
            }
            requireWord(sequence, labels.get(0));
            out.append(':').append(labels.get(0));
        }
        out.append('\n');
    }

    private static void requireWord(Sequence sequence, String label) {
        if (!label.matches("[^\\s:()]+")) {
            throw new IllegalArgumentException(sequence.location() + ": the label '" + label
                    + "' is empty, or has blanks, colons or brackets, which the format ts cannot hold");
        }
    }
}
