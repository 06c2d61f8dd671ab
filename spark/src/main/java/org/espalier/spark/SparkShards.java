package org.espalier.spark;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.espalier.train.TrainingException;
import org.espalier.train.remote.Question;
import org.espalier.train.remote.RemoteShards;
import org.espalier.train.remote.ShardTree;
import org.espalier.train.remote.Share;
import scala.Tuple2;

/**
 * Shards on the executors of Spark.
 *
 * <p>A question is a broadcast, and one job: every partition adds up the subtrees of its own shards; where there are more than {@value #FAN}
 * partitions, executors add up those of several; the driver adds the rest. The driver has one vector per partition at a time, or about 2 ·
 * {@value #FAN} of them.
 */
final class SparkShards implements RemoteShards {
    private static final int FAN = 16;

    private final JavaSparkContext context;
    private final JavaPairRDD<Integer, Tuple2<Integer, byte[]>> chunks; // by partition: number and bytes
    private final int shards;
    private final Broadcast<byte[]> numbering; // of which lost chunks are made again

    SparkShards(
            JavaSparkContext context,
            JavaPairRDD<Integer, Tuple2<Integer, byte[]>> chunks,
            int shards,
            Broadcast<byte[]> numbering) {
        this.context = context;
        this.chunks = chunks;
        this.shards = shards;
        this.numbering = numbering;
    }

    @Override
    public int shards() {
        return shards;
    }

    @Override
    public byte[] chunk(int shard) {
        List<byte[]> found = chunks.values()
                .filter(chunk -> chunk._1() == shard)
                .map(chunk -> chunk._2())
                .collect();
        if (found.size() != 1) {
            throw new TrainingException("shard " + shard + " is there " + found.size() + " times; expected once");
        }
        return found.get(0);
    }

    @Override
    public Session open(byte[] session) {
        return new Open(UUID.randomUUID().toString(), context.broadcast(session));
    }

    private final class Open implements Session {
        private final String name;
        private final Broadcast<byte[]> session;
        private final AtomicBoolean closed = new AtomicBoolean();

        Open(String name, Broadcast<byte[]> session) {
            this.name = name;
            this.session = session;
        }

        @Override
        public Share ask(Question question) {
            Broadcast<byte[]> asked = context.broadcast(question.toBytes());
            try {
                ShardTree tree = new ShardTree(shards);
                for (Tuple2<Integer, byte[]> node :
                        sums(chunks.values(), name, session, asked, shards).collect()) {
                    tree.add(node._1(), Share.read(node._2()));
                }
                return tree.root();
            } finally {
                asked.destroy();
            }
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                forget(chunks.values(), name);
                session.destroy();
            }
        }
    }

    /** The sums of subtrees over all shards; static, so that nothing but its arguments travels to the executors. */
    private static JavaRDD<Tuple2<Integer, byte[]>> sums(
            JavaRDD<Tuple2<Integer, byte[]>> chunks,
            String name,
            Broadcast<byte[]> session,
            Broadcast<byte[]> question,
            int shards) {
        JavaRDD<Tuple2<Integer, byte[]>> sums =
                chunks.mapPartitions(own -> ExecutorShards.answer(name, session, question, shards, own));
        if (chunks.getNumPartitions() <= FAN) {
            return sums;
        }
        return sums.mapToPair(node -> new Tuple2<>(ancestor(node._1()), node))
                .partitionBy(new HashPartitioner(FAN))
                .values()
                .mapPartitions(nodes -> ExecutorShards.merge(shards, nodes));
    }

    /** Which of {@value #FAN} subtrees a node belongs to. */
    private static int ancestor(int node) {
        int at = node;
        while (at >= 2 * FAN) {
            at >>= 1;
        }
        return at;
    }

    /** Asks every executor that has shards; what others remember goes when it is too old. */
    private static void forget(JavaRDD<Tuple2<Integer, byte[]>> chunks, String name) {
        chunks.foreachPartition(any -> ExecutorShards.forget(name));
    }

    @Override
    public void close() {
        chunks.unpersist(false);
        numbering.destroy();
    }
}
