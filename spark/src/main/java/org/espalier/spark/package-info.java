/**
 * Training and tagging on Spark.
 *
 * <p>{@link org.espalier.spark.SequenceTagger} is an estimator, {@link org.espalier.spark.SequenceTaggerModel} the transformer that it makes.
 * Training goes in these steps, of which core does all that is not Spark's:
 *
 * <ol>
 *   <li>{@code RowReader} makes a sequence of every row, or says what is wrong with it.
 *   <li>{@code ShardedRows} sends rows to shards by a hash of their content. So a shard has the same rows in the same order, whatever the
 *       partitions and the order of the data were. It merges the names of all shards, and has the rows encoded with common numbers.
 *   <li>{@code SparkShards} keeps the encoded shards on the executors, and answers the questions of a training: θ goes out as a broadcast,
 *       and sums come back, added up in a fixed tree over the shards.
 *   <li>{@code ExecutorShards} is what an executor remembers between two questions: compiled shards. Nothing is lost with it but time.
 * </ol>
 */
@NullMarked
package org.espalier.spark;

import org.jspecify.annotations.NullMarked;
