package org.espalier.spark;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.broadcast.Broadcast;
import org.espalier.train.remote.Question;
import org.espalier.train.remote.ShardTree;
import org.espalier.train.remote.Share;
import org.espalier.train.run.ShardSession;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * What a process of Spark remembers of the sessions of trainings, so that a shard is compiled once and not for every question.
 *
 * <p>This is the one place of the project with a static that changes: Spark makes the objects of a task anew for every task, and has no
 * other place where something can stay. What is here follows from the chunks and the session, so nothing is lost with an executor but the
 * time to compile again. Compiled shards go when memory is short, and sessions when they are closed, or when {@value #MOST} newer ones are
 * there.
 */
final class ExecutorShards {
    private static final int MOST = 8;

    private static final Map<String, ExecutorShards> OPEN = new ConcurrentHashMap<>();

    private final ShardSession session;
    private final long begun;
    private final Map<Integer, SoftReference<ShardSession.Shard>> shards = new ConcurrentHashMap<>();

    private ExecutorShards(ShardSession session) {
        this.session = session;
        this.begun = System.nanoTime();
    }

    /** The session of this name, opened when it is not. */
    private static ExecutorShards of(String name, Broadcast<byte[]> bytes) {
        if (OPEN.size() >= MOST && !OPEN.containsKey(name)) {
            OPEN.entrySet().stream()
                    .min((one, other) -> Long.compare(one.getValue().begun - other.getValue().begun, 0))
                    .ifPresent(oldest -> OPEN.remove(oldest.getKey()));
        }
        return OPEN.computeIfAbsent(name, missing -> new ExecutorShards(ShardSession.read(bytes.value())));
    }

    static void forget(String name) {
        OPEN.remove(name);
    }

    /** How many sessions this process remembers. */
    static int remembered() {
        return OPEN.size();
    }

    /**
     * Answers a question for the shards of a partition.
     *
     * @param chunks number and bytes of each shard
     * @return the sums of whole subtrees, by node
     */
    static Iterator<Tuple2<Integer, byte[]>> answer(
            String name,
            Broadcast<byte[]> session,
            Broadcast<byte[]> question,
            int count,
            Iterator<Tuple2<Integer, byte[]>> chunks) {
        ShardTree tree = new ShardTree(count);
        if (chunks.hasNext()) {
            ExecutorShards open = of(name, session);
            Question asked = Question.read(question.value());
            while (chunks.hasNext()) {
                Tuple2<Integer, byte[]> chunk = chunks.next();
                tree.add(tree.leaf(chunk._1()), open.answer(chunk, asked));
            }
        }
        return nodes(tree);
    }

    private Share answer(Tuple2<Integer, byte[]> chunk, Question question) {
        ShardSession.Shard shard = shard(chunk);
        synchronized (shard) { // a task that is run twice at once may meet itself
            return shard.answer(question);
        }
    }

    private ShardSession.Shard shard(Tuple2<Integer, byte[]> chunk) {
        SoftReference<ShardSession.Shard> kept = shards.get(chunk._1());
        ShardSession.@Nullable Shard known = kept == null ? null : kept.get();
        if (known == null) {
            known = session.shard(chunk._1(), chunk._2());
            shards.put(chunk._1(), new SoftReference<>(known));
        }
        return known;
    }

    /** Adds up nodes of several partitions as far as they belong together. */
    static Iterator<Tuple2<Integer, byte[]>> merge(int count, Iterator<Tuple2<Integer, byte[]>> nodes) {
        ShardTree tree = new ShardTree(count);
        while (nodes.hasNext()) {
            Tuple2<Integer, byte[]> node = nodes.next();
            tree.add(node._1(), Share.read(node._2()));
        }
        return nodes(tree);
    }

    private static Iterator<Tuple2<Integer, byte[]>> nodes(ShardTree tree) {
        List<Tuple2<Integer, byte[]>> sums = new ArrayList<>();
        tree.nodes().forEach((node, share) -> sums.add(new Tuple2<>(node, share.toBytes())));
        return sums.iterator();
    }
}
