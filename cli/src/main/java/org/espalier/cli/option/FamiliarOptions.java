package org.espalier.cli.option;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.espalier.tune.Hyperparameter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** What to say of an unknown option: ours, where other programs have a different name for it, or else those that are spelt alike. */
public final class FamiliarOptions {
    private static final int MOST = 3;
    private static final int MOST_SLIPS = 2;
    private static final String OUTPUT = "--output";
    private static final String OUTPUT_FORMAT = "--output-format";

    static final List<Equivalent> EQUIVALENTS = List.of(
            new Equivalent(OUTPUT_FORMAT, "json", "--json"),
            new Equivalent(OUTPUT_FORMAT, "labels", "--labels", "--labels-only"),
            new Equivalent(OUTPUT_FORMAT, "text", "--text"),
            new Equivalent("--format", "jsonl", "--jsonl", "--json-lines"),
            new Equivalent("--format", "csv", "--csv"),
            new Equivalent("--format", "libsvm", "--libsvm", "--svmlight"),
            new Equivalent(OUTPUT, "", "--out", "--outfile", "--output-file", "--save"),
            new Equivalent("--nbest", "", "--n-best", "--best", "--k-best", "--top-k", "-n"),
            new Equivalent("--marginals", "", "--marginal", "--confidence", "--confidences", "--probs"),
            new Equivalent("--model", "", "--model-file", "--load"),
            new Equivalent("--template", "", "--templates", "--pattern", "--patterns"),
            new Equivalent("--algorithm", "", "--algo", "--optimizer", "--optimiser", "--solver"),
            new Equivalent("--algorithms", "", "--algo", "--optimizers", "--optimisers"),
            new Equivalent("--l2", "", "--c2", "--rho2", "--regularization", "--regularisation", "--weight-decay"),
            new Equivalent("--l1", "", "--c1", "--rho1"),
            new Equivalent("--max-iterations", "", "--iterations", "--epochs", "--iter", "--max-iter", "--maxiter"),
            new Equivalent("--iterations", "", "--max-iterations", "--epochs", "--iter", "--max-iter", "--maxiter"),
            new Equivalent("--rate", "", "--learning-rate", "--lr"),
            new Equivalent("--batch", "", "--batch-size"),
            new Equivalent("--min-count", "", "--min-freq", "--min-frequency", "--freq", "--cutoff"),
            new Equivalent("--dev", "", "--devel", "--development", "--valid", "--validation"),
            new Equivalent("--seed", "", "--random-seed", "--random-state"),
            new Equivalent("--threads", "", "--thread", "--nthread", "--num-threads", "--jobs", "--workers", "-j"),
            new Equivalent("--separator", "", "--sep", "--delimiter"),
            new Equivalent("--encoding", "", "--charset"),
            new Equivalent("--label-column", "", "--target", "--target-column", "--class-column"),
            new Equivalent("--quiet", "", "--silent"));

    /**
     * An option of ours and what others call it.
     *
     * @param option ours
     * @param value with which it says the same; empty for that which the user gave
     * @param names of others
     */
    record Equivalent(String option, String value, List<String> names) {
        Equivalent(String option, String value, String... names) {
            this(option, value, List.of(names));
        }

        /** Whether the command has the option, and the value is one of its choices. */
        boolean isPartOf(CommandSpec command) {
            OptionSpec ours = command.findOption(option);
            return ours != null
                    && !ours.hidden()
                    && (value.isEmpty() || OptionValues.choices(ours.type()).contains(value));
        }

        String shown() {
            return value.isEmpty() ? option : option + " " + value;
        }
    }

    private FamiliarOptions() {}

    /** Lines that lead on from arguments that a command does not know. */
    public static List<String> advice(CommandSpec command, UnmatchedArgumentException unmatched) {
        String unknown = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
        if (isSearchedFor(command, unknown)) {
            return List.of(question("--parameter " + unknown.substring(2) + "=..."));
        }
        String ours = ours(command, unknown);
        if (ours != null) {
            return List.of(question(ours));
        }
        if (isOutput(unknown) && command.findOption(OUTPUT_FORMAT) != null) {
            return List.of("Results go to standard output; to have them in a file, add '> file'.");
        }
        List<String> near = misspelt(command, unknown);
        return (near.isEmpty() ? unmatched.getSuggestions() : near)
                .stream().limit(MOST).map(FamiliarOptions::question).toList();
    }

    /** The options that a slip of the keys makes of the unknown one, the nearest first. */
    private static List<String> misspelt(CommandSpec command, String unknown) {
        return alike(
                unknown,
                command.options().stream()
                        .filter(option -> !option.hidden())
                        .flatMap(option -> Arrays.stream(option.names()))
                        .filter(name -> name.startsWith("--"))
                        .toList());
    }

    /** The names that a slip of the keys makes of the unknown one, the nearest first. */
    public static List<String> alike(String unknown, Collection<String> names) {
        return names.stream()
                .filter(name -> distance(name, unknown) <= MOST_SLIPS)
                .sorted(Comparator.comparingInt((String name) -> distance(name, unknown))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** How many characters must be put in, left out or replaced to make one of the other (Levenshtein). */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1]; // of the prefixes of the other, for one prefix of this
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }

    private static @Nullable String ours(CommandSpec command, String unknown) {
        for (Equivalent each : EQUIVALENTS) {
            if (each.names().contains(unknown) && each.isPartOf(command)) {
                return each.shown();
            }
        }
        return null;
    }

    private static boolean isOutput(String unknown) {
        return unknown.equals("-o")
                || EQUIVALENTS.stream()
                        .filter(each -> each.option().equals(OUTPUT))
                        .anyMatch(each -> each.names().contains(unknown));
    }

    /** Whether it is one of the parameters of a search, which are no options of their own there. */
    private static boolean isSearchedFor(CommandSpec command, String unknown) {
        return command.findOption("--parameter") != null
                && Arrays.stream(Hyperparameter.values()).anyMatch(known -> unknown.equals("--" + known));
    }

    private static String question(String suggestion) {
        return "Did you mean: " + suggestion + "?";
    }
}
