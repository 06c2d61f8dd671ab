/**
 * Morphological analysis: learns the costs of a dictionary by the objective of conditional random fields over lattices of words, writes the
 * dictionary, and tags text with it.
 *
 * <p>{@link org.espalier.morphology.MorphemeCorpus} reads annotated text and makes lattices of it, {@link
 * org.espalier.morphology.CostTrainer} learns a {@link org.espalier.morphology.CostModel} from them, {@link
 * org.espalier.morphology.DictionaryWriter} writes the dictionary with costs, and {@link org.espalier.morphology.MorphemeTagger} tags.
 *
 * <pre>{@code
 * DictionaryFiles seed = DictionaryFiles.open(Path.of("seed"), null);
 * MorphemeCorpus corpus = MorphemeCorpus.read(seed, List.of(Path.of("corpus.txt")), StandardCharsets.UTF_8);
 * CostModel model = new CostTrainer(CostOptions.DEFAULTS).train(corpus, seed);
 * DictionaryWriter.write(seed, model, Path.of("dictionary"));
 * MorphemeTagger tagger = MorphemeTagger.open(DictionaryFiles.open(Path.of("dictionary"), null));
 * }</pre>
 */
@NullMarked
package org.espalier.morphology;

import org.jspecify.annotations.NullMarked;
