package org.espalier.cli.graph;

import java.nio.file.Path;
import java.util.Map;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.graph.EvidenceFile;
import org.espalier.graph.GraphFormat;
import org.espalier.graph.GraphModel;
import org.espalier.structure.factor.AllowedValues;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The model and what is observed. */
@HelpTopic(Topic.FILES)
public final class GraphFiles {
    @Parameters(
            index = "0",
            paramLabel = "model.uai",
            description =
                    "The model: a UAI file (MARKOV or BAYES), or libDAI's, whose name ends in .fg; *.gz is unpacked.")
    @UsedFile(value = UsedFile.Use.READ, what = "the model", standardInput = true)
    private Path model = Path.of("");

    @Option(
            names = "--evidence",
            paramLabel = "file",
            description = "What is observed: the number of observed variables, and for each its number and its value."
                    + " Usual: nothing.")
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the evidence")
    private @Nullable Path evidence;

    Path name() {
        return model;
    }

    GraphModel read() {
        return GraphFormat.of(model).read(model);
    }

    AllowedValues evidence(GraphModel read) {
        return evidence == null
                ? AllowedValues.evidence(read.graph().variables(), Map.of())
                : EvidenceFile.read(read, evidence);
    }
}
