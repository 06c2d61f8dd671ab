package org.espalier.train.remote;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.SequenceContent;
import org.espalier.train.corpus.ShardDraft;
import org.espalier.train.corpus.ShardNumbering;
import org.espalier.train.run.ShardSession;

/** Shards that several keepers in this process have; everything between them and the training travels as bytes. */
public final class ShardsHere implements RemoteShards {
    private final List<byte[]> chunks = new ArrayList<>();
    private final List<List<Integer>> keepers; // the shards of each
    private int questions;

    private ShardsHere(List<List<Integer>> keepers) {
        this.keepers = keepers;
    }

    /**
     * A corpus of such shards.
     *
     * @param keepers which shards each keeper has, in the order in which it evaluates them
     */
    public static RemoteCorpus corpus(
            List<Sequence> data,
            AttributeExtractor extractor,
            TrainingOptions options,
            int shards,
            List<List<Integer>> keepers) {
        List<List<byte[]>> contents = new ArrayList<>();
        for (int k = 0; k < shards; k++) {
            contents.add(new ArrayList<>());
        }
        for (Sequence sequence : data) {
            byte[] content = SequenceContent.write(sequence);
            contents.get(SequenceContent.shard(SequenceContent.key(content), shards))
                    .add(content);
        }
        List<ShardDraft> drafts = new ArrayList<>();
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, Integer> pairCounts = new TreeMap<>();
        TreeSet<String> labels = new TreeSet<>();
        for (List<byte[]> shard : contents) {
            shard.sort(Comparator.comparing(SequenceContent::key, Arrays::compareUnsigned));
            ShardDraft draft = ShardDraft.read(ShardDraft.of(
                            shard,
                            shard.stream().map(content -> Location.NONE).toList(),
                            extractor,
                            options.selection().boundaries(),
                            options.structure().pairPlaces(),
                            options.notation())
                    .toBytes());
            drafts.add(draft);
            count(draft, 0, counts);
            count(draft, 1, pairCounts);
            labels.addAll(draft.labels());
        }
        int minCount = options.selection().minCount();
        counts.values().removeIf(count -> count < minCount);
        pairCounts.values().removeIf(count -> count < minCount);
        ShardNumbering numbering = ShardNumbering.read(new ShardNumbering(
                        ShardNumbering.vocabulary(counts.keySet()),
                        ShardNumbering.vocabulary(pairCounts.keySet()),
                        Labels.of(labels))
                .toBytes());
        ShardsHere here = new ShardsHere(keepers);
        drafts.forEach(draft -> here.chunks.add(numbering.apply(draft)));
        return new RemoteCorpus(
                here,
                numbering.attributes(),
                numbering.pairAttributes(),
                numbering.labels(),
                drafts.stream().mapToInt(ShardDraft::sequences).sum(),
                drafts.stream().mapToLong(ShardDraft::tokens).sum(),
                drafts.stream().mapToInt(ShardDraft::columns).max().orElse(0),
                "a fingerprint");
    }

    private static void count(ShardDraft draft, int kind, Map<String, Integer> counts) {
        for (int a = 0; a < draft.names(kind).size(); a++) {
            counts.merge(draft.names(kind).get(a), draft.counts()[kind][a], Integer::sum);
        }
    }

    @Override
    public int shards() {
        return chunks.size();
    }

    @Override
    public byte[] chunk(int shard) {
        return chunks.get(shard);
    }

    @Override
    public Session open(byte[] session) {
        ShardSession opened = ShardSession.read(session);
        List<ShardSession.Shard> workers = new ArrayList<>();
        for (byte[] chunk : chunks) {
            workers.add(opened.shard(workers.size(), chunk));
        }
        return new Session() {
            @Override
            public Share ask(Question question) {
                questions++;
                byte[] sent = question.toBytes();
                ShardTree all = new ShardTree(shards());
                for (List<Integer> keeper : keepers) {
                    ShardTree own = new ShardTree(shards());
                    for (int shard : keeper) {
                        own.add(own.leaf(shard), workers.get(shard).answer(Question.read(sent)));
                    }
                    own.nodes().forEach((node, share) -> all.add(node, Share.read(share.toBytes())));
                }
                return all.root();
            }

            @Override
            public void close() {
                workers.forEach(ShardSession.Shard::close);
            }
        };
    }

    int questions() {
        return questions;
    }

    @Override
    public void close() {
        chunks.clear();
    }
}
