package org.espalier.benchmarks.peers;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import opennlp.tools.ml.BeamSearch;
import opennlp.tools.ml.EventTrainer;
import opennlp.tools.ml.TrainerFactory;
import opennlp.tools.ml.model.Event;
import opennlp.tools.ml.model.MaxentModel;
import opennlp.tools.ml.perceptron.BinaryPerceptronModelReader;
import opennlp.tools.ml.perceptron.BinaryPerceptronModelWriter;
import opennlp.tools.ml.perceptron.PerceptronModel;
import opennlp.tools.ml.perceptron.PerceptronTrainer;
import opennlp.tools.util.BeamSearchContextGenerator;
import opennlp.tools.util.ObjectStreamUtils;
import opennlp.tools.util.Sequence;
import opennlp.tools.util.TrainingParameters;

/** OpenNLP: a classifier per token with the previous label as an attribute, trained as a perceptron; beam search. */
final class OpenNlpPeer implements Peer {
    private static final int BEAM = 3;

    @Override
    public Training train(PartFiles train, Path model, int iterations) throws IOException {
        List<Event> events = new ArrayList<>();
        ReadyData.forEach(train.ready(), sentence -> {
            for (int t = 0; t < sentence.length(); t++) {
                String previous = t == 0 ? "" : sentence.labels().get(t - 1);
                events.add(new Event(
                        sentence.labels().get(t), context(sentence.attributes().get(t), previous)));
            }
        });
        TrainingParameters parameters = new TrainingParameters();
        parameters.put(TrainingParameters.ALGORITHM_PARAM, PerceptronTrainer.PERCEPTRON_VALUE);
        parameters.put(TrainingParameters.ITERATIONS_PARAM, iterations);
        parameters.put(TrainingParameters.CUTOFF_PARAM, 1);
        Map<String, String> said = new HashMap<>();
        EventTrainer trainer = TrainerFactory.getEventTrainer(parameters, said);
        Stopwatch watch = Stopwatch.start();
        MaxentModel trained = trainer.train(ObjectStreamUtils.createObjectStream(events));
        double seconds = watch.seconds();
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(model)))) {
            new BinaryPerceptronModelWriter((PerceptronModel) trained, out).persist();
        }
        return new Training(iterations, seconds, Double.NaN);
    }

    @Override
    public void tag(Path model, PartFiles input, Consumer<String> labels) throws IOException {
        MaxentModel trained;
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(model)))) {
            trained = new BinaryPerceptronModelReader(in).getModel();
        }
        BeamSearch search = new BeamSearch(BEAM, trained);
        BeamSearchContextGenerator<List<String>> contexts =
                (index, tokens, outcomes, other) -> context(tokens[index], index == 0 ? "" : outcomes[index - 1]);
        ReadyData.forEach(input.ready(), sentence -> {
            @SuppressWarnings("unchecked") // An array of lists cannot be made otherwise.
            List<String>[] tokens = (List<String>[]) sentence.attributes().toArray(new List<?>[0]);
            Sequence best = search.bestSequence(tokens, null, contexts, (index, in, outcomes, outcome) -> true);
            best.getOutcomes().forEach(labels);
        });
    }

    private static String[] context(List<String> attributes, String previous) {
        String[] context = attributes.toArray(new String[attributes.size() + 1]);
        context[attributes.size()] = "previous=" + previous;
        return context;
    }
}
