package org.espalier.benchmarks.peers;

import cc.mallet.fst.CRF;
import cc.mallet.fst.CRFTrainerByThreadedLabelLikelihood;
import cc.mallet.types.Alphabet;
import cc.mallet.types.FeatureVector;
import cc.mallet.types.FeatureVectorSequence;
import cc.mallet.types.Instance;
import cc.mallet.types.InstanceList;
import cc.mallet.types.LabelAlphabet;
import cc.mallet.types.LabelSequence;
import cc.mallet.types.Sequence;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Mallet: observed features, label pairs as in the data, batch L-BFGS on all cores. */
final class MalletPeer implements Peer {

    @Override
    public Training train(PartFiles train, Path model, int iterations) throws IOException {
        Alphabet attributes = new Alphabet();
        LabelAlphabet labels = new LabelAlphabet();
        InstanceList instances = new InstanceList(attributes, labels);
        ReadyData.forEach(train.ready(), sentence -> {
            LabelSequence gold = new LabelSequence(labels, sentence.length());
            sentence.labels().forEach(label -> gold.add(label));
            instances.add(new Instance(vectors(sentence, attributes, true), gold, null, null));
        });
        CRF crf = new CRF(attributes, labels);
        crf.addStatesForThreeQuarterLabelsConnectedAsIn(instances);
        crf.setWeightsDimensionAsIn(instances, false);
        CRFTrainerByThreadedLabelLikelihood trainer = new CRFTrainerByThreadedLabelLikelihood(
                crf, Runtime.getRuntime().availableProcessors());
        trainer.setGaussianPriorVariance(1);
        trainer.setUseSomeUnsupportedTrick(false);
        // Otherwise it lays out the weights anew at every call of train.
        trainer.setAddNoFactors(true);
        Stopwatch watch = Stopwatch.start();
        trainer.train(instances, iterations);
        double seconds = watch.seconds();
        int passes = trainer.getIteration();
        trainer.shutdown();
        try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(Files.newOutputStream(model)))) {
            out.writeObject(crf);
        }
        return new Training(passes, seconds, Double.NaN);
    }

    @Override
    public void tag(Path model, PartFiles input, Consumer<String> labels) throws IOException, ClassNotFoundException {
        CRF crf;
        try (ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(Files.newInputStream(model)))) {
            crf = (CRF) in.readObject();
        }
        Alphabet attributes = crf.getInputAlphabet();
        attributes.stopGrowth();
        ReadyData.forEach(input.ready(), sentence -> {
            Sequence<?> best = crf.transduce(vectors(sentence, attributes, false));
            for (int t = 0; t < best.size(); t++) {
                labels.accept(best.get(t).toString());
            }
        });
    }

    private static FeatureVectorSequence vectors(ReadyData.Sentence sentence, Alphabet attributes, boolean grow) {
        FeatureVector[] vectors = new FeatureVector[sentence.length()];
        for (int t = 0; t < vectors.length; t++) {
            List<String> names = sentence.attributes().get(t);
            int[] indices = names.stream()
                    .mapToInt(name -> attributes.lookupIndex(name, grow))
                    .filter(index -> index >= 0)
                    .toArray();
            vectors[t] = new FeatureVector(attributes, indices);
        }
        return new FeatureVectorSequence(vectors);
    }
}
