package org.espalier.spark;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.Vocabulary;
import org.espalier.model.Model;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.SequenceContent;
import org.espalier.train.corpus.ShardDraft;
import org.espalier.train.corpus.ShardNumbering;
import org.espalier.train.remote.RemoteCorpus;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Rows on their way to shards.
 *
 * <p>The shard of a row is the first bits of the hash of its content, and within a shard rows are in the order of their hashes. The number of
 * shards depends on the number of tokens only. So shards, and all that is made of them, depend neither on partitions nor on the order of the
 * data. Rows are read once and kept as bytes until their shards are encoded, in memory or on the disks of the executors.
 */
final class ShardedRows implements AutoCloseable {
    /** Enough work for a task, and small enough to have many of them. */
    private static final int TOKENS_PER_SHARD = 8_192;

    private static final int MOST_SHARDS = 1 << 12;

    /** Even small data get several, so that several executors have something to do. */
    private static final int FEWEST_SHARDS = 8;

    private static final int SHOWN = 3;

    private final JavaSparkContext context;
    private final JavaRDD<byte[]> rows;
    private final long sequences;
    private final long tokens;
    private final long bad;

    private ShardedRows(JavaSparkContext context, JavaRDD<byte[]> rows, long[] counts) {
        this.context = context;
        this.rows = rows;
        this.sequences = counts[0];
        this.tokens = counts[1];
        this.bad = counts[2];
    }

    /** Reads and counts rows as {@link RowReader} makes them; they are kept until {@link #close}. */
    static ShardedRows of(JavaSparkContext context, JavaRDD<byte[]> records) {
        JavaRDD<byte[]> rows = records.persist(StorageLevel.MEMORY_AND_DISK());
        long[] counts = rows.mapPartitions(ShardedRows::counts).fold(new long[3], ShardedRows::sum);
        return new ShardedRows(context, rows, counts);
    }

    private static Iterator<long[]> counts(Iterator<byte[]> records) {
        long[] counts = new long[3];
        while (records.hasNext()) {
            byte[] record = records.next();
            if (RowReader.isGood(record)) {
                counts[0]++;
                counts[1] += SequenceContent.length(RowReader.rest(record));
            } else {
                counts[2]++;
            }
        }
        return List.of(counts).iterator();
    }

    private static long[] sum(long[] one, long[] other) {
        return new long[] {one[0] + other[0], one[1] + other[1], one[2] + other[2]};
    }

    /** How many rows cannot be learnt from. */
    long bad() {
        return bad;
    }

    long sequences() {
        return sequences;
    }

    /** Refuses bad rows, and says which they are. */
    void requireGood() {
        if (bad > 0) {
            List<String> problems = rows.filter(record -> !RowReader.isGood(record))
                    .map(RowReader::problem)
                    .takeOrdered(SHOWN);
            throw new TrainingException(bad + (bad == 1 ? " row" : " rows") + " of " + (bad + sequences)
                    + " cannot be learnt from: " + String.join("; ", problems) + (bad > SHOWN ? "; …" : "")
                    + ". Correct them, or set badRows to 'aside' to leave them out");
        }
    }

    private JavaRDD<byte[]> good() {
        return rows.filter(RowReader::isGood);
    }

    /** All sequences, one after the other, in the order of their content. */
    List<Sequence> collect() {
        List<byte[]> records = new ArrayList<>(good().collect());
        List<Keyed> keyed = new ArrayList<>();
        records.forEach(record -> keyed.add(Keyed.of(record)));
        keyed.sort(Keyed.ORDER);
        return keyed.stream().map(each -> RowReader.sequence(each.record)).toList();
    }

