package org.espalier.optimize;

import java.util.List;

/**
 * How the rate of a stochastic optimiser was found.
 *
 * @param samples the terms that rates were tried on
 * @param initial their objective before a trial
 * @param trials all that were made, in their order
 * @param rate the one that was chosen
 */
public record CalibrationReport(int samples, double initial, List<Trial> trials, double rate) {

    public CalibrationReport {
        trials = List.copyOf(trials);
    }

    /**
     * An epoch over the sample.
     *
     * @param value the objective by which the rate is judged; it may be infinite or no number
     */
    public record Trial(double rate, double value) {}
}
