package org.espalier.feature;

/** The names of one kind that a batch of sequences needs: those of the vocabulary, and its own, numbered from {@link #base} on. */
public final class BatchNames {
    private final Vocabulary.Builder common;
    private final int base;
    private final Vocabulary.Builder own = new Vocabulary.Builder();
    private final NameBuffer buffer;

    /**
     * No names of its own yet.
     *
     * @param common the vocabulary so far, which does not change meanwhile
     * @param buffer where names are written
     */
    public BatchNames(Vocabulary.Builder common, NameBuffer buffer) {
        this.common = common;
        this.base = common.size();
        this.buffer = buffer;
    }

    /** The number of the first name of its own. */
    public int base() {
        return base;
    }

    /** Where names are written. */
    public NameBuffer buffer() {
        return buffer;
    }

    /** The names of its own. */
    public Vocabulary.Builder own() {
        return own;
    }

    /** The number of a name, a new one unless it has one. */
    public int number(CharSequence name) {
        buffer.set(name);
        int number = common.indexOf(buffer);
        return number >= 0 ? number : base + own.add(buffer);
    }

    /** The number of a name among the batch's own. */
    public int addOwn(NameBuffer name) {
        return own.add(name);
    }
}
