package org.espalier.labelling.tree;

import org.espalier.labelling.Marks;
import org.espalier.structure.forest.Grammar;

/**
 * The grammar of a treebank whose words have tags, and how often its rules occur.
 *
 * @param structure its trees
 * @param counts of binary rules, then of unary ones // [R + U]
 * @param row the symbol of several constituents and words in a row, with no constituent above
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record CountedTrees(ConstituentLabels structure, double[] counts, int row) {

    /** Counts trees. */
    public static final class Builder {
        private final TreeGrammar.Builder builder;
        private final int labels;

        /**
         * Nothing yet.
         *
         * @param trees how trees become binary
         * @param labels how many labels there are, tags among them
         */
        public Builder(Constituents trees, int labels) {
            this.builder = new TreeGrammar.Builder(
                    new Factoring(trees.isRightFactored(), trees.horizontal(), trees.vertical(), true));
            this.labels = labels;
        }

        /**
         * Adds a tree.
         *
         * @param marks constituents and tags; the lowest mark over every word is its tag
         * @throws IllegalArgumentException when they are no tree
         */
        public void add(int words, Marks marks, double weight) {
            builder.add(words, marks, weight);
        }

        /** What was counted. */
        public CountedTrees build() {
            TreeGrammar.Counted counted = builder.counted();
            return new CountedTrees(
                    new ConstituentLabels(counted.grammar(), labels),
                    counted.counts(),
                    counted.grammar().number(Factoring.REST));
        }
    }

    /** How often a symbol is the child of a rule. */
    public double occurrences(int symbol) {
        Grammar grammar = structure.grammar();
        double sum = 0;
        for (int rule = 0; rule < grammar.binaryRules(); rule++) {
            sum += (grammar.left(rule) == symbol ? counts[rule] : 0)
                    + (grammar.right(rule) == symbol ? counts[rule] : 0);
        }
        for (int rule = 0; rule < grammar.unaryRules(); rule++) {
            sum += grammar.child(rule) == symbol ? counts[grammar.binaryRules() + rule] : 0;
        }
        return sum;
    }
}
