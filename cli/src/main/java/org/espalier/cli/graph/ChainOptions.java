package org.espalier.cli.graph;

import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.inference.factor.GibbsOptions;
import picocli.CommandLine.Option;

/** How long Gibbs chains run. */
@HelpTopic(Topic.DECODING)
public final class ChainOptions {
    @Option(
            names = "--chains",
            paramLabel = "n",
            description = "How many chains gibbs runs, to compare them. Default: ${DEFAULT-VALUE}.")
    private int chains = GibbsOptions.DEFAULTS.chains();

    @Option(
            names = "--burn-in",
            paramLabel = "n",
            description = "How many sweeps of each chain are not counted. Default: ${DEFAULT-VALUE}.")
    private int burnIn = GibbsOptions.DEFAULTS.burnIn();

    @Option(
            names = "--sweeps",
            paramLabel = "n",
            description = "How many sweeps of each chain are counted. Default: ${DEFAULT-VALUE}.")
    private int sweeps = GibbsOptions.DEFAULTS.sweeps();

    GibbsOptions chosen(long seed) {
        return new GibbsOptions(chains, burnIn, sweeps, seed);
    }
}
