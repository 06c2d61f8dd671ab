package org.espalier.cli.input;

import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.output.CommandFailure;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.evaluate.Disagreements;
import org.espalier.evaluate.PairedBootstrap;

/** The answers of two systems, one after the other, which must be about the same sequences. Holds the labels of the first one. */
public final class PairedAnswers {
    private static final String REMEDY =
            "; expected the same sequences with the same gold labels for both, because otherwise a difference means"
                    + " nothing";

    private final String firstName;
    private final String secondName;
    private final List<Answer> answers = new ArrayList<>();
    private int seen;

    private record Answer(Location location, List<String> gold, List<String> predicted) {}

    /** Of two systems with these names. */
    public PairedAnswers(String firstName, String secondName) {
        this.firstName = firstName;
        this.secondName = secondName;
    }

    public String firstName() {
        return firstName;
    }

    public String secondName() {
        return secondName;
    }

    /** An answer of the first system. */
    public void first(Sequence sequence, List<String> predicted) {
        answers.add(new Answer(sequence.location(), gold(sequence), predicted));
    }

    /**
     * The answer of the second system to the next sequence.
     *
     * @param disagreements gets the sequence and both answers
     * @throws CommandFailure when the first system has not had the same sequence
     */
    public void second(
            Sequence sequence, List<String> predicted, PairedBootstrap bootstrap, Disagreements disagreements) {
        if (seen == answers.size()) {
            throw new CommandFailure(sequence.location() + ": " + secondName + " has more sequences than the "
                    + answers.size() + " of " + firstName + REMEDY);
        }
        Answer answer = answers.get(seen++);
        List<String> gold = gold(sequence);
        if (!gold.equals(answer.gold())) {
            throw new CommandFailure("sequence " + seen + " is not the same for both: " + answer.location() + " has "
                    + describe(answer.gold(), gold) + " for " + firstName + ", " + sequence.location() + " has "
                    + describe(gold, answer.gold()) + " for " + secondName + REMEDY);
        }
        bootstrap.add(gold, answer.predicted(), predicted);
        disagreements.add(sequence, answer.predicted(), predicted);
    }

    /** Says that the second system has had all its sequences. */
    public void end() {
        if (seen < answers.size()) {
            throw new CommandFailure(answers.get(seen).location() + ": " + secondName + " has " + seen
                    + " sequences, but " + firstName + " has " + answers.size() + REMEDY);
        }
    }

    private static List<String> gold(Sequence sequence) {
        return sequence.labels() == null ? List.of() : sequence.labels();
    }

    /** What shows the difference: the number of tokens, or the first label that is another one. */
    private static String describe(List<String> gold, List<String> other) {
        if (gold.size() != other.size()) {
            return gold.size() + (gold.size() == 1 ? " token" : " tokens");
        }
        int t = 0;
        while (gold.get(t).equals(other.get(t))) {
            t++;
        }
        return "the gold label " + gold.get(t) + " at token " + (t + 1);
    }
}
