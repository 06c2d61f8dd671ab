package org.espalier.inference.factor;

/**
 * What Gibbs chains found.
 *
 * @param marginals how often each part occurred, over all chains // [parts]
 * @param forbidden how many of the counted assignments were forbidden; more than 0 says that a chain did not find out of them
 * @param rHat the largest split R̂ of all values of variables (Gelman &amp; Rubin 1992): above 1.01 the chains disagree
 * @param effectiveSamples the smallest effective sample size of all values of variables, by batch means
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record GibbsResult(double[] marginals, long forbidden, double rHat, double effectiveSamples) {}
