package org.espalier.cli.dropin.crfsuite;

import java.util.List;
import org.espalier.data.Labels;
import org.espalier.interop.FixedPoint;

/** Counts right and wrong labels, and reports them as CRFsuite does. */
final class LabelScores {
    private final Labels labels;
    private final int[] correct;
    private final int[] predicted;
    private final int[] observed;
    private int items;
    private int instances;
    private int correctInstances;

    LabelScores(Labels labels) {
        this.labels = labels;
        this.correct = new int[labels.size()];
        this.predicted = new int[labels.size()];
        this.observed = new int[labels.size()];
    }

    /** CRFsuite stops at the first label that the model does not know, and does not count such a sequence. */
    void add(List<String> reference, List<String> prediction) {
        int right = 0;
        for (int t = 0; t < reference.size(); t++) {
            int expected = labels.indexOf(reference.get(t));
            if (expected < 0) {
                return;
            }
            int found = labels.indexOf(prediction.get(t));
            observed[expected]++;
            predicted[found]++;
            if (found == expected) {
                correct[found]++;
                right++;
            }
            items++;
        }
        correctInstances += right == reference.size() ? 1 : 0;
        instances++;
    }

    /** The report. */
    String text() {
        StringBuilder out = new StringBuilder("Performance by label (#match, #model, #ref) (precision, recall, F1):\n");
        double[] macro = new double[3];
        int right = 0;
        for (int label = 0; label < correct.length; label++) {
            out.append("    ")
                    .append(labels.name(label))
                    .append(": (")
                    .append(correct[label])
                    .append(", ");
            out.append(predicted[label]).append(", ").append(observed[label]).append(") (");
            if (observed[label] == 0) {
                out.append("******, ******, ******)\n");
                continue;
            }
            double precision = ratio(correct[label], predicted[label]);
            double recall = ratio(correct[label], observed[label]);
            double f1 = precision + recall > 0 ? precision * recall * 2 / (precision + recall) : 0;
            double[] scores = {precision, recall, f1};
            appendAll(scores, 4, out);
            out.append('\n');
            for (int k = 0; k < macro.length; k++) {
                macro[k] += scores[k];
            }
            right += correct[label];
        }
        for (int k = 0; k < macro.length; k++) {
            macro[k] /= correct.length;
        }
        out.append("Macro-average precision, recall, F1: (");
        appendAll(macro, 6, out);
        out.append("\nItem accuracy: ");
        appendAccuracy(right, items, out);
        out.append("Instance accuracy: ");
        appendAccuracy(correctInstances, instances, out);
        return out.toString();
    }

    private static double ratio(int part, int whole) {
        return whole > 0 ? part / (double) whole : 0;
    }

    private static void appendAll(double[] scores, int digits, StringBuilder out) {
        for (int k = 0; k < scores.length; k++) {
            out.append(k == 0 ? "" : ", ");
            FixedPoint.append(scores[k], digits, out);
        }
        out.append(')');
    }

    private static void appendAccuracy(int right, int all, StringBuilder out) {
        out.append(right).append(" / ").append(all).append(" (");
        FixedPoint.append(ratio(right, all), 4, out);
        out.append(")\n");
    }
}
