package org.espalier.cli.graph;

import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.inference.factor.JunctionTreeOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How large the junction tree may be, and how long its order is looked for. */
@HelpTopic(Topic.RUNNING)
public final class TreeOptions {
    private static final int USUAL_TRIES = 200;

    @Option(
            names = "--memory",
            paramLabel = "size",
            description =
                    "How much memory the junction tree may take, such as 500m or 12g; what needs more is refused before it starts. Usual:"
                            + " four fifths of the JVM's memory, which ESPALIER_JAVA_OPTS=-Xmx12g sets.")
    @Essential
    private @Nullable String memory;

    @Option(
            names = "--tries",
            paramLabel = "n",
            description = "How many elimination orders are tried when the tables are large. Default: ${DEFAULT-VALUE}.")
    private int tries = USUAL_TRIES;

    @Option(names = "--seed", paramLabel = "n", description = "The random seed. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    long seed() {
        return seed;
    }

    JunctionTreeOptions chosen() {
        JunctionTreeOptions usual = JunctionTreeOptions.usual().withTries(tries).withSeed(seed);
        return memory == null ? usual : usual.withMemory(MemorySize.bytes(memory));
    }
}
