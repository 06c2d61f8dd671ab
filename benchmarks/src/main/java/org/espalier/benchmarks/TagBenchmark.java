package org.espalier.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.structure.chain.Trellis;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Time per token of each step of tagging with CRF++'s chunking template, on drawn text whose words follow Zipf's law.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class TagBenchmark {
    private static final int LENGTH = 25;
    private static final int SENTENCES = 1000;
    private static final int TOKENS = LENGTH * SENTENCES;
    private static final int WORDS = 20_000;
    private static final int TAGS = 45;
    private static final int LABELS = 22;

    private static final Template TEMPLATE = Template.parse("""
            U00:%x[-2,0]
            U01:%x[-1,0]
            U02:%x[0,0]
            U03:%x[1,0]
            U04:%x[2,0]
            U05:%x[-1,0]/%x[0,0]
            U06:%x[0,0]/%x[1,0]
            U10:%x[-2,1]
            U11:%x[-1,1]
            U12:%x[0,1]
            U13:%x[1,1]
            U14:%x[2,1]
            U15:%x[-2,1]/%x[-1,1]
            U16:%x[-1,1]/%x[0,1]
            U17:%x[0,1]/%x[1,1]
            U18:%x[1,1]/%x[2,1]
            U20:%x[-2,1]/%x[-1,1]/%x[0,1]
            U21:%x[-1,1]/%x[0,1]/%x[1,1]
            U22:%x[0,1]/%x[1,1]/%x[2,1]
            B
            """, "benchmark");

    private final ChainInference inference = new ChainInference(Kernels.best());
    private final Workspace workspace = new Workspace();
    private final int[] path = new int[LENGTH];
    private List<Sequence> sequences = List.of();
    private List<EncodedSequence> encoded = new ArrayList<>();
    private Model model = train(List.of(Sequence.of(List.of(Token.ofColumns("a", "b")), List.of("L"))));
    private Tagger tagger = model.tagger();
    private Encoder.Reusable encoder = model.encoder().reusable();
    private AttributeExtractor.Observer observer = TEMPLATE.observer();

    /** Draws half of the text for a model to learn from, and the other half to be tagged. */
    @Setup
    public void draw() {
        Random random = new Random(5);
        model = train(sentences(random));
        tagger = model.tagger();
        encoder = model.encoder().reusable();
        observer = TEMPLATE.observer();
        sequences = sentences(random);
        encoded = new ArrayList<>();
        sequences.forEach(sequence -> encoded.add(model.encoder().encode(sequence)));
        workspace.reserve(Trellis.chain(LENGTH, model.labels().size()));
        model.scorer().scoreShared(model.weights(), workspace.scores());
        workspace.sharedChanged();
    }

    private static Model train(List<Sequence> data) {
        return new Trainer(TEMPLATE, TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(2)).train(data);
    }

    private static List<Sequence> sentences(Random random) {
        List<Sequence> drawn = new ArrayList<>();
        for (int n = 0; n < SENTENCES; n++) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < LENGTH; t++) {
                int rank = (int) Math.pow(WORDS, random.nextDouble());
                int tag = (rank * 31 + random.nextInt(2)) % TAGS;
                tokens.add(Token.ofColumns("word" + rank, "T" + tag));
                labels.add("L" + tag % LABELS);
            }
            drawn.add(Sequence.of(tokens, labels));
        }
        return drawn;
    }

    /** The names of all attributes. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public void expansion(Blackhole sink) {
        expand(new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                sink.consume(name);
            }

            @Override
            public void transition(CharSequence name, double value) {
                sink.consume(name);
            }
        });
    }

    /** The names of all attributes and their numbers in the vocabulary. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public void expansionAndLookUp(Blackhole sink) {
        expand(new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                sink.consume(model.encoder().attributes().indexOf(name));
            }

            @Override
            public void transition(CharSequence name, double value) {
                sink.consume(model.encoder().transitionAttributes().indexOf(name));
            }
        });
    }

    private void expand(AttributeSink sink) {
        for (Sequence sequence : sequences) {
            AttributeExtractor.Observation observation = observer.observe(sequence);
            for (int t = 0; t < LENGTH; t++) {
                observation.extract(t, sink);
            }
        }
    }

    /** The numbers of all attributes, as the tagger gets them. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public void encoding(Blackhole sink) {
        for (Sequence sequence : sequences) {
            sink.consume(encoder.encode(sequence));
        }
    }

    /** Scores and the best path. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public void scoringAndViterbi(Blackhole sink) {
        for (EncodedSequence sequence : encoded) {
            Trellis trellis = model.scorer().structure(sequence);
            model.scorer().score(model.weights(), sequence, trellis, workspace.scores());
            sink.consume(inference.best(trellis, workspace, path));
        }
    }

    /** Everything. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public void tagging(Blackhole sink) {
        for (Sequence sequence : sequences) {
            Tagging tagging = tagger.tag(sequence);
            sink.consume(tagging);
        }
    }
}
