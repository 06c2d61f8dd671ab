package org.espalier.optimize.batch;

import org.espalier.optimize.Function;
import org.espalier.optimize.Monitor;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Vectors;
import org.espalier.parallel.Workers;

/**
 * What a run minimises, and for whom.
 *
 * @param preconditioned whether the diagonal of the Hessian is to be used
 */
public record Problem(Function function, Penalty penalty, Monitor monitor, Vectors vectors, boolean preconditioned) {

    /** The problem as given. */
    public static Problem plain(Function function, Penalty penalty, Monitor monitor, Workers workers) {
        return new Problem(function, penalty, monitor, new Vectors(workers), false);
    }

    /** The problem with its diagonal, if it has one. */
    public static Problem preconditioned(Function function, Penalty penalty, Monitor monitor, Workers workers) {
        return new Problem(function, penalty, monitor, new Vectors(workers), function.hasDiagonal());
    }
}
