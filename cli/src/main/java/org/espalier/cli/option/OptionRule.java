package org.espalier.cli.option;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Options that have an effect, or none, in the run that was asked for. Every command that has options of the second kind lists them as
 * rules, so that none is ignored without a word.
 *
 * @param options their names
 * @param matters whether they have an effect
 * @param where without effect, such as "without --dev"
 */
public record OptionRule(List<String> options, boolean matters, String where) {

    public static OptionRule of(boolean matters, String where, String... options) {
        return new OptionRule(List.of(options), matters, where);
    }

    /** Warns of every option that is given and has no effect. */
    public static void tell(List<OptionRule> rules, Predicate<String> isGiven, Consumer<String> warn) {
        for (OptionRule rule : rules) {
            for (String option : rule.options) {
                if (!rule.matters && isGiven.test(option)) {
                    warn.accept(option + " has no effect " + rule.where);
                }
            }
        }
    }
}