    /** All sequences, brought here a partition at a time, in any order. */
    Iterable<Sequence> walk() {
        return () -> {
            Iterator<byte[]> records = good().toLocalIterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return records.hasNext();
                }

                @Override
                public Sequence next() {
                    return RowReader.sequence(records.next());
                }
            };
        };
    }

    /** A row and its place in the order of all rows. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Keyed(byte[] key, byte[] record) {
        private static final Comparator<Keyed> ORDER = Comparator.comparing(Keyed::key, Arrays::compareUnsigned);

        static Keyed of(byte[] record) {
            return new Keyed(SequenceContent.key(RowReader.rest(record)), record);
        }
    }

    /** How many shards the data are cut into: a power of two, by the number of tokens. */
    static int shards(long tokens) {
        long wanted = Math.min(MOST_SHARDS, Math.max(FEWEST_SHARDS, tokens / TOKENS_PER_SHARD));
        return Math.toIntExact(Long.highestOneBit(wanted));
    }

    /**
     * Encodes the rows in shards, and keeps them.
     *
     * @param extractor settled on the data
     * @param options as text, see {@link TaggerOptions#parse}
     * @param wanted how many shards; 0 for as many as there are tokens for
     * @param partitions how many partitions keep them; does not matter for the result
     * @param initial the model to start from, whose names come first and are kept however rare they are
     */
    RemoteCorpus encode(
            AttributeExtractor extractor, String options, int wanted, int partitions, @Nullable Model initial) {
        if (tokens == 0) {
            throw new TrainingException("there are no tokens to train on; the data are empty");
        }
        TrainingOptions parsed = TaggerOptions.parse(options);
        int shards = wanted == 0 ? shards(tokens) : wanted;
        Broadcast<byte[]> sent = context.broadcast(TaggerOptions.definition(extractor));
        JavaRDD<Tuple2<Integer, byte[]>> drafts = drafts(good(), shards, sent, options);
        drafts.persist(StorageLevel.MEMORY_AND_DISK());
        Summary summary = Summary.of(drafts.map(ShardedRows::summary).collect());
        summary.require(parsed.notation());
        Labels labels = initial == null
                ? summary.labels()
                : Labels.of(together(initial.labels().names(), summary.labels().names()));
        ShardNumbering numbering = numbering(drafts, parsed.selection().minCount(), labels, initial);
        Broadcast<byte[]> numbers = context.broadcast(numbering.toBytes());
        JavaPairRDD<Integer, Tuple2<Integer, byte[]>> chunks =
                chunks(drafts, numbers, shards, Math.min(shards, partitions));
        chunks.persist(StorageLevel.MEMORY_AND_DISK());
        chunks.count();
        drafts.unpersist(false);
        close(); // chunks that are lost later are made again from shuffled rows, or from the input
        return new RemoteCorpus(
                new SparkShards(context, chunks, shards, numbers),
                numbering.attributes(),
                numbering.pairAttributes(),
                labels,
                summary.sequences(),
                summary.tokens(),
                summary.columns(),
                summary.fingerprint());
    }

    private static JavaRDD<Tuple2<Integer, byte[]>> drafts(
            JavaRDD<byte[]> good, int shards, Broadcast<byte[]> definition, String options) {
        return good.mapToPair(record -> new Tuple2<>(
                        SequenceContent.shard(SequenceContent.key(RowReader.rest(record)), shards), record))
                .partitionBy(new HashPartitioner(shards)) // of a number below it, the number
                .mapPartitionsWithIndex((shard, own) -> draft(shard, own, definition.value(), options), true);
    }

    private static Iterator<Tuple2<Integer, byte[]>> draft(
            int shard, Iterator<Tuple2<Integer, byte[]>> rows, byte[] definition, String options) {
        List<Keyed> keyed = new ArrayList<>();
        rows.forEachRemaining(row -> keyed.add(Keyed.of(row._2())));
        keyed.sort(Keyed.ORDER);
        TrainingOptions parsed = TaggerOptions.parse(options);
        List<byte[]> contents =
                keyed.stream().map(each -> RowReader.rest(each.record)).toList();
        List<Location> locations = keyed.stream()
                .map(each -> new Location(RowReader.name(each.record), 0))
                .toList();
        ShardDraft draft = ShardDraft.of(
                contents,
                locations,
                Model.load(definition).encoder().extractor(),
                parsed.selection().boundaries(),
                parsed.structure().pairPlaces(),
                parsed.notation());
        return List.of(new Tuple2<>(shard, draft.toBytes())).iterator();
    }

    /** What the driver must know of a shard, as bytes of its draft without instances and attributes. */
    private static Tuple2<Integer, Object[]> summary(Tuple2<Integer, byte[]> shard) {
        ShardDraft draft = ShardDraft.read(shard._2());
        return new Tuple2<>(shard._1(), new Object[] {
            draft.sequences(), draft.tokens(), draft.columns(), draft.labels().toArray(String[]::new), draft.digest()
        });
    }

    /** What is known of all shards. */
    private record Summary(int sequences, long tokens, int columns, Labels labels, String fingerprint) {

        static Summary of(List<Tuple2<Integer, Object[]>> shards) {
            TreeMap<Integer, Object[]> sorted = new TreeMap<>();
            shards.forEach(shard -> sorted.put(shard._1(), shard._2()));
            long sequences = 0;
            long tokens = 0;
            int columns = 0;
            TreeSet<String> labels = new TreeSet<>();
            MessageDigest digest = sha256();
            for (Object[] shard : sorted.values()) {
                sequences += (Integer) shard[0];
                tokens += (Integer) shard[1];
                columns = Math.max(columns, (Integer) shard[2]);
                labels.addAll(Arrays.asList((String[]) shard[3]));
                digest.update((byte[]) shard[4]);
            }
            if (sequences > Integer.MAX_VALUE) {
                throw new TrainingException(
                        sequences + " sequences; at most " + Integer.MAX_VALUE + " can be learnt from");
            }
            return new Summary(
                    (int) sequences,
                    tokens,
                    columns,
                    Labels.of(labels),
                    HexFormat.of().formatHex(digest.digest()));
        }

        void require(LabelNotation notation) {
            if (tokens == 0) {
                throw new TrainingException("there are no tokens to train on; every row is empty or has the weight 0");
            }
            if (labels.size() == 0) {
                throw new TrainingException("every label is '" + notation.unknown()
                        + "': there is nothing to learn; label some tokens, or choose another mark for unknown labels");
            }
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java platform has SHA-256", e);
            }
        }
    }

    /** Names that occur often enough in all shards together, numbered in their order, behind those of an initial model. */
    private static ShardNumbering numbering(
            JavaRDD<Tuple2<Integer, byte[]>> drafts, int minCount, Labels labels, @Nullable Model initial) {
        List<String> names = new ArrayList<>(drafts.mapPartitionsToPair(ShardedRows::names)
                .reduceByKey((one, other) -> one + Math.min(other, Integer.MAX_VALUE - one))
                .filter(name -> name._2() >= minCount)
                .keys()
                .collect());
        names.sort(null);
        return new ShardNumbering(vocabulary(names, 0, initial), vocabulary(names, 1, initial), labels);
    }

    private static Vocabulary vocabulary(List<String> names, int kind, @Nullable Model initial) {
        List<String> own = names.stream()
                .filter(name -> name.charAt(0) == '0' + kind)
                .map(name -> name.substring(1))
                .toList();
        return ShardNumbering.vocabulary(
                initial == null ? own : together(names(initial.encoder().attributes(kind)), own));
    }

    private static List<String> names(AttributeIndex index) {
        return IntStream.range(0, index.size()).mapToObj(index::get).toList();
    }

    /** Some names, and then the others that are not among them. */
    private static List<String> together(List<String> first, List<String> others) {
        Set<String> all = new LinkedHashSet<>(first);
        all.addAll(others);
        return List.copyOf(all);
    }

    /** Every name with its count, behind a digit for the kind of place. */
    private static Iterator<Tuple2<String, Integer>> names(Iterator<Tuple2<Integer, byte[]>> drafts) {
        List<Tuple2<String, Integer>> names = new ArrayList<>();
        while (drafts.hasNext()) {
            ShardDraft draft = ShardDraft.read(drafts.next()._2());
            for (int kind = 0; kind < draft.counts().length; kind++) {
                AttributeIndex index = draft.names(kind);
                for (int a = 0; a < index.size(); a++) {
                    names.add(new Tuple2<>(kind + index.get(a), draft.counts()[kind][a]));
                }
            }
        }
        return names.iterator();
    }

    /** The chunks of the drafts; neighbours in the tree of shards stay together. */
    private static JavaPairRDD<Integer, Tuple2<Integer, byte[]>> chunks(
            JavaRDD<Tuple2<Integer, byte[]>> drafts, Broadcast<byte[]> numbers, int shards, int partitions) {
        return drafts.mapPartitionsToPair(own -> numbered(own, numbers.value(), shards, partitions))
                .partitionBy(new HashPartitioner(partitions));
    }

    private static Iterator<Tuple2<Integer, Tuple2<Integer, byte[]>>> numbered(
            Iterator<Tuple2<Integer, byte[]>> drafts, byte[] numbers, int shards, int partitions) {
        ShardNumbering numbering = ShardNumbering.read(numbers);
        List<Tuple2<Integer, Tuple2<Integer, byte[]>>> chunks = new ArrayList<>();
        while (drafts.hasNext()) {
            Tuple2<Integer, byte[]> draft = drafts.next();
            int partition = (int) ((long) draft._1() * partitions / shards);
            byte[] chunk = numbering.apply(ShardDraft.read(draft._2()));
            chunks.add(new Tuple2<>(partition, new Tuple2<>(draft._1(), chunk)));
        }
        return chunks.iterator();
    }

    @Override
    public void close() {
        rows.unpersist(false);
    }
}
