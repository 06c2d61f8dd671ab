package org.espalier.scoring;

import java.util.Arrays;
import org.espalier.feature.EncodedSequence;

/**
 * Finds attributes that say what others say already, so that their weights can be added up once for many tokens.
 *
 * <p>The kind of an attribute is its <em>slot</em>. Where names do not tell kinds, it is the place of the attribute among those of
 * its token, which come in the order of the templates. Slot i <em>implies</em> slot j when, everywhere in the data, the attribute in slot i determines the one in
 * slot j: a trigram of tags implies its bigrams and unigrams, a word implies its suffixes. Then
 *
 * <pre>
 *   Σ_{j implied by i} θ(attribute in slot j, ·)   is one row for each attribute of slot i,
 * </pre>
 *
 * computed once a pass, and a token whose slot i is known adds this row instead of all the others. It is worth it when slot
 * i has far fewer different attributes than there are tokens. Cost: two walks through the data.
 */
final class RowSharing {
    static final int NO_SLOT = -1;

    private static final int MOST_SLOTS = Long.SIZE;
    private static final int SAMPLE = 20_000;
    private static final int TOKENS_PER_ROW = 3;

    /** The memory of the second walk, in ints per token. */
    private static final int MEMBERS_PER_TOKEN = 4;

    /** The same for kinds, of which a word has more than a template has lines. */
    private static final int MEMBERS_PER_TOKEN_BY_KIND = 16;

    private final byte[] slots; // [A]: the slot of each attribute
    private final int[] hosts; // [slots]: the slot whose rows include this one (a host includes itself), or −1
    private final int[] memberBegins; // [A]: where the members of an attribute in a host slot begin, or −1
    private final int[] members; // attributes implied, −1 for none
    private final long[] memberSlots; // [slots]: which slots the members of a host stand for, as bits

    private RowSharing(byte[] slots, int[] hosts, int[] memberBegins, int[] members, long[] memberSlots) {
        this.slots = slots;
        this.hosts = hosts;
        this.memberBegins = memberBegins;
        this.members = members;
        this.memberSlots = memberSlots;
    }

    /** Nothing is shared. */
    static RowSharing none(int attributes) {
        byte[] slots = new byte[attributes];
        Arrays.fill(slots, (byte) NO_SLOT);
        return new RowSharing(slots, new int[0], new int[0], new int[0], new long[0]);
    }

    /**
     * Walks through the data.
     *
     * @param kinds the kind of each attribute, or empty when it is not known // [attributes]
     */
    static RowSharing find(Iterable<EncodedSequence> sequences, int attributes, byte[] kinds) {
        return new Search(attributes, kinds).run(sequences);
    }

    /** The slot of an attribute, or {@link #NO_SLOT}. */
    int slot(int attribute) {
        return slots[attribute];
    }

    int slotCount() {
        return hosts.length;
    }

    /** The slot whose rows include this slot; itself for a host, −1 for a slot on its own. */
    int host(int slot) {
        return hosts[slot];
    }

    boolean isHost(int attribute) {
        int slot = slots[attribute];
        return slot >= 0 && hosts[slot] == slot && memberBegins[attribute] >= 0;
    }

    /** Writes the attributes that an attribute of a host slot stands for, itself included; returns how many. */
    int members(int attribute, int[] into) {
        int host = slots[attribute];
        int count = 0;
        into[count++] = attribute;
        int k = memberBegins[attribute];
        for (long bits = memberSlots[host]; bits != 0; bits &= bits - 1) {
            int member = members[k++];
            if (member >= 0 && hosts[Long.numberOfTrailingZeros(bits)] == host) {
                into[count++] = member;
            }
        }
        return count;
    }

    private static final class Search {
        private final byte[] slots;
        private final byte[] kinds;
        private final int[] distinct = new int[MOST_SLOTS];
        private final long[] implied = new long[MOST_SLOTS]; // [i]: bits of the slots that slot i may still imply
        private final int[] current = new int[MOST_SLOTS]; // the attributes of a token by slot, −1 for none
        private int slotCount;
        private long tokens;

        Search(int attributes, byte[] kinds) {
            this.slots = new byte[attributes];
            this.kinds = kinds;
        }

