package org.espalier.generative;

import org.espalier.labelling.tree.Constituents;

/**
 * How a probabilistic context-free grammar is counted.
 *
 * @param trees how trees become binary, and what symbols remember
 * @param words p(word | tag), as in a hidden Markov model of words and tags: its smoothing of emissions and its unknown words count here
 * @param rows smoothing of the rules that need no example: what stands above all words of a sentence, and what stands in a row there
 * @param tagsGiven whether the tags of sentences are taken as they are; if not, they are found together with the tree
 */
public record PcfgOptions(Constituents trees, HmmOptions words, Smoothing rows, boolean tagsGiven) {
    /** Words with their tags are looked for; symbols remember nothing. */
    public static final PcfgOptions DEFAULTS =
            new PcfgOptions(Constituents.USUAL, HmmOptions.DEFAULTS, Smoothing.WITTEN_BELL, false);

    public PcfgOptions withTrees(Constituents value) {
        return new PcfgOptions(value, words, rows, tagsGiven);
    }

    public PcfgOptions withWords(HmmOptions value) {
        return new PcfgOptions(trees, value, rows, tagsGiven);
    }

    public PcfgOptions withRows(Smoothing value) {
        return new PcfgOptions(trees, words, value, tagsGiven);
    }

    public PcfgOptions withTagsGiven(boolean value) {
        return new PcfgOptions(trees, words, rows, value);
    }
}
