package org.espalier.model;

/** Whether a model that was loaded still needs its file. */
public enum Loading {
    /** Everything is copied into the heap: the file may be replaced, changed or deleted afterwards. */
    COPIED,

    /**
     * The names of the attributes stay in the file, which is mapped into memory; weights are copied. This saves heap where many
     * processes use one large plain model, or where its names hardly fit into the heap.
     *
     * <p>The file must not be changed in place while the model is in use: {@code cp other.esp live.esp} would give wrong labels,
     * an {@link InternalError} or no answer at all. {@link Model#save} and a rename are safe, because the mapping keeps the old
     * file. Each such model takes one or two mappings, of which Linux allows a process some 65,000, until it is collected.
     */
    MAPPED
}
