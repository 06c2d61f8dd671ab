package org.espalier.cli.reason;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.output.TextTable;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.inspect.Contribution;
import org.espalier.inspect.ModelDifference;
import org.jspecify.annotations.Nullable;

/**
 * A sequence that two models label differently.
 *
 * @param number which sequence it is, from 1
 * @param difference the weights behind it
 */
public record DifferenceText(long number, Sequence sequence, ModelDifference difference) {

    /** The tokens with different labels. */
    public List<Integer> tokens() {
        List<Integer> tokens = new ArrayList<>();
        for (int t = 0; t < difference.labels().size(); t++) {
            if (!difference.labels().get(t).equals(difference.others().get(t))) {
                tokens.add(t);
            }
        }
        return tokens;
    }

    /**
     * For a terminal.
     *
     * @param most how many weights are listed
     */
    public String text(int most) {
        StringBuilder out = new StringBuilder();
        out.append(AnswerText.place(number, sequence)).append('\n');
        List<String> gold = sequence.labels();
        for (int t : tokens()) {
            out.append(String.format(
                    Locale.ROOT,
                    "  token %d \"%s\": %s in the first, %s in the second%s%n",
                    t + 1,
                    AnswerText.words(sequence, t, t + 1),
                    difference.labels().get(t),
                    difference.others().get(t),
                    gold == null ? "" : "; " + gold.get(t) + " in the data"));
        }
        out.append(String.format(
                Locale.ROOT,
                "  the first model prefers its labels by %.4f, the second by %.4f%n",
                difference.firstMargin(),
                difference.secondMargin()));
        TextTable table = new TextTable(3, "difference", "first", "second", "token", "feature", "labels");
        double rest = 0;
        for (int k = 0; k < difference.terms().size(); k++) {
            ModelDifference.Term term = difference.terms().get(k);
            if (k >= most) {
                rest += term.difference();
                continue;
            }
            Contribution where = term.where();
            table.add(
                    AnswerText.amount(term.difference()),
                    AnswerText.amount(where.amount()),
                    AnswerText.amount(term.otherAmount()),
                    AnswerText.words(sequence, where.token(), where.token() + 1),
                    where.attribute().isEmpty() ? "(transition)" : where.attribute(),
                    where.label() + " over " + where.rival());
        }
        table.toString().lines().forEach(line -> out.append("  ").append(line).append('\n'));
        int left = difference.terms().size() - most;
        if (left > 0) {
            out.append(String.format(Locale.ROOT, "  %s from %,d smaller ones%n", AnswerText.amount(rest), left));
        }
        return out.toString().replace("\r", "");
    }

    /** For JSON. Tokens are counted from 0 there. */
    public Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("sequence", number);
        if (!sequence.location().equals(Location.NONE)) {
            map.put("location", sequence.location().toString());
        }
        map.put("tokens", tokens());
        map.put("first", difference.labels());
        map.put("second", difference.others());
        if (sequence.labels() != null) {
            map.put("gold", sequence.labels());
        }
        map.put("firstMargin", difference.firstMargin());
        map.put("secondMargin", difference.secondMargin());
        List<Object> terms = new ArrayList<>();
        for (ModelDifference.Term term : difference.terms()) {
            Contribution where = term.where();
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("kind", where.isTransition() ? "transition" : "feature");
            one.put("token", where.token());
            one.put("attribute", where.attribute());
            one.put("label", where.label());
            one.put("rival", where.rival());
            one.put("first", where.amount());
            one.put("second", term.otherAmount());
            terms.add(one);
        }
        map.put("terms", terms);
        return map;
    }
}
