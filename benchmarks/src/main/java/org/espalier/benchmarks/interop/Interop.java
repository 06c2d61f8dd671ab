package org.espalier.benchmarks.interop;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.espalier.benchmarks.BenchmarkFailure;
import org.espalier.benchmarks.ChunkingTemplate;
import org.espalier.benchmarks.NativeCrfsuite;
import org.espalier.benchmarks.SyntheticCorpus;
import org.espalier.data.Attribute;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.interop.crfsuite.CrfsuiteModelFile;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import third_party.org.chokkan.crfsuite.ItemSequence;
import third_party.org.chokkan.crfsuite.StringList;
import third_party.org.chokkan.crfsuite.Tagger;

/** Tags the same items with the same CRFsuite model: native CRFsuite through jcrfsuite, and Espalier. */
@Command(
        name = "interop",
        sortOptions = false,
        description = {
            "Tags the same items with the same CRFsuite model in one process and one thread, in turns: native CRFsuite through"
                    + " jcrfsuite, and Espalier. Both start from Java strings, which are new objects in every round, and end"
                    + " with Java strings. Tells medians, and the ratio.",
            "Without files a synthetic corpus of the shape of CoNLL-2000 is used."
        },
        footer = {"", "Example: benchmarks/run interop --train train.crfsuite --test test.crfsuite"})
public final class Interop implements Callable<Integer> {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    boolean help;

    @Option(names = "--model", description = "A model of CRFsuite; usually one is trained.")
    private @Nullable Path model;

    @Option(names = "--train", description = "Items to train the model on.")
    private @Nullable Path train;

    @Option(names = "--test", description = "Items to tag.")
    private @Nullable Path test;

    @Option(names = "--iterations", defaultValue = "30", description = "Iterations of the training (${DEFAULT-VALUE}).")
    private int iterations;

    @Option(names = "--rounds", defaultValue = "15", description = "Rounds that are measured (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--warm-up", defaultValue = "5", description = "Rounds before those (${DEFAULT-VALUE}).")
    private int warmUp;

    /** Processor time of a thread, which other programs on the machine do not lengthen much. */
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    /** Tags everything and gives the labels. */
    private record Contestant(String name, Function<List<Sequence>, List<String>> tagging) {}

    @Override
    public Integer call() throws IOException {
        NativeCrfsuite.load();
        SyntheticCorpus corpus = SyntheticCorpus.of(SyntheticCorpus.Shape.CONLL);
        List<Sequence> data = test == null ? withAttributes(corpus.sentences(2012, 2)) : read(test);
        Path file = model == null ? trained(corpus) : model;
        long tokens = data.stream().mapToLong(Sequence::length).sum();
        org.espalier.model.Tagger ours =
                CrfsuiteModelFile.read(file, StandardCharsets.UTF_8).tagger();
        Tagger theirs = new Tagger();
        if (!theirs.open(file.toString())) {
            throw new BenchmarkFailure(file + ": CRFsuite cannot open it");
        }
        List<ItemSequence> ready = data.stream().map(NativeCrfsuite::items).toList();
        List<Contestant> contestants = List.of(
                new Contestant("Espalier", sequences -> tag(ours, sequences)),
                new Contestant("jcrfsuite", sequences -> tagNatively(theirs, sequences)),
                new Contestant("jcrfsuite, items made before", sequences -> tagReady(theirs, ready)));
        double[][] seconds = new double[contestants.size()][rounds];
        for (int round = -warmUp; round < rounds; round++) {
            List<Sequence> fresh = data.stream().map(Interop::copied).toList();
            List<String> expected = null;
            for (int k = 0; k < seconds.length; k++) {
                int contestant = Math.floorMod(k + round, seconds.length);
                long begin = CLOCK.getCurrentThreadCpuTime();
                List<String> labels = contestants.get(contestant).tagging.apply(fresh);
                if (round >= 0) {
                    seconds[contestant][round] = (CLOCK.getCurrentThreadCpuTime() - begin) / 1e9;
                }
                if (expected != null && !expected.equals(labels)) {
                    throw new BenchmarkFailure("the labels differ");
                }
                expected = labels;
            }
        }
        System.out.printf(
                Locale.ROOT, "%,d tokens, %d rounds, medians of processor time; labels identical%n", tokens, rounds);
        Arrays.sort(seconds[0]);
        for (int k = 0; k < seconds.length; k++) {
            report(contestants.get(k).name, tokens, seconds[k], seconds[0][rounds / 2]);
        }
        return 0;
    }

