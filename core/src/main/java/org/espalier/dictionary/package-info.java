/**
 * Dictionaries for morphological analysis, in the format of MeCab: words with costs, and costs of connections between them.
 *
 * <p>A directory holds the dictionary. {@link org.espalier.dictionary.DictionaryFiles} reads it:
 *
 * <ul>
 *   <li>{@code *.csv}: a word per line, with the ids of its left and its right context, its cost and its features ({@link
 *       org.espalier.dictionary.Lexicon});
 *   <li>{@code unk.def}: what words may be that are not in the dictionary, by the category of their characters;
 *   <li>{@code char.def}: the categories, and where unknown words are looked for ({@link
 *       org.espalier.dictionary.CharacterCategories});
 *   <li>{@code matrix.def}: the costs of connections ({@link org.espalier.dictionary.ConnectionMatrix});
 *   <li>{@code feature.def}, {@code rewrite.def}: what costs are learnt from ({@link org.espalier.dictionary.FeatureTemplates}, {@link
 *       org.espalier.dictionary.RewriteRules});
 *   <li>{@code dicrc}: settings ({@link org.espalier.dictionary.DictionarySettings}).
 * </ul>
 *
 * {@link org.espalier.dictionary.WordFinder} finds the words of a text that may begin at a position, and {@link
 * org.espalier.dictionary.TextLattice} all ways through a text. For example, with the words <em>a</em>, <em>ab</em> and the category ALPHA
 * (length 1), the text <em>ab</em> has the paths <em>a</em> + unknown <em>b</em>, and <em>ab</em>.
 */
@NullMarked
package org.espalier.dictionary;

import org.jspecify.annotations.NullMarked;
