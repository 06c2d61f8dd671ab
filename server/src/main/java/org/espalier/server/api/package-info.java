/**
 * The routes under {@code /v1}, and those that watch the server. They turn requests into sequences, ask the taggers of the shelf on the threads of
 * the team, and answer with the record that {@code espalier tag --output-format json} writes.
 */
@NullMarked
package org.espalier.server.api;

import org.jspecify.annotations.NullMarked;
