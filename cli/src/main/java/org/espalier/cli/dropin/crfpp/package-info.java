/**
 * The commands of CRF++: {@code crf_learn} and {@code crf_test}, with its options, files and output.
 *
 * <p>Like the originals they know bytes only: text is read and written in ISO 8859-1, one character for each byte, whatever
 * its encoding is. What they do is in {@link org.espalier.interop.crfpp}; here are options and print-outs.
 */
@NullMarked
package org.espalier.cli.dropin.crfpp;

import org.jspecify.annotations.NullMarked;
