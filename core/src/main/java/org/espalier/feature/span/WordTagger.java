package org.espalier.feature.span;

import java.nio.ByteBuffer;
import org.espalier.data.Sequence;

/** Finds the parts of speech of words before a parser looks at them. Immutable and safe to share. */
public interface WordTagger {

    /** The sentence with its tags in the second column, in place of others if there are any. */
    Sequence tagged(Sequence sentence);

    /** What a model file keeps of it; little-endian. */
    ByteBuffer bytes();

    /** Makes taggers of sentences with tags. */
    interface Learner {
        /** The tagger that these sentences teach. */
        WordTagger learn(Iterable<Sequence> data);

        /**
         * A tagger for the training of what comes after it: it tags these sentences as it would tag others, because none is tagged by what has learnt from it.
         */
        WordTagger crossFitted(Iterable<Sequence> data);
    }

    /** Makes a tagger again. */
    interface Reader {
        /**
         * The tagger.
         *
         * @param bytes what {@link WordTagger#bytes} gave
         */
        WordTagger read(ByteBuffer bytes);
    }
}
