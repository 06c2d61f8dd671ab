/**
 * The trained model, the thread-safe tagger and the model file.
 *
 * <p>A {@link org.espalier.model.Model} is labels, encoder, layout and weights; its tagger answers with
 * {@link org.espalier.model.Tagging}s, which compute probabilities when asked. {@code ModelFile} says what is in a file,
 * {@link org.espalier.model.SectionFile} how it is kept whole: every byte is verified on opening. More in
 * {@code docs/model-file.md}.
 */
@NullMarked
package org.espalier.model;

import org.jspecify.annotations.NullMarked;
