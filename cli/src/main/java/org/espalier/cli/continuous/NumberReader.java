package org.espalier.cli.continuous;

import java.nio.file.Path;
import java.util.List;
import org.espalier.cli.input.OrderedWork;
import org.espalier.cli.input.RememberedInput;
import org.espalier.cli.option.InputOptions;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.data.DataOptions;

/** Reads data for a continuous CRF. */
final class NumberReader {
    private NumberReader() {}

    /** Of data like those that the model was trained on. */
    static OrderedWork of(ContinuousCrf crf, InputOptions input, List<Path> inputs, boolean labelled, int threads) {
        DataOptions options = input.like(RememberedInput.of(crf.provenance()));
        return new OrderedWork(
                options.withInstances(options.instances().withRealLabels(true)).withLabelled(labelled),
                inputs,
                threads);
    }
}
