package org.espalier.train.remote;

import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up the shares of shards in a fixed binary tree over their numbers, whoever has which of them.
 *
 * <p>Nodes are numbered as in a heap: the root is 1, node i has the children 2i and 2i+1, and shard s of K is the leaf K + s. A node is
 * left + right, and is made as soon as both are there. So the bits of the root depend neither on the order in which shares arrive nor on
 * where parts of the tree were added up before. Memory: one share for each whole subtree that is there and has no sibling yet, at most
 * log₂ K + 1 when leaves come in their order.
 */
public final class ShardTree {
    private static final int ROOT = 1;

    private final int shards;
    private final Map<Integer, Share> nodes = new TreeMap<>();

    /**
     * An empty tree.
     *
     * @param shards a power of two
     */
    public ShardTree(int shards) {
        if (shards < 1 || Integer.bitCount(shards) != 1 || shards > 1 << 30) {
            throw new IllegalArgumentException(shards + " shards; expected a power of two, at most 2^30");
        }
        this.shards = shards;
    }

    /** The node of a shard. */
    public int leaf(int shard) {
        if (shard < 0 || shard >= shards) {
            throw new IllegalArgumentException("shard " + shard + " of " + shards);
        }
        return shards + shard;
    }

    /** The sum of a whole subtree, once; its arrays may be used for sums. */
    public void add(int node, Share share) {
        if (node < ROOT || node >= 2 * shards || nodes.containsKey(node)) {
            throw new IllegalArgumentException("node " + node + " of a tree over " + shards
                    + " shards; expected one that is not there yet, from 1 to " + (2 * shards - 1));
        }
        int at = node;
        Share sum = share;
        for (Share sibling = nodes.remove(at ^ 1); at > ROOT && sibling != null; sibling = nodes.remove(at ^ 1)) {
            sum = (at & 1) == 0 ? sum.plus(sibling) : sibling.plus(sum);
            at >>= 1;
        }
        nodes.put(at, sum);
    }

    /** What has been added up so far, by node. */
    public Map<Integer, Share> nodes() {
        return Map.copyOf(nodes);
    }

    /** The sum of all shards. */
    public Share root() {
        Share root = nodes.get(ROOT);
        if (root == null) {
            throw new IllegalStateException("shares of some shards are missing: of a tree over " + shards
                    + " shards only the nodes " + nodes.keySet() + " are there");
        }
        return root;
    }
}