        RowSharing run(Iterable<EncodedSequence> sequences) {
            assignSlots(sequences);
            long eligible = 0;
            for (int i = 0; i < slotCount; i++) {
                if ((long) distinct[i] * TOKENS_PER_ROW <= tokens) {
                    eligible |= 1L << i;
                    implied[i] = lowest(slotCount) & ~(1L << i);
                }
            }
            sample(sequences, eligible);
            return verify(sequences, eligible);
        }

        private static long lowest(int bits) {
            return bits == MOST_SLOTS ? -1L : (1L << bits) - 1;
        }

        /** An attribute that has a value other than 1 somewhere gets no slot: rows are sums of plain weights. */
        private void assignSlots(Iterable<EncodedSequence> sequences) {
            byte unseen = Byte.MIN_VALUE;
            Arrays.fill(slots, unseen);
            boolean[] valued = {};
            for (EncodedSequence sequence : sequences) {
                tokens += sequence.length();
                for (int t = 0; t < sequence.length(); t++) {
                    int begin = sequence.begin(t);
                    int end = sequence.begin(t + 1);
                    for (int k = begin; k < end; k++) {
                        int attribute = sequence.attribute(k);
                        if (slots[attribute] == unseen) {
                            slots[attribute] = kinds.length > 0 ? kinds[attribute] : slot(k - begin);
                        }
                    }
                }
                if (sequence.values() != null) {
                    valued = valued.length == 0 ? new boolean[slots.length] : valued;
                    for (int k = sequence.begin(0); k < sequence.begin(sequence.length()); k++) {
                        valued[sequence.attribute(k)] |= sequence.value(k) != 1;
                    }
                }
            }
            for (int a = 0; a < slots.length; a++) {
                if (slots[a] == unseen || (valued.length > 0 && valued[a])) {
                    slots[a] = NO_SLOT;
                } else if (slots[a] >= 0) {
                    distinct[slots[a]]++;
                    slotCount = Math.max(slotCount, slots[a] + 1);
                }
            }
        }

        private static byte slot(int place) {
            return (byte) (place < MOST_SLOTS ? place : NO_SLOT);
        }

        private void read(EncodedSequence sequence, int t) {
            Arrays.fill(current, 0, slotCount, -1);
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                int attribute = sequence.attribute(k);
                int slot = slots[attribute];
                if (slot >= 0 && current[slot] < 0) {
                    current[slot] = attribute;
                }
            }
        }

        /** Most pairs of slots are refuted by a few tokens already; only the others need memory on the second walk. */
        private void sample(Iterable<EncodedSequence> sequences, long eligible) {
            int[] first = new int[slots.length]; // [A]: the row of the first token that has the attribute, + 1
            int[] rows = new int[Math.toIntExact(Math.min(tokens, SAMPLE)) * slotCount];
            int row = 0;
            for (EncodedSequence sequence : sequences) {
                for (int t = 0; t < sequence.length(); t++) {
                    if ((row + 1) * slotCount > rows.length) {
                        return;
                    }
                    read(sequence, t);
                    System.arraycopy(current, 0, rows, row * slotCount, slotCount);
                    row++;
                    for (long bits = eligible; bits != 0; bits &= bits - 1) {
                        int i = Long.numberOfTrailingZeros(bits);
                        if (current[i] >= 0 && implied[i] != 0) {
                            if (first[current[i]] == 0) {
                                first[current[i]] = row;
                            } else {
                                refute(i, rows, (first[current[i]] - 1) * slotCount);
                            }
                        }
                    }
                }
            }
        }

        private void refute(int i, int[] rows, int before) {
            for (long bits = implied[i]; bits != 0; bits &= bits - 1) {
                int j = Long.numberOfTrailingZeros(bits);
                if (rows[before + j] != current[j]) {
                    implied[i] &= ~(1L << j);
                }
            }
        }

