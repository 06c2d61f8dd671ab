package org.espalier.interop.crfsuite;

import java.io.IOException;
import java.util.Locale;
import org.espalier.interop.FixedPoint;

/** Prints what is in a model file, line by line as {@code crfsuite dump} does. */
final class ModelDump {
    private static final String[] NUMBERS = {"num_features", "num_labels", "num_attrs"};
    private static final String[] OFFSETS = {"features", "labels", "attrs", "labelrefs", "attrrefs"};

    private final FileLayout layout;
    private final Appendable out;

    ModelDump(FileLayout layout, Appendable out) {
        this.layout = layout;
        this.out = out;
    }

    void print() throws IOException {
        printHeader();
        printStrings("LABELS", layout.labels());
        printStrings("ATTRIBUTES", layout.attributes());
        out.append("TRANSITIONS = {\n");
        for (int label = 0; label < layout.labels().size(); label++) {
            printFeatures(FileLayout.TRANSITION, layout.labels().get(label), layout.transitions(label));
        }
        out.append("}\n\nSTATE_FEATURES = {\n");
        for (int attribute = 0; attribute < layout.attributes().size(); attribute++) {
            printFeatures(FileLayout.STATE, layout.attributes().get(attribute), layout.states(attribute));
        }
        out.append("}\n\n");
    }

    private void printHeader() throws IOException {
        ModelBytes file = layout.file();
        out.append("FILEHEADER = {\n  magic: ").append(file.letters(0));
        out.append("\n  size: ").append(Long.toString(file.number(4, "the header")));
        out.append("\n  type: ").append(file.letters(8));
        out.append("\n  version: ").append(Long.toString(file.number(12, "the header")));
        for (int k = 0; k < NUMBERS.length; k++) {
            out.append("\n  ").append(NUMBERS[k]).append(": ");
            out.append(Long.toString(file.number(16 + 4L * k, "the header")));
        }
        for (int k = 0; k < OFFSETS.length; k++) {
            out.append("\n  off_").append(OFFSETS[k]).append(": 0x");
            out.append(Long.toHexString(file.number(28 + 4L * k, "the header")).toUpperCase(Locale.ROOT));
        }
        out.append("\n}\n\n");
    }

    private void printStrings(String title, Cqdb strings) throws IOException {
        out.append(title).append(" = {\n");
        for (int id = 0; id < strings.size(); id++) {
            String number = Integer.toString(id);
            out.append("  ")
                    .append(" ".repeat(Math.max(0, 5 - number.length())))
                    .append(number);
            out.append(": ").append(strings.get(id)).append('\n');
        }
        out.append("}\n\n");
    }

    private void printFeatures(int type, String source, int[] features) throws IOException {
        for (int feature : features) {
            out.append("  (")
                    .append(Integer.toString(type))
                    .append(") ")
                    .append(source)
                    .append(" --> ");
            out.append(layout.labels().get(layout.target(feature))).append(": ");
            out.append(FixedPoint.of(layout.weight(feature), 6)).append('\n');
        }
    }
}
