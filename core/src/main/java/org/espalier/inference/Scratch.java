package org.espalier.inference;

/** The arrays that one kind of inference keeps in a {@link Workspace} from one instance to the next. */
public interface Scratch {}
