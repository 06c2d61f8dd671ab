/**
 * Training while the service runs, for a server that was started with a workspace: annotations come in one by one and are on disk before they are
 * acknowledged; a model is trained on all of them in the background, and takes the place of the one before it on the shelf.
 */
@NullMarked
package org.espalier.server.training;

import org.jspecify.annotations.NullMarked;
