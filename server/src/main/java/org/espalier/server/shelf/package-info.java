/**
 * The models that are served: each under a name, in versions, of which one is current. A request takes the current one once, at its beginning,
 * so a model can be replaced and put back while requests are in work.
 */
@NullMarked
package org.espalier.server.shelf;

import org.jspecify.annotations.NullMarked;
