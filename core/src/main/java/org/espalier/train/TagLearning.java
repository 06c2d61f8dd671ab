package org.espalier.train;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.span.WordTagger;
import org.espalier.feature.text.FeatureSet;
import org.espalier.labelling.tree.TagMarks;
import org.espalier.loss.LossFunction;
import org.espalier.model.ChainTagger;

/**
 * Learns the tagger that finds the parts of speech for a parser of constituents: a chain over the usual features of words, after a few passive–aggressive
 * epochs.
 *
 * <p>The parser must learn from tags with as many mistakes as it will meet. So its training sentences are divided into folds by their words, and each is
 * tagged by a tagger that has learnt from the other folds (jackknifing); equal sentences are in one fold.
 *
 * @param epochs how often a tagger sees its data
 * @param folds into how many parts the data are divided
 * @param threads how many threads read the data
 */
public record TagLearning(int epochs, int folds, int threads) implements WordTagger.Learner {
    /** As is usual. */
    public static final TagLearning USUAL = new TagLearning(8, 5, 0);

    public TagLearning {
        if (epochs < 1 || folds < 2) {
            throw new IllegalArgumentException(
                    epochs + " epochs and " + folds + " folds; expected at least 1 and at least 2");
        }
    }

    /** The same with so many threads; 0 for all. */
    public TagLearning withThreads(int value) {
        return new TagLearning(epochs, folds, value);
    }

    @Override
    public WordTagger learn(Iterable<Sequence> data) {
        List<Sequence> tagged = new ArrayList<>();
        data.forEach(sentence -> tagged.add(labelled(sentence)));
        return tagger(tagged);
    }

    private WordTagger tagger(List<Sequence> tagged) {
        TrainingOptions usual = TrainingOptions.DEFAULTS;
        TrainingOptions options = usual.withOnline(usual.online().withEpochs(epochs))
                .withL2(0)
                .withLearning(LossFunction.LOG, Algorithm.PA)
                .withThreads(threads);
        return new ChainTagger(new Trainer(FeatureSet.text(), options).train(tagged));
    }

    /** Words with their tags for labels. */
    private static Sequence labelled(Sequence sentence) {
        List<String> tags = new ArrayList<>();
        for (int t = 0; t < sentence.length(); t++) {
            tags.add(TagMarks.tag(sentence, t));
        }
        return ChainTagger.words(sentence).withLabels(tags);
    }

    @Override
    public WordTagger crossFitted(Iterable<Sequence> data) {
        List<List<Sequence>> others = new ArrayList<>(); // what each fold's tagger learns from
        for (int fold = 0; fold < folds; fold++) {
            others.add(new ArrayList<>());
        }
        List<Sequence> all = new ArrayList<>();
        for (Sequence sentence : data) {
            Sequence tagged = labelled(sentence);
            all.add(tagged);
            for (int fold = 0; fold < folds; fold++) {
                if (fold != fold(sentence)) {
                    others.get(fold).add(tagged);
                }
            }
        }
        List<WordTagger> taggers = others.stream()
                .map(some -> tagger(some.isEmpty() ? all : some)) // too few sentences for folds
                .toList();
        return new Folded(taggers);
    }

    private int fold(Sequence sentence) {
        int hash = 1;
        for (Token token : sentence.tokens()) {
            hash = 31 * hash + token.columns().get(0).hashCode();
        }
        return Math.floorMod(hash, folds);
    }

    /** Each sentence has the tags of its fold. */
    private final class Folded implements WordTagger {
        private final List<WordTagger> taggers;

        Folded(List<WordTagger> taggers) {
            this.taggers = taggers;
        }

        @Override
        public Sequence tagged(Sequence sentence) {
            return taggers.get(fold(sentence)).tagged(sentence);
        }

        @Override
        public ByteBuffer bytes() {
            throw new UnsupportedOperationException("taggers of folds serve in training only, and are not kept");
        }
    }

    /** The options that decide what is learnt. */
    @Override
    public String toString() {
        return "TagLearning[epochs=" + epochs + ", folds=" + folds + "]";
    }
}
