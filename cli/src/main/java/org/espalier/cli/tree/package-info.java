/** What the commands do with parsers: trees are written as CoNLL-U or JSON, and judged by their attachment scores. */
@NullMarked
package org.espalier.cli.tree;

import org.jspecify.annotations.NullMarked;
