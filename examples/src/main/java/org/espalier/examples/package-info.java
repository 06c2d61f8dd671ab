/** Small programs that show one thing each; the tests of this module run them. */
@NullMarked
package org.espalier.examples;

import org.jspecify.annotations.NullMarked;
