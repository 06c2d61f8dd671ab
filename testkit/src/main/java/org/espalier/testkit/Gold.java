package org.espalier.testkit;

import java.util.function.ToIntFunction;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;

/**
 * A supervision, and what it says, stated a second time and independently.
 *
 * @param supervision the code under test
 * @param errors how many errors an output has, counted in plain loops over what users see of the output (states, segments); 0
 *     exactly when it is allowed
 */
public record Gold<S extends Structure>(Supervision<S> supervision, ToIntFunction<Output> errors) {

    int errors(Listed listed) {
        return errors.applyAsInt(listed.output());
    }

    boolean allows(Listed listed) {
        return errors(listed) == 0;
    }
}
