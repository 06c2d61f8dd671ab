/**
 * Training on data that are kept and evaluated elsewhere, such as on the machines of a cluster.
 *
 * <p>The data are {@linkplain org.espalier.train.remote.RemoteShards shards}, cut by their content alone. A training asks {@linkplain
 * org.espalier.train.remote.Question questions} of all of them, such as the gradient at a point; each shard gives its {@linkplain
 * org.espalier.train.remote.Share share}, and the shares are added in a {@linkplain org.espalier.train.remote.ShardTree fixed tree}. For
 * example, of shards 0 to 3 on two machines, one sends (0 + 1), the other (2 + 3), and the driver adds the two; had one machine kept all
 * four, it would have added in the same order, with the same bits.
 *
 * <p>This room knows no trainer. Whoever keeps shards implements {@code RemoteShards}; {@link org.espalier.train.Trainer#train(
 * org.espalier.train.remote.RemoteCorpus)} learns from them.
 */
@NullMarked
package org.espalier.train.remote;

import org.jspecify.annotations.NullMarked;
