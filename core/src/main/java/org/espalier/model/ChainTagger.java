package org.espalier.model;

import java.nio.ByteBuffer;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.span.WordTagger;
import org.espalier.labelling.tree.TagMarks;
import org.jspecify.annotations.Nullable;

/** Finds the parts of speech of words by a model that labels tokens, which a parser keeps in its file. Immutable and safe to share. */
public final class ChainTagger implements WordTagger {
    private final Model model;
    private final Tagger tagger;
    private final ThreadLocal<Memory> memories = ThreadLocal.withInitial(Memory::new);

    /** What one thread found last: a parser asks several times for the tags of the same sentence. */
    private static final class Memory {
        @Nullable
        Sequence given;

        @Nullable
        Sequence found;
    }

    /**
     * A tagger.
     *
     * @param model whose labels are tags, and which looks at words only
     */
    public ChainTagger(Model model) {
        if (model.structure().hasMarks()) {
            throw new IllegalArgumentException(
                    "tags by a model of " + model.structure().kind() + "; expected one that labels tokens");
        }
        this.model = model;
        this.tagger = model.tagger();
    }

    /**
     * Makes a tagger again.
     *
     * @param bytes what {@link #bytes()} gave
     * @throws IllegalArgumentException when they are damaged
     */
    static ChainTagger read(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        try {
            return new ChainTagger(Model.load(copy));
        } catch (ModelFormatException e) {
            throw new IllegalArgumentException("the model that finds tags: " + e.getMessage(), e);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // an equal sentence may have other tags to be replaced
    public Sequence tagged(Sequence sentence) {
        Memory memory = memories.get();
        Sequence before = memory.found;
        if (before != null && memory.given == sentence) {
            return before;
        }
        Sequence found = TagMarks.withTags(sentence, tagger.tag(words(sentence)).labels());
        memory.given = sentence;
        memory.found = found;
        return found;
    }

    /** A sentence without anything but its words. */
    public static Sequence words(Sequence sentence) {
        List<Token> words = sentence.tokens().stream()
                .map(token -> Token.ofColumns(token.columns().get(0)))
                .toList();
        return new Sequence(words, null, sentence.weight(), List.of(), sentence.location(), null, null);
    }

    @Override
    public ByteBuffer bytes() {
        return ModelFile.bytes(model);
    }
}
