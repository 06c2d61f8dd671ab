package org.espalier.optimize;

/**
 * A function whose variables are cut into blocks, each of which can be looked at without the others: the weights of one
 * attribute, say, which only the sequences with that attribute see.
 */
public interface BlockFunction extends Function {

    /** The number of blocks. */
    int blocks();

    /** The first variable of a block, which reaches to the begin of the next; n for the number of blocks. */
    int blockBegin(int block);

    /**
     * Evaluates the derivatives of one block.
     *
     * @param x the point // [n]
     * @param gradient overwritten with ∂f/∂xᵢ of the block's variables // [at least the block's size]
     * @param curvature overwritten with about ∂²f/∂xᵢ², rather more than less // [at least the block's size]
     */
    void evaluateBlock(int block, double[] x, double[] gradient, double[] curvature);

    /** About how many evaluations of the function it costs to look at every block once. */
    double passesPerSweep();
}
