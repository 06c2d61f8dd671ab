package org.espalier.network;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.network.CoreWeights;
import org.espalier.feature.network.LearntRows;
import org.espalier.feature.network.NetworkInput;
import org.espalier.feature.network.NetworkVocabulary;
import org.espalier.inference.Workspace;
import org.espalier.labelling.LabelStructure;
import org.espalier.loss.Loss;
import org.espalier.parallel.Workers;
import org.espalier.scoring.Session;
import org.espalier.structure.Structure;
import org.espalier.train.run.DevSet;
import org.espalier.train.run.TrainingProblem;

/** What is learnt of a network and the linear weights beside it. */
final class NetworkProblem<S extends Structure> implements TrainingProblem {
    private final NetworkScorer<S> scorer;
    private final NetworkVocabulary vocabulary;
    private final boolean[] rareWords;
    private final LabelStructure<S> labels;
    private final Loss<S> loss;
    private final List<NetworkInstance<S>> instances;
    private final String identity;
    private final long seed;
    private final List<NetworkInput> devInputs = new ArrayList<>();
    private Development development = Development.NONE;

    NetworkProblem(
            NetworkScorer<S> scorer,
            NetworkVocabulary vocabulary,
            boolean[] rareWords,
            LabelStructure<S> labels,
            Loss<S> loss,
            List<NetworkInstance<S>> instances,
            String identity,
            long seed) {
        this.scorer = scorer;
        this.vocabulary = vocabulary;
        this.rareWords = rareWords;
        this.labels = labels;
        this.loss = loss;
        this.instances = instances;
        this.identity = identity;
        this.seed = seed;
    }

    @Override
    public int parameters() {
        return scorer.parameters();
    }

    @Override
    public boolean isConvex() {
        return false;
    }

    /** The linear weights begin at 0, the network at random, words at their vectors. */
    @Override
    public double[] start(int number) {
        double[] x = new double[scorer.parameters()];
        scorer.shape().initialise(seed + number, x, scorer.core(), scorer.tables());
        vocabulary.initialise(x, scorer.tables());
        return x;
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public Opened objective(Workers workers) {
        return new NetworkObjective<>(scorer, vocabulary, rareWords, labels, loss, instances, workers);
    }

    /** Measures on these sequences. */
    void measureOn(DevSet<S> set, Encoder encoder, List<Sequence> sequences) {
        for (Sequence sequence : sequences) {
            set.add(encoder, sequence);
            if (sequence.length() > 0) {
                devInputs.add(vocabulary.encode(sequence));
            }
        }
        development = set;
    }

    /** Scores the development set with some weights. */
    DevSet.Scoring<S> scoring(double[] x) {
        NetworkScorer<S>.NetworkRun tape = scorer.tape();
        Session<S> session = new Session<>(scorer, tape);
        CoreWeights core = new CoreWeights(scorer.shape(), false);
        core.load(x, scorer.core());
        tape.use(core, new LearntRows(scorer.shape(), vocabulary.vectors(), x, scorer.tables()));
        session.use(x);
        return new DevSet.Scoring<>() {
            @Override
            public S score(int number, EncodedSequence sequence) {
                tape.observe(devInputs.get(number), null);
                return session.score(sequence);
            }

            @Override
            public Workspace workspace() {
                return session.workspace();
            }
        };
    }

    @Override
    public Development development() {
        return development;
    }
}
