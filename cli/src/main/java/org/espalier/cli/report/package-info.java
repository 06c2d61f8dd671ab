/**
 * Reports of training runs, searches and comparisons: lines while they run, tables, figures and JSON when they are done.
 */
@NullMarked
package org.espalier.cli.report;

import org.jspecify.annotations.NullMarked;
