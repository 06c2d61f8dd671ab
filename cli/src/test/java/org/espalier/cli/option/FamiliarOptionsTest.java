package org.espalier.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.cli.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Whoever types the name that another program has for an option learns ours. */
final class FamiliarOptionsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tag -m x --json|Did you mean: --output-format json?",
                "tag --json|Did you mean: --output-format json?",
                "tag -m x --labels|Did you mean: --output-format labels?",
                "tag -m x --n-best 3|Did you mean: --nbest?",
                "tag -m x --n-best=3|Did you mean: --nbest?",
                "tag -m x -n 3|Did you mean: --nbest?",
                "inspect x --json=yes|--json takes no value, but has 'yes'",
                "train x --out y|Did you mean: --output?",
                "train x --optimizer lbfgs|Did you mean: --algorithm?",
                "train x --epochs 3|Did you mean: --max-iterations?",
                "train x --jsonl|Did you mean: --format jsonl?",
                "compare-optimizers x --epochs 3|Did you mean: --iterations?",
                "tune x --max-iterations 3|Did you mean: --parameter max-iterations=...?",
                "tag -m x --out y|Results go to standard output; to have them in a file, add '> file'.",
                "tag -m x -o y|Results go to standard output; to have them in a file, add '> file'."
            })
    void anUnknownOptionLeadsToOurs(String arguments, String advice) {
        Program.Outcome outcome = Program.run((Object[]) arguments.split(" "));
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(2);
        assertThat(outcome.err()).contains(advice);
    }

    @Test
    void oneAdviceIsEnoughWhereItIsKnown() {
        assertThat(Program.run("tag", "-m", "x", "--labels").err())
                .containsOnlyOnce("Did you mean")
                .doesNotContain("--label-column");
    }

    @Test
    void whereThereIsNoEquivalentThoseThatAreSpeltAlikeAreNamed() {
        assertThat(Program.run("train", "x", "--max-iteration", 3).err()).contains("Did you mean: --max-iterations?");
        assertThat(Program.run("convert", "--out", "x").err()).doesNotContain("standard output");
    }

    /** Rows of the table that no command could use would be dead. */
    @Test
    void everyEquivalentBelongsToACommandThatDoesNotKnowItsName() {
        Collection<CommandLine> commands =
                Program.commandLine().getSubcommands().values();
        Set<String> dead = new TreeSet<>();
        for (FamiliarOptions.Equivalent each : FamiliarOptions.EQUIVALENTS) {
            for (String name : each.names()) {
                List<CommandLine> using = commands.stream()
                        .filter(command -> each.isPartOf(command.getCommandSpec()))
                        .filter(command -> command.getCommandSpec().findOption(name) == null)
                        .toList();
                if (using.isEmpty()) {
                    dead.add(name + " for " + each.shown());
                }
            }
        }
        assertThat(dead).isEmpty();
    }
}
