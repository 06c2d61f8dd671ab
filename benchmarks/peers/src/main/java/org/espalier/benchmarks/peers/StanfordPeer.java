package org.espalier.benchmarks.peers;

import edu.stanford.nlp.ie.crf.CRFClassifier;
import edu.stanford.nlp.ling.CoreAnnotations;
import edu.stanford.nlp.ling.CoreLabel;
import edu.stanford.nlp.sequences.PlainTextDocumentReaderAndWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;

/** Stanford's CRFClassifier with {@link ReadyFeatures}: all features, quasi-Newton, σ = 1. */
final class StanfordPeer implements Peer {

    @Override
    public Training train(PartFiles train, Path model, int iterations) throws IOException {
        CRFClassifier<CoreLabel> classifier = new CRFClassifier<>(properties(iterations));
        List<List<CoreLabel>> documents = new ArrayList<>();
        ReadyData.forEach(train.ready(), sentence -> documents.add(labels(sentence, true)));
        Stopwatch watch = Stopwatch.start();
        classifier.train(documents, new PlainTextDocumentReaderAndWriter<>());
        double seconds = watch.seconds();
        classifier.serializeClassifier(model.toString());
        return new Training(iterations, seconds, Double.NaN);
    }

    private static Properties properties(int iterations) {
        Properties properties = new Properties();
        properties.setProperty("featureFactory", ReadyFeatures.class.getName());
        properties.setProperty("useQN", "true");
        properties.setProperty("QNsize", "7");
        properties.setProperty("priorType", "QUADRATIC");
        properties.setProperty("sigma", "1.0");
        properties.setProperty("maxLeft", "1");
        properties.setProperty("maxQNItr", String.valueOf(iterations));
        properties.setProperty("maxIterations", String.valueOf(iterations));
        properties.setProperty(
                "multiThreadGrad", String.valueOf(Runtime.getRuntime().availableProcessors()));
        return properties;
    }

    @Override
    public void tag(Path model, PartFiles input, Consumer<String> sink) throws IOException, ClassNotFoundException {
        CRFClassifier<CoreLabel> classifier = CRFClassifier.getClassifier(model.toString());
        ReadyData.forEach(input.ready(), sentence -> {
            for (CoreLabel token : classifier.classify(labels(sentence, false))) {
                sink.accept(token.get(CoreAnnotations.AnswerAnnotation.class));
            }
        });
    }

    private static List<CoreLabel> labels(ReadyData.Sentence sentence, boolean withGold) {
        List<CoreLabel> tokens = new ArrayList<>(sentence.length());
        for (int t = 0; t < sentence.length(); t++) {
            CoreLabel token = new CoreLabel();
            token.set(CoreAnnotations.TextAnnotation.class, "w");
            token.set(
                    ReadyFeatures.AttributesAnnotation.class,
                    sentence.attributes().get(t));
            if (withGold) {
                token.set(
                        CoreAnnotations.AnswerAnnotation.class,
                        sentence.labels().get(t));
            }
            tokens.add(token);
        }
        return tokens;
    }
}
