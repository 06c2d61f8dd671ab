package org.espalier.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.EncodedSequences;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.CorpusEncoder;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;
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

/** Time per token of encoding training data, with names that are all new and with names that are all known, on one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class EncodeBenchmark {
    private static final int SEQUENCES = 160;
    private static final int LENGTH = 25;
    private static final int TOKENS = SEQUENCES * LENGTH;

    private static final String TEMPLATE = """
            U0:%x[-2,0]
            U1:%x[-1,0]
            U2:%x[0,0]
            U3:%x[1,0]
            U4:%x[2,0]
            U5:%x[-1,0]/%x[0,0]
            U6:%x[0,1]
            U7:%x[-1,1]/%x[0,1]
            U8:%x[-1,1]/%x[0,1]/%x[1,1]
            B
            """;

    /** Which features: a template, or the preset for text. */
    @Param({"template", "text"})
    public String features = "template";

    private final List<Sequence> sequences = new ArrayList<>();
    private AttributeExtractor extractor = FeatureSet.text();
    private CorpusEncoder known = new CorpusEncoder(extractor, false);

    /** Draws words, few of them often and many rarely. */
    @Setup
    public void draw() {
        Random random = new Random(1);
        for (int n = 0; n < SEQUENCES; n++) {
            List<Token> tokens = new ArrayList<>();
            for (int t = 0; t < LENGTH; t++) {
                int word = (int) (20_000 * Math.pow(random.nextDouble(), 4));
                tokens.add(Token.ofColumns("word" + word, "T" + word % 40));
            }
            sequences.add(Sequence.of(tokens, null));
        }
        extractor =
                (features.equals("template") ? Template.parse(TEMPLATE, "template") : FeatureSet.text()).fit(sequences);
        known = new CorpusEncoder(extractor, false);
        merge(known);
    }

    private EncodedSequences merge(CorpusEncoder encoder) {
        CorpusEncoder.Batch batch = encoder.newBatch();
        sequences.forEach(batch::add);
        return encoder.merge(batch);
    }

    /** The first batch of a corpus. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public EncodedSequences newNames() {
        return merge(new CorpusEncoder(extractor, false));
    }

    /** A batch without anything new. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public EncodedSequences knownNames() {
        return merge(known);
    }

    /** Words only, into an empty vocabulary. */
    @Benchmark
    @OperationsPerInvocation(TOKENS)
    public Vocabulary.Builder words() {
        Vocabulary.Builder vocabulary = new Vocabulary.Builder();
        for (Sequence sequence : sequences) {
            for (Token token : sequence.tokens()) {
                vocabulary.add(token.columns().get(0));
            }
        }
        return vocabulary;
    }
}
