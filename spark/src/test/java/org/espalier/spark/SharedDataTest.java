package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.espalier.data.Attribute;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.model.Tagger;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Chunking, tagging and classification against training on one machine, where the data are; minutes, so only with {@code -Pslow}. */
@Tag("slow")
class SharedDataTest {
    private static final long SEED = 2000;

    private static final StructType SCHEMA = new StructType()
            .add(
                    "tokens",
                    DataTypes.createArrayType(
                            new StructType().add("word", DataTypes.StringType).add("tag", DataTypes.StringType)))
            .add("labels", DataTypes.createArrayType(DataTypes.StringType));

    private static final StructType ATTRIBUTES = new StructType()
            .add(
                    "tokens",
                    DataTypes.createArrayType(DataTypes.createMapType(DataTypes.StringType, DataTypes.DoubleType)))
            .add("labels", DataTypes.createArrayType(DataTypes.StringType));

    private static Path shared(String name) {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("shared"))) {
            folder = folder.getParent();
        }
        Path data = (folder == null ? Path.of("") : folder).resolve(Path.of("shared", "data", name));
        assumeTrue(Files.exists(data), "the data are not there: " + data);
        return data;
    }

    @Test
    void chunking() {
        Path folder = shared("conll2000");
        compare(
                Sequences.read(DataOptions.COLUMNS, folder.resolve("train.txt")),
                Sequences.read(DataOptions.COLUMNS, folder.resolve("test.txt")),
                "U00:%x[0,0]\nU01:%x[-1,0]\nU02:%x[1,0]\nU03:%x[0,1]\nU04:%x[-1,1]/%x[0,1]\nB\n");
    }

    @Test
    void partsOfSpeech() {
        Path folder = shared("ud_english_ewt");
        compare(
                words(folder.resolve("en_ewt-ud-train.conllu.gz")),
                words(folder.resolve("en_ewt-ud-test.conllu")),
                "U00:%x[0,0]\nU01:%x[-1,0]\nU02:%x[1,0]\nU03:%x[0,1]\nB\n");
    }

    /** Questions are one token each, whose attributes are words. */
    @Test
    void classification() {
        Path folder = shared("trec_qc");
        compare(questions(folder.resolve("train.txt")), questions(folder.resolve("test.txt")), "");
    }

    private static List<Sequence> questions(Path file) {
        List<Sequence> sequences = new ArrayList<>();
        try {
            for (String line :
                    Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1)) {
                String[] words = line.strip().split(" ");
                if (words.length > 1) {
                    TreeSet<String> seen = new TreeSet<>(List.of(words).subList(1, words.length));
                    List<Attribute> attributes =
                            seen.stream().map(Attribute::of).toList();
                    String label = words[0].substring(0, words[0].indexOf(':'));
                    sequences.add(Sequence.of(List.of(Token.ofAttributes(attributes)), List.of(label)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sequences;
    }

    /** Word and its ending, and the part of speech. */
    private static List<Sequence> words(Path file) {
        List<Sequence> sequences = new ArrayList<>();
        try (InputStream bytes = Files.newInputStream(file);
                InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (String line : new String(text.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                String[] fields = line.split("\t", -1);
                if (fields.length > 3 && fields[0].chars().allMatch(Character::isDigit)) {
                    String word = fields[1];
                    tokens.add(Token.ofColumns(word, word.substring(Math.max(0, word.length() - 3))));
                    labels.add(fields[3]);
                } else if (line.isBlank() && !tokens.isEmpty()) {
                    sequences.add(Sequence.of(tokens, labels));
                    tokens.clear();
                    labels.clear();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sequences;
    }

    /** Keeps the objective. */
    private static final class Kept implements TrainingListener {
        private double objective;

        @Override
        public void onFinish(TrainingReport report) {
            objective = report.objective();
        }
    }

    private static void compare(List<Sequence> train, List<Sequence> test, String template) {
        TrainingOptions options = TrainingOptions.DEFAULTS
                .withTolerance(0)
                .withGradientTolerance(1e-6)
                .withMaxIterations(3000);
        Kept here = new Kept();
        AttributeExtractor extractor =
                template.isEmpty() ? new GivenAttributes() : Template.parse(template, "a template");
        Tagger local =
                new Trainer(extractor, options).withListener(here).train(train).tagger();
        SparkSession spark = LocalSpark.start("local[2]");
        try {
            Kept there = new Kept();
            SequenceTagger tagger = new SequenceTagger().option("template", template);
            SequenceTaggerModel model = tagger.copy(new ParamMap())
                    .option("tolerance", 0.0)
                    .option("gradientTolerance", 1e-6)
                    .option("maxIterations", 3000)
                    .withListener(there)
                    .fit(rows(spark, train));
            assertThat(there.objective).isCloseTo(here.objective, within(1e-9 * here.objective));
            Tagger learnt = model.model().tagger();
            for (Sequence sequence : test) {
                Sequence bare = sequence.withLabels(null);
                assertThat(learnt.tag(bare).labels()).isEqualTo(local.tag(bare).labels());
            }
            assertThat(model.transform(rows(spark, test)).select("prediction").collectAsList())
                    .hasSize(test.size());
            System.out.println(train.size() + " sequences: " + here.objective + " here, " + there.objective + " there");

            List<Sequence> shuffled = new ArrayList<>(train);
            Collections.shuffle(shuffled, new Random(SEED));
            SequenceTagger few = tagger.option("maxIterations", 3);
            byte[] first =
                    few.option("partitions", 1).fit(rows(spark, train)).model().toBytes();
            for (int partitions : new int[] {2, 4, 7}) {
                assertThat(Arrays.equals(
                                few.option("partitions", partitions)
                                        .fit(rows(spark, shuffled).repartition(partitions))
                                        .model()
                                        .toBytes(),
                                first))
                        .as(partitions + " partitions")
                        .isTrue();
            }
        } finally {
            spark.stop();
        }
    }

    private static Dataset<Row> rows(SparkSession spark, List<Sequence> sequences) {
        List<Row> rows = new ArrayList<>();
        for (Sequence sequence : sequences) {
            Object[] tokens = sequence.tokens().stream()
                    .map(token -> token.attributes().isEmpty()
                            ? RowFactory.create(token.columns().toArray())
                            : token.attributes().stream().collect(Collectors.toMap(Attribute::name, Attribute::value)))
                    .toArray();
            String[] labels =
                    sequence.labels() == null ? null : sequence.labels().toArray(String[]::new);
            rows.add(RowFactory.create(tokens, labels));
        }
        boolean given = sequences.stream()
                .anyMatch(sequence -> sequence.tokens().stream()
                        .anyMatch(token -> !token.attributes().isEmpty()));
        return spark.createDataFrame(rows, given ? ATTRIBUTES : SCHEMA);
    }
}
