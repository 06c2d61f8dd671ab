package org.espalier.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.feature.network.CoreWeights;
import org.espalier.feature.network.LearntRows;
import org.espalier.feature.network.NetworkInput;
import org.espalier.feature.network.NetworkVocabulary;
import org.espalier.inference.Workspace;
import org.espalier.labelling.LabelStructure;
import org.espalier.loss.Loss;
import org.espalier.optimize.stochastic.BatchFunction;
import org.espalier.parallel.Workers;
import org.espalier.scoring.Session;
import org.espalier.scoring.SparseVector;
import org.espalier.structure.Structure;
import org.espalier.train.run.TrainingProblem;
import org.jspecify.annotations.Nullable;

/**
 * Σ of the losses of sequences that a network scores.
 *
 * <p>A batch is dealt out to {@value #SHARES} shares by the places of its terms. Each share has its own gradient, and they are added in their
 * order: the bits do not depend on which thread does what, nor on how many there are. What is random in a sequence depends on the seed, the
 * epoch, the batch and its place there.
 */
final class NetworkObjective<S extends Structure> implements BatchFunction, TrainingProblem.Opened {
    /** A word that occurred once is unknown every second time. */
    private static final double FORGOTTEN = 0.5;

    private static final int SHARES = 4;
    private static final double[] NONE = {}; // gradients go into those of the share

    private final NetworkScorer<S> scorer;
    private final NetworkVocabulary vocabulary;
    private final boolean[] rareWords; // [rows]
    private final LabelStructure<S> labels;
    private final Loss<S> loss;
    private final List<NetworkInstance<S>> instances;
    private final Workers workers;
    private final CoreWeights core;
    private final List<Share> shares = new ArrayList<>();

    /** What one share has to itself. */
    private final class Share {
        final NetworkScorer<S>.NetworkRun tape = scorer.tape();
        final Session<S> session = new Session<>(scorer, tape);
        final float[] coreGradient = new float[scorer.shape().size()];
        final SparseVector rare = new SparseVector(scorer.core());
        double value;
    }

    NetworkObjective(
            NetworkScorer<S> scorer,
            NetworkVocabulary vocabulary,
            boolean[] rareWords,
            LabelStructure<S> labels,
            Loss<S> loss,
            List<NetworkInstance<S>> instances,
            Workers workers) {
        this.scorer = scorer;
        this.vocabulary = vocabulary;
        this.rareWords = rareWords;
        this.labels = labels;
        this.loss = loss;
        this.instances = instances;
        this.workers = workers;
        this.core = new CoreWeights(scorer.shape(), true);
        for (int k = 0; k < SHARES; k++) {
            shares.add(new Share());
        }
    }

    @Override
    public int dimension() {
        return scorer.parameters();
    }

    @Override
    public boolean isConvex() {
        return false;
    }

    @Override
    public int terms() {
        return instances.size();
    }

    @Override
    public int rare() {
        return scorer.core();
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        int[] all = new int[instances.size()];
        for (int n = 0; n < all.length; n++) {
            all[n] = n;
        }
        Gradient whole = new Gradient(dimension(), rare());
        double value = evaluate(all, 0, all.length, x, null, whole);
        System.arraycopy(whole.values(), 0, gradient, 0, gradient.length);
        return value;
    }

    @Override
    public double evaluateBatch(int[] terms, int begin, int end, double[] x, long noise, Gradient gradient) {
        return evaluate(terms, begin, end, x, noise, gradient);
    }

    private double evaluate(int[] terms, int begin, int end, double[] x, @Nullable Long noise, Gradient gradient) {
        core.load(x, scorer.core());
        LearntRows rows = new LearntRows(scorer.shape(), vocabulary.vectors(), x, scorer.tables());
        workers.run(SHARES, (number, worker) -> {
            Share share = shares.get(number);
            Arrays.fill(share.coreGradient, 0f);
            share.rare.clear();
            share.value = 0;
            share.tape.use(core, rows);
            share.tape.collect(share.coreGradient, share.rare);
            share.session.use(x);
            for (int n = begin + number; n < end; n += SHARES) {
                SplittableRandom random = noise == null ? null : new SplittableRandom(noise + n - begin);
                share.value += evaluate(instances.get(terms[n]), share, random);
            }
        });
        return add(gradient);
    }

    private double evaluate(NetworkInstance<S> instance, Share share, @Nullable SplittableRandom random) {
        share.tape.observe(random == null ? instance.input() : forgetting(instance.input(), random), random);
        S structure = instance.structure();
        Session<S> session = share.session;
        session.score(instance.instance().sequence(), structure);
        Workspace workspace = session.workspace();
        workspace.clearSharedGradient(structure);
        double value = loss.evaluate(
                structure,
                labels.supervision(instance.instance().gold(), structure),
                instance.instance().weight(),
                workspace);
        session.backpropagate(instance.instance().sequence(), structure, NONE);
        return value;
    }

    /** The sequence with some of the words that occurred once in place of unknown ones. */
    private NetworkInput forgetting(NetworkInput input, SplittableRandom random) {
        int[] words = input.words().clone();
        for (int t = 0; t < words.length; t++) {
            if (words[t] > 0 && rareWords[words[t]] && random.nextDouble() < FORGOTTEN) {
                words[t] = 0;
            }
        }
        return new NetworkInput(
                words,
                input.letterBegins(),
                input.letters(),
                input.capitals(),
                input.attributeBegins(),
                input.attributes(),
                input.values());
    }

    private double add(Gradient gradient) {
        double value = 0;
        double[] all = gradient.values();
        int first = scorer.core();
        for (Share share : shares) {
            value += share.value;
            for (int k = 0; k < share.rare.size(); k++) {
                int place = share.rare.index(k);
                gradient.add(place, share.rare.value(place));
            }
            for (int i = 0; i < share.coreGradient.length; i++) {
                all[first + i] += share.coreGradient[i];
            }
        }
        return value;
    }
}