        private RowSharing verify(Iterable<EncodedSequence> sequences, long eligible) {
            long[] memberSlots = implied.clone();
            long kept = affordable(eligible, memberSlots);
            int[] memberBegins = new int[slots.length];
            Arrays.fill(memberBegins, -1);
            int[] occurrences = new int[slots.length]; // [A]: of the attributes of kept slots
            int[] members = new int[1024];
            int used = 0;
            for (EncodedSequence sequence : sequences) {
                for (int t = 0; t < sequence.length() && kept != 0; t++) {
                    read(sequence, t);
                    for (long bits = kept; bits != 0; bits &= bits - 1) {
                        int i = Long.numberOfTrailingZeros(bits);
                        int attribute = current[i];
                        if (attribute < 0) {
                            continue;
                        }
                        occurrences[attribute]++;
                        int width = Long.bitCount(memberSlots[i]);
                        if (memberBegins[attribute] < 0) {
                            members = used + width > members.length
                                    ? Arrays.copyOf(members, 2 * (used + width))
                                    : members;
                            memberBegins[attribute] = used;
                            for (long m = memberSlots[i]; m != 0; m &= m - 1) {
                                members[used++] = current[Long.numberOfTrailingZeros(m)];
                            }
                        } else {
                            check(i, memberSlots[i], members, memberBegins[attribute]);
                        }
                    }
                }
            }
            long[][] spared = spared(memberBegins, members, memberSlots, occurrences);
            return new RowSharing(slots, cover(kept, spared), memberBegins, Arrays.copyOf(members, used), memberSlots);
        }

        /** How often a row of slot i spares a token an attribute of slot j // [slots][slots]. */
        private long[][] spared(int[] memberBegins, int[] members, long[] memberSlots, int[] occurrences) {
            long[][] spared = new long[slotCount][slotCount];
            for (int a = 0; a < slots.length; a++) {
                if (memberBegins[a] >= 0) {
                    int i = slots[a];
                    int k = memberBegins[a];
                    for (long bits = memberSlots[i]; bits != 0; bits &= bits - 1) {
                        int j = Long.numberOfTrailingZeros(bits);
                        if (members[k++] >= 0 && (implied[i] & 1L << j) != 0) {
                            spared[i][j] += occurrences[a];
                        }
                    }
                }
            }
            return spared;
        }

        /** Leaves the slots with the most attributes out until the memory suffices. */
        private long affordable(long eligible, long[] memberSlots) {
            long kept = 0;
            long needed = 0;
            for (long bits = eligible; bits != 0; bits &= bits - 1) {
                int i = Long.numberOfTrailingZeros(bits);
                if (memberSlots[i] != 0) {
                    kept |= 1L << i;
                    needed += (long) distinct[i] * Long.bitCount(memberSlots[i]);
                }
            }
            long most = tokens * (kinds.length > 0 ? MEMBERS_PER_TOKEN_BY_KIND : MEMBERS_PER_TOKEN);
            while (needed > most) {
                int largest = -1;
                for (long bits = kept; bits != 0; bits &= bits - 1) {
                    int i = Long.numberOfTrailingZeros(bits);
                    largest = largest < 0 || distinct[i] > distinct[largest] ? i : largest;
                }
                kept &= ~(1L << largest);
                needed -= (long) distinct[largest] * Long.bitCount(memberSlots[largest]);
            }
            return kept;
        }

        private void check(int i, long slotsOfMembers, int[] members, int begin) {
            int k = begin;
            for (long bits = slotsOfMembers; bits != 0; bits &= bits - 1) {
                int j = Long.numberOfTrailingZeros(bits);
                if (members[k++] != current[j]) {
                    implied[i] &= ~(1L << j);
                }
            }
        }

        /** Greedy cover: again and again the slot that spares the tokens the most attributes of slots not yet included anywhere. */
        private int[] cover(long candidates, long[][] spared) {
            int[] hosts = new int[slotCount];
            Arrays.fill(hosts, -1);
            long free = lowest(slotCount);
            while (true) {
                int best = -1;
                long most = 0;
                for (long bits = candidates & free; bits != 0; bits &= bits - 1) {
                    int i = Long.numberOfTrailingZeros(bits);
                    long count = 0;
                    for (long others = free; others != 0; others &= others - 1) {
                        count += spared[i][Long.numberOfTrailingZeros(others)];
                    }
                    if (count > most || (best >= 0 && count == most && distinct[i] < distinct[best])) {
                        best = i;
                        most = count;
                    }
                }
                if (best < 0) {
                    return hosts;
                }
                for (long bits = free; bits != 0; bits &= bits - 1) {
                    int j = Long.numberOfTrailingZeros(bits);
                    if (j == best || spared[best][j] > 0) {
                        hosts[j] = best;
                        free &= ~(1L << j);
                    }
                }
            }
        }
    }
}
