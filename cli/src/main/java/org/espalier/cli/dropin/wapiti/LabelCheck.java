package org.espalier.cli.dropin.wapiti;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.data.Labels;

/** Counts right and wrong labels and reports them as Wapiti does; tokens whose label the model lacks are left out. */
final class LabelCheck {
    private static final int PROGRESS = 1000;

    private final Labels labels;
    private final long[] expected;
    private final long[] found;
    private final long[] matched;
    private long tokens;
    private long wrongTokens;
    private long sequences;
    private long wrongSequences;

    LabelCheck(Labels labels) {
        this.labels = labels;
        this.expected = new long[labels.size()];
        this.found = new long[labels.size()];
        this.matched = new long[labels.size()];
    }

    void add(List<String> right, int[] states) {
        boolean wrong = false;
        for (int t = 0; t < states.length; t++) {
            int label = labels.indexOf(right.get(t));
            if (label >= 0) {
                expected[label]++;
                found[states[t]]++;
                if (label == states[t]) {
                    matched[label]++;
                } else {
                    wrongTokens++;
                    wrong = true;
                }
            }
        }
        tokens += states.length;
        wrongSequences += wrong ? 1 : 0;
    }

    /** Counts a sequence; now and then there is a line to say. */
    Optional<String> progress(boolean checked) {
        if (++sequences % PROGRESS != 0) {
            return Optional.empty();
        }
        String count = String.valueOf(sequences);
        String line = " ".repeat(Math.max(0, 10 - count.length())) + count + " sequences labeled";
        return Optional.of(
                checked ? line + "\t" + percent(wrongTokens, tokens) + "/" + percent(wrongSequences, sequences) : line);
    }

    private static String percent(long part, long whole) {
        return WapitiMode.fixed((double) part / whole * 100.0, 5, 2) + "%";
    }

    /** The report at the end. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("    Nb sequences  : " + sequences);
        lines.add("    Token error   : " + percent(wrongTokens, tokens));
        lines.add("    Sequence error: " + percent(wrongSequences, sequences));
        lines.add("* Per label statistics");
        for (int y = 0; y < labels.size(); y++) {
            double recall = (double) matched[y] / expected[y];
            double precision = (double) matched[y] / found[y];
            double f1 = 2.0 * (precision * recall) / (precision + recall);
            lines.add("    " + WapitiMode.padded(WapitiMode.readable(labels.name(y)), 6)
                    + "  Pr=" + WapitiMode.fixed(precision, 0, 2)
                    + "  Rc=" + WapitiMode.fixed(recall, 0, 2)
                    + "  F1=" + WapitiMode.fixed(f1, 0, 2));
        }
        return lines;
    }
}
