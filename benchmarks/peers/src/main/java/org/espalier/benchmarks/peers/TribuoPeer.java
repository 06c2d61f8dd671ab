package org.espalier.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.tribuo.Example;
import org.tribuo.Prediction;
import org.tribuo.Trainer;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.sgd.crf.CRFTrainer;
import org.tribuo.impl.ArrayExample;
import org.tribuo.math.optimisers.AdaGrad;
import org.tribuo.provenance.SimpleDataSourceProvenance;
import org.tribuo.sequence.MutableSequenceDataset;
import org.tribuo.sequence.SequenceExample;
import org.tribuo.sequence.SequenceModel;

/** Tribuo: dense weights, AdaGrad on one sentence at a time; its minibatches use only their first sentence. */
final class TribuoPeer implements Peer {

    @Override
    public Training train(PartFiles train, Path model, int iterations) throws IOException {
        LabelFactory factory = new LabelFactory();
        MutableSequenceDataset<Label> data =
                new MutableSequenceDataset<>(new SimpleDataSourceProvenance("race", factory), factory);
        ReadyData.forEach(train.ready(), sentence -> data.add(example(sentence)));
        CRFTrainer trainer = new CRFTrainer(new AdaGrad(0.1, 0.1), iterations, Trainer.DEFAULT_SEED);
        Stopwatch watch = Stopwatch.start();
        SequenceModel<Label> trained = trainer.train(data);
        double seconds = watch.seconds();
        trained.serializeToFile(model);
        return new Training(iterations, seconds, Double.NaN);
    }

    @Override
    public void tag(Path model, PartFiles input, Consumer<String> labels) throws IOException {
        SequenceModel<Label> trained = SequenceModel.deserializeFromFile(model).castModel(Label.class);
        ReadyData.forEach(input.ready(), sentence -> {
            for (Prediction<Label> prediction : trained.predict(example(sentence))) {
                labels.accept(prediction.getOutput().getLabel());
            }
        });
    }

    private static SequenceExample<Label> example(ReadyData.Sentence sentence) {
        List<Example<Label>> tokens = new ArrayList<>(sentence.length());
        for (int t = 0; t < sentence.length(); t++) {
            String[] names = sentence.attributes().get(t).toArray(new String[0]);
            double[] values = new double[names.length];
            Arrays.fill(values, 1);
            tokens.add(new ArrayExample<>(new Label(sentence.labels().get(t)), names, values));
        }
        return new SequenceExample<>(tokens);
    }
}
