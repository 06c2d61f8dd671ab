package org.espalier.train.remote;

/**
 * The encoded instances of a training, in shards that are kept and evaluated elsewhere.
 *
 * <p>What an implementation must keep:
 *
 * <ul>
 *   <li>The number of shards is a power of two, and what is in a shard depends on the data only: not on who keeps it.
 *   <li>A share depends on the session, the shard and the question only, so it may be evaluated anywhere, and more than once; it is added
 *       once.
 *   <li>Shares are added in the {@link ShardTree} over all shards. So the sum has the same bits wherever the shards are. They are other bits
 *       than those of a {@link org.espalier.parallel.ParallelSum}, which adds from left to right: a tree is what lets machines add up their
 *       own shards before they send anything.
 * </ul>
 */
public interface RemoteShards extends AutoCloseable {

    /** The number of shards, a power of two. */
    int shards();

    /** The instances of one shard, brought here: for the little that is done with instances singly. */
    byte[] chunk(int shard);

    /**
     * Sends a session to where the shards are.
     *
     * @param session what a worker needs to answer questions
     */
    Session open(byte[] session);

    /** Lets go of the shards. */
    @Override
    void close();

    /** A session that workers have. */
    interface Session extends AutoCloseable {

        /** The sum of the shares of all shards. */
        Share ask(Question question);

        /** Lets workers forget the session. */
        @Override
        void close();
    }
}
