/**
 * The routes that other programs know: INCEpTION's external recommender, Label Studio's ML backend, and the entity JSON of CoreNLP's server. Each
 * has a class; what it reads and writes is described where those programs describe it, and nothing of it is known elsewhere.
 */
@NullMarked
package org.espalier.server.protocol;

import org.jspecify.annotations.NullMarked;
