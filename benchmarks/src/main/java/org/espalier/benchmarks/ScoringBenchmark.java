package org.espalier.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.inference.Workspace;
import org.espalier.model.Model;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.chain.Trellis;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Time per token of what surrounds inference, on a synthetic corpus with 19 attributes a token: scores from weights and the
 * gradient back to them (observed features), expansion of the template, look-up of the names, and both at once.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2)
public class ScoringBenchmark {
    private static final int TOKENS = 20_000;
    private static final int LONGEST = 100;

    /** How many labels there are. */
    @Param({"9", "22", "45", "128"})
    public int labels;

    private final Workspace workspace = new Workspace();
    private final List<Sequence> sentences = new ArrayList<>();
    private final List<EncodedSequence> encoded = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private Template template = Template.parse("U:%x[0,0]\nB\n", "none");
    private @Nullable Model model;
    private double[] weights = {};
    private double[] gradient = {};

    /** Trains for a moment, because that is how a model comes to be. */
    @Setup
    public void train() {
        template = Template.parse(ChunkingTemplate.TEXT, "chunking");
        SyntheticCorpus corpus =
                SyntheticCorpus.of(SyntheticCorpus.Shape.CONLL.withLabels(labels, labels * Math.min(labels, 9)));
        cut(corpus.sentences(TOKENS / 10, 1));
        model = new Trainer(template, TrainingOptions.DEFAULTS.withMaxIterations(2)).train(sentences);
        weights = model.weights().clone();
        gradient = new double[weights.length];
        for (Sequence sentence : sentences) {
            encoded.add(model.encoder().encode(sentence));
        }
        expand(name -> names.add(name.toString()));
        workspace.reserve(Trellis.chain(LONGEST, labels));
    }

    private Model model() {
        return Objects.requireNonNull(model, "JMH calls train first");
    }

    /** Exactly so many tokens, because JMH wants to know the number beforehand. */
    private void cut(List<Sequence> all) {
        int left = TOKENS;
        for (Sequence sentence : all) {
            int length = Math.min(left, sentence.length());
            if (length == 0) {
                return;
            }
            List<String> gold = Objects.requireNonNull(sentence.labels());
            sentences.add(Sequence.of(sentence.tokens().subList(0, length), gold.subList(0, length)));
            left -= length;
        }
        if (left > 0) {
            throw new IllegalStateException("too few sentences");
        }
    }

    private void expand(Consumer<CharSequence> consumer) {
        AttributeSink sink = new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                consumer.accept(name);
            }

            @Override
            public void transition(CharSequence name, double value) {
                consumer.accept(name);
            }
        };
        for (Sequence sentence : sentences) {
            for (int t = 0; t < sentence.length(); t++) {
                template.extract(sentence, t, sink);
            }
        }
    }

    /** Σ of the weights of a token's features, for each label. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public double[] score() {
        LinearScorer<Trellis> scorer = model().scorer();
        for (EncodedSequence sequence : encoded) {
            scorer.score(weights, sequence, scorer.structure(sequence), workspace.scores());
        }
        return workspace.scores();
    }

    /** The gradient of the parts, added to the weights'. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public double[] backpropagate() {
        LinearScorer<Trellis> scorer = model().scorer();
        for (EncodedSequence sequence : encoded) {
            scorer.backpropagate(sequence, scorer.structure(sequence), workspace.gradient(), gradient);
        }
        return gradient;
    }

    /** The names of all attributes. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public void expandTemplate(Blackhole sink) {
        expand(sink::consume);
    }

    /** The numbers of all names. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public int lookUp() {
        Vocabulary vocabulary = model().encoder().attributes().toVocabulary();
        int sum = 0;
        for (String name : names) {
            sum += vocabulary.indexOf(name);
        }
        return sum;
    }

    /** Expansion and look-up, as the tagger does it. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public void encode(Blackhole sink) {
        Encoder encoder = model().encoder();
        for (Sequence sentence : sentences) {
            sink.consume(encoder.encode(sentence));
        }
    }
}
