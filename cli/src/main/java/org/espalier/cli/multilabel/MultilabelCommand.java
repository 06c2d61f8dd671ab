package org.espalier.cli.multilabel;

import java.nio.file.Path;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.output.CommandFailure;
import org.espalier.model.Model;
import picocli.CommandLine.Command;

/** {@code espalier multilabel}: its commands do the work. */
@Command(
        name = "multilabel",
        description = {
            "Learns which labels instances have, of which each may have several: topics of a text, functions of a"
                    + " gene, tags of a picture. Labels that say much about each other are joined by a tree, and predicted"
                    + " together.",
            "Data are LIBSVM files with several labels (1,3,5 1:0.2 7:1) or JSON Lines ({\"labels\": [...],"
                    + " \"features\": {...}}). docs/multilabel.md tells more.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier multilabel train -o model.esp train.svm",
            "  espalier multilabel eval -m model.esp test.svm",
            "  espalier multilabel tag -m model.esp new.svm",
            "  espalier help multilabel train running"
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {TrainCommand.class, TagCommand.class, EvalCommand.class})
public final class MultilabelCommand extends Subcommand {
    /**
     * Refuses a model of label sets where labels of tokens are expected.
     *
     * @param command what knows such models: tag or eval
     */
    public static void refuse(Model model, Path file, String command) {
        if (LabelSetModel.isOne(model)) {
            throw new CommandFailure(file + ": the model finds several labels of an instance; use 'espalier multilabel "
                    + command + "'");
        }
    }

    @Override
    protected int run() {
        throw usage("no command; expected train, tag or eval");
    }
}