    private static void report(String name, long tokens, double[] seconds, double ours) {
        Arrays.sort(seconds);
        double median = seconds[seconds.length / 2];
        System.out.printf(
                Locale.ROOT,
                "%-30s %7.3f s (%.3f … %.3f)  %,10.0f tokens/s  Espalier is %.2f times as fast%n",
                name,
                median,
                seconds[0],
                seconds[seconds.length - 1],
                tokens / median,
                median / ours);
    }

    private static List<String> tagReady(Tagger tagger, List<ItemSequence> data) {
        List<String> labels = new ArrayList<>();
        for (ItemSequence items : data) {
            tagger.set(items);
            addLabels(tagger.viterbi(), labels);
        }
        return labels;
    }

    private static void addLabels(StringList found, List<String> labels) {
        long size = found.size();
        for (int t = 0; t < size; t++) {
            labels.add(found.get(t));
        }
        found.delete();
    }

    private static List<String> tag(org.espalier.model.Tagger tagger, List<Sequence> data) {
        List<String> labels = new ArrayList<>();
        for (Sequence sequence : data) {
            labels.addAll(tagger.tag(sequence).labels());
        }
        return labels;
    }

    private static List<String> tagNatively(Tagger tagger, List<Sequence> data) {
        List<String> labels = new ArrayList<>();
        for (Sequence sequence : data) {
            ItemSequence items = NativeCrfsuite.items(sequence);
            tagger.set(items);
            addLabels(tagger.viterbi(), labels);
            items.delete();
        }
        return labels;
    }

    private Path trained(SyntheticCorpus corpus) throws IOException {
        List<Sequence> data = train == null ? withAttributes(corpus.sentences(8936, 1)) : read(train);
        Path file = Files.createTempFile("interop", ".crfsuite");
        file.toFile().deleteOnExit();
        CrfsuiteModelFile.write(
                new Trainer(new GivenAttributes(), TrainingOptions.DEFAULTS.withMaxIterations(iterations)).train(data),
                file,
                StandardCharsets.UTF_8);
        return file;
    }

    private static List<Sequence> read(Path file) {
        return Sequences.read(DataOptions.CRFSUITE, file);
    }

    /** The same sequences with what the template makes of their columns. */
    private static List<Sequence> withAttributes(List<Sequence> data) {
        AttributeExtractor template = Template.parse(ChunkingTemplate.TEXT, "the template of the benchmark");
        return data.stream().map(sequence -> withAttributes(template, sequence)).toList();
    }

    private static Sequence withAttributes(AttributeExtractor template, Sequence sequence) {
        List<Token> tokens = new ArrayList<>();
        for (int t = 0; t < sequence.length(); t++) {
            List<Attribute> attributes = new ArrayList<>();
            template.extract(sequence, t, new AttributeSink() {
                @Override
                public void state(CharSequence name, double value) {
                    attributes.add(new Attribute(name.toString(), value));
                }

                @Override
                public void transition(CharSequence name, double value) {
                    // The template has none but shared ones.
                }
            });
            tokens.add(Token.ofAttributes(attributes));
        }
        return Sequence.of(tokens, sequence.labels());
    }

    /** Strings that nobody has hashed yet. */
    @SuppressWarnings("StringCopy") // The same text, but a new object, is what the benchmark is about.
    private static Sequence copied(Sequence sequence) {
        List<Token> tokens = new ArrayList<>();
        for (Token token : sequence.tokens()) {
            List<Attribute> attributes = new ArrayList<>();
            for (Attribute attribute : token.attributes()) {
                attributes.add(new Attribute(new String(attribute.name().toCharArray()), attribute.value()));
            }
            tokens.add(Token.ofAttributes(attributes));
        }
        return Sequence.of(tokens, null);
    }
}
