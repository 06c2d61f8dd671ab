package org.espalier.cli.reason;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.output.TextTable;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.data.Token;
import org.espalier.inspect.Contribution;
import org.espalier.inspect.Explanation;
import org.espalier.inspect.Flip;
import org.espalier.model.Tagger;
import org.jspecify.annotations.Nullable;

/**
 * One answer of a model and its reasons.
 *
 * @param number which sequence it is, from 1
 * @param span what is explained; null for the label of a token
 * @param probability of the answer
 * @param flip what would change it; null when nothing was found
 */
public record AnswerText(
        long number,
        Sequence sequence,
        @Nullable Span span,
        Explanation explanation,
        double probability,
        @Nullable Flip flip) {

    /** Explains the label of a token. */
    public static AnswerText ofToken(Tagger tagger, long number, Sequence sequence, int token, double probability) {
        Explanation explanation = Explanation.of(tagger, sequence, token);
        String label = explanation.labels().get(token);
        Flip flip = Flip.of(
                tagger, sequence, explanation, labels -> labels.get(token).equals(label));
        return new AnswerText(number, sequence, null, explanation, probability, flip);
    }

    /** Explains a span. */
    public static AnswerText ofSpan(Tagger tagger, long number, Sequence sequence, Span span, double probability) {
        Explanation explanation = Explanation.ofSpan(tagger, sequence, span);
        Flip flip = Flip.of(
                tagger,
                sequence,
                explanation,
                labels -> tagger.scheme().decode(labels).contains(span));
        return new AnswerText(number, sequence, span, explanation, probability, flip);
    }

    /** Where a sequence stands. */
    static String place(long number, Sequence sequence) {
        Location location = sequence.location();
        return location.equals(Location.NONE) ? "sequence " + number : location + ", sequence " + number;
    }

    /** The tokens of a span, or one token, as the user wrote them. */
    private String words() {
        int from = span == null ? explanation.token() : span.start();
        int to = span == null ? from + 1 : span.end();
        return words(sequence, from, to);
    }

    static String words(Sequence sequence, int from, int to) {
        StringBuilder words = new StringBuilder();
        for (int t = from; t < to; t++) {
            words.append(t == from ? "" : " ").append(word(sequence.tokens().get(t)));
        }
        return words.toString();
    }

    private static String word(Token token) {
        if (!token.columns().isEmpty()) {
            return token.columns().get(0);
        }
        return token.attributes().isEmpty() ? "" : token.attributes().get(0).name();
    }

    /**
     * For a terminal.
     *
     * @param most how many contributions are listed
     */
    public String text(int most) {
        int token = explanation.token();
        StringBuilder out = new StringBuilder();
        String answer = span == null ? explanation.labels().get(token) : span.type();
        out.append(place(number, sequence)).append(", ");
        out.append(
                span == null || span.end() == span.start() + 1
                        ? "token " + (token + 1)
                        : "tokens " + (span.start() + 1) + " to " + span.end());
        out.append(String.format(Locale.ROOT, ": %s \"%s\", probability %.4f%n", answer, words(), probability));
        out.append(String.format(
                Locale.ROOT, "  margin %.4f over %s%n", explanation.margin(), instead(explanation.rivals())));
        TextTable table = new TextTable(1, "amount", "token", "feature", "label", "rival");
        double rest = 0;
        int listed = 0;
        for (Contribution one : explanation.contributions()) {
            if (listed == most) {
                rest += one.amount();
                continue;
            }
            listed++;
            table.add(
                    amount(one.amount()),
                    words(sequence, one.token(), one.token() + 1),
                    one.attribute().isEmpty() ? "(transition)" : one.attribute(),
                    one.label(),
                    one.rival());
        }
        table.toString().lines().forEach(line -> out.append("  ").append(line).append('\n'));
        int left = explanation.contributions().size() - listed;
        if (left > 0) {
            out.append(String.format(Locale.ROOT, "  %s from %,d smaller ones%n", amount(rest), left));
        }
        out.append("  ").append(change()).append('\n');
        return out.toString().replace("\r", "");
    }

    /** What a labelling says instead: of a token its label, of a span those of its tokens and their neighbours. */
    private String instead(List<String> labels) {
        if (span == null) {
            return labels.get(explanation.token());
        }
        int from = Math.max(0, span.start() - 1);
        int to = Math.min(sequence.length(), span.end() + 1);
        StringBuilder text = new StringBuilder();
        for (int t = from; t < to; t++) {
            text.append(t == from ? "" : " ")
                    .append(words(sequence, t, t + 1))
                    .append('/')
                    .append(labels.get(t));
        }
        return text.toString();
    }

    private String change() {
        if (flip == null) {
            return "no attributes were found without which the answer is another";
        }
        return "without " + String.join(", ", flip.attributes()) + " it would be " + instead(flip.labels());
    }

    static String amount(double value) {
        return String.format(Locale.ROOT, "%+.4f", value);
    }

    /** For JSON. Tokens are counted from 0 there. */
    public Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("sequence", number);
        if (!sequence.location().equals(Location.NONE)) {
            map.put("location", sequence.location().toString());
        }
        if (span != null) {
            map.put("span", Map.of("start", span.start(), "end", span.end(), "type", span.type()));
        }
        map.put("text", words());
        map.put("probability", probability);
        map.put("labels", explanation.labels());
        map.putAll(explanation.toMap());
        if (flip != null) {
            Map<String, Object> change = new LinkedHashMap<>();
            change.put("without", flip.attributes());
            change.put("labels", flip.labels());
            map.put("change", change);
        }
        return map;
    }

    /** The token of a sequence that the model is least sure of, or −1 when there is none. */
    public static int leastSure(List<String> labels, double[][] marginals, Labels names) {
        int least = -1;
        double smallest = Double.POSITIVE_INFINITY;
        for (int t = 0; t < labels.size(); t++) {
            double marginal = marginals[t][names.indexOf(labels.get(t))];
            if (marginal < smallest) {
                smallest = marginal;
                least = t;
            }
        }
        return least;
    }
}
