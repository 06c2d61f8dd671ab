/**
 * Training and tagging on Spark: how the options of {@code train} and {@code tag} are told to the program that runs there, and how {@code
 * spark-submit} is found and started. Nothing here needs Spark: it is another process.
 */
@NullMarked
package org.espalier.cli.spark;

import org.jspecify.annotations.NullMarked;
