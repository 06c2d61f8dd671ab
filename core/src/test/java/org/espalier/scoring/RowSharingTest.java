package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.encoding.Encoder;
import org.junit.jupiter.api.Test;

/** Slots, their hosts and the members of rows, compared with their definitions in plain loops over all tokens. */
class RowSharingTest {

    /** The slots of all tokens, by definition. */
    private static final class Definition {
        final int[] slots; // [A]
        final int[] distinct = new int[64];
        final List<int[]> tokens = new ArrayList<>(); // [64]: the first attribute of each slot, or −1
        final boolean byKind;
        int slotCount;

        Definition(List<EncodedSequence> sequences, int attributes, byte[] kinds) {
            byKind = kinds.length > 0;
            slots = new int[attributes];
            Arrays.fill(slots, -2);
            Set<Integer> valued = new HashSet<>();
            for (EncodedSequence sequence : sequences) {
                for (int t = 0; t < sequence.length(); t++) {
                    for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                        int place = k - sequence.begin(t);
                        int attribute = sequence.attribute(k);
                        int slot = kinds.length > 0 ? kinds[attribute] : place < 64 ? place : -1;
                        slots[attribute] = slots[attribute] != -2 ? slots[attribute] : slot;
                        if (sequence.value(k) != 1) {
                            valued.add(attribute);
                        }
                    }
                }
            }
            for (int a = 0; a < attributes; a++) {
                slots[a] = slots[a] == -2 || valued.contains(a) ? -1 : slots[a];
                if (slots[a] >= 0) {
                    distinct[slots[a]]++;
                    slotCount = Math.max(slotCount, slots[a] + 1);
                }
            }
            for (EncodedSequence sequence : sequences) {
                for (int t = 0; t < sequence.length(); t++) {
                    int[] current = new int[64];
                    Arrays.fill(current, -1);
                    for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                        int slot = slots[sequence.attribute(k)];
                        if (slot >= 0 && current[slot] < 0) {
                            current[slot] = sequence.attribute(k);
                        }
                    }
                    tokens.add(current);
                }
            }
        }

        /** Whether tokens that agree in slot i, among the first so many, agree in slot j. */
        boolean implies(int i, int j, int count) {
            int[] found = new int[slots.length];
            Arrays.fill(found, -2);
            for (int[] token : tokens.subList(0, Math.min(count, tokens.size()))) {
                if (token[i] >= 0) {
                    if (found[token[i]] != -2 && found[token[i]] != token[j]) {
                        return false;
                    }
                    found[token[i]] = token[j];
                }
            }
            return true;
        }

        /** How many tokens have an attribute of slot i, and also one of slot j. */
        int together(int i, int j) {
            return (int) tokens.stream()
                    .filter(token -> token[i] >= 0 && token[j] >= 0)
                    .count();
        }

        /**
         * Greedy: the slot that implies the most attributes of free slots is the next host; of equal ones that with the fewest
         * attributes of its own.
         */
        int[] hosts() {
            boolean[][] sampled = new boolean[slotCount][slotCount];
            boolean[][] implied = new boolean[slotCount][slotCount];
            boolean[] candidate = new boolean[slotCount];
            long needed = 0;
            int[] costs = new int[slotCount];
            for (int i = 0; i < slotCount; i++) {
                boolean few = 3L * distinct[i] <= tokens.size();
                for (int j = 0; few && j < slotCount; j++) {
                    sampled[i][j] = i != j && implies(i, j, 20_000);
                    implied[i][j] = sampled[i][j] && implies(i, j, tokens.size());
                    costs[i] += sampled[i][j] ? distinct[i] : 0;
                }
                candidate[i] = costs[i] > 0;
                needed += costs[i];
            }
            while (needed > (byKind ? 16L : 4L) * tokens.size()) { // too much memory
                int largest = -1;
                for (int i = 0; i < slotCount; i++) {
                    largest = candidate[i] && (largest < 0 || distinct[i] > distinct[largest]) ? i : largest;
                }
                candidate[largest] = false;
                needed -= costs[largest];
            }
            int[][] spared = new int[slotCount][slotCount];
            for (int i = 0; i < slotCount; i++) {
                for (int j = 0; j < slotCount; j++) {
                    spared[i][j] = implied[i][j] ? together(i, j) : 0;
                }
            }
            int[] hosts = new int[slotCount];
            Arrays.fill(hosts, -1);
            while (true) {
                int best = -1;
                int most = 0;
                for (int i = 0; i < slotCount; i++) {
                    int count = 0;
                    for (int j = 0; j < slotCount; j++) {
                        count += hosts[j] < 0 ? spared[i][j] : 0;
                    }
                    boolean better = count > most || (count > 0 && count == most && distinct[i] < distinct[best]);
                    if (candidate[i] && hosts[i] < 0 && better) {
                        best = i;
                        most = count;
                    }
                }
                if (best < 0) {
                    return hosts;
                }
                for (int j = 0; j < slotCount; j++) {
                    hosts[j] = hosts[j] < 0 && (j == best || spared[best][j] > 0) ? best : hosts[j];
                }
            }
        }
    }

    private static List<EncodedSequence> encoded(int tokens, int length, IntFunction<List<Attribute>> attributes) {
        Encoder.Builder builder = new Encoder.Builder(new GivenAttributes(), true);
        List<EncodedSequence> sequences = new ArrayList<>();
        for (int begin = 0; begin < tokens; begin += length) {
            List<Token> row = new ArrayList<>();
            for (int t = begin; t < Math.min(tokens, begin + length); t++) {
                row.add(Token.ofAttributes(attributes.apply(t)));
            }
            sequences.add(builder.add(Sequence.of(row, null)));
        }
        sequences.add(builder.add(Sequence.of(List.of(), null)));
        builder.build(1, sequences);
        return sequences;
    }

    /** Returns how many slots share rows, if slots are the places of attributes and if they are kinds. */
    private static int check(List<EncodedSequence> sequences, String name) {
        int shared = check(sequences, name, false);
        check(sequences, name + ", kinds", true);
        return shared;
    }

    private static int check(List<EncodedSequence> sequences, String name, boolean byKind) {
        int attributes = 2; // two that no token has
        for (EncodedSequence sequence : sequences) {
            for (int k = 0; k < sequence.begin(sequence.length()); k++) {
                attributes = Math.max(attributes, sequence.attribute(k) + 3);
            }
        }
        byte[] kinds = new byte[byKind ? attributes : 0];
        for (int a = 0; a < kinds.length; a++) {
            kinds[a] = (byte) (a % 7 - 1); // any will do, and some have none
        }
        Definition definition = new Definition(sequences, attributes, kinds);
        RowSharing found = RowSharing.find(sequences, attributes, kinds);
        for (int a = 0; a < attributes; a++) {
            assertThat(found.slot(a)).as("%s: slot of %d", name, a).isEqualTo(definition.slots[a]);
        }
        int[] hosts = definition.hosts();
        assertThat(found.slotCount()).isEqualTo(hosts.length);
        for (int slot = 0; slot < hosts.length; slot++) {
            assertThat(found.host(slot)).as("%s: host of slot %d", name, slot).isEqualTo(hosts[slot]);
        }
        int[] into = new int[found.slotCount() + 1];
        for (int[] token : definition.tokens) {
            for (int slot = 0; slot < hosts.length; slot++) {
                if (token[slot] >= 0) {
                    boolean host = hosts[slot] == slot;
                    assertThat(found.isHost(token[slot]))
                            .as("%s: slot %d", name, slot)
                            .isEqualTo(host);
                    if (host) {
                        List<Integer> expected = new ArrayList<>(List.of(token[slot]));
                        for (int j = 0; j < hosts.length; j++) {
                            if (j != slot && hosts[j] == slot && token[j] >= 0) {
                                expected.add(token[j]);
                            }
                        }
                        int count = found.members(token[slot], into);
                        assertThat(Arrays.stream(into, 0, count).boxed()).isEqualTo(expected);
                    }
                }
            }
        }
        for (int a = attributes - 2; a < attributes; a++) {
            assertThat(found.isHost(a)).isFalse();
        }
        return (int) Arrays.stream(hosts).filter(host -> host >= 0).count();
    }

    /** Slots that are functions of a few hidden numbers, so that some imply others; at times one is missing, wrong or has a value. */
    @Test
    void randomFunctions() {
        int shared = 0;
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int slots = 1 + random.nextInt(9);
            int[] first = random.ints(slots, 1, 7).toArray();
            int[] second = random.ints(slots, 1, 5).toArray();
            int noise = seed % 3 == 0 ? 0 : 20 + random.nextInt(200);
            boolean values = seed % 5 == 0;
            List<EncodedSequence> sequences = encoded(40 + random.nextInt(300), 7, t -> {
                int x = random.nextInt(12);
                int y = random.nextInt(9);
                List<Attribute> attributes = new ArrayList<>();
                for (int s = 0; s < slots; s++) {
                    int kind = noise == 0 ? 9 : random.nextInt(noise);
                    if (kind > 0) {
                        int odd = kind == 1 ? 1 : 0;
                        String attribute = s + ":" + x / first[s] + "/" + (y / second[s] + odd);
                        attributes.add(new Attribute(attribute, values && kind == 2 ? 0.5 : 1));
                        if (kind == 3) {
                            attributes.add(Attribute.of(attribute)); // twice
                        }
                    }
                }
                return attributes;
            });
            shared += check(sequences, "seed " + seed);
        }
        assertThat(shared).isGreaterThan(60);
    }

    /** Twenty names of the same thing would take more memory than there is: the slots with the most attributes are no hosts then. */
    @Test
    void whatTakesTooMuchMemoryIsLeftOut() {
        for (int words : new int[] {8, 16, 24, 32}) {
            List<EncodedSequence> sequences = encoded(100, 10, t -> {
                List<Attribute> attributes = new ArrayList<>();
                for (int s = 0; s < 20; s++) {
                    attributes.add(Attribute.of(s + ":" + t % words / (1 + s % 3)));
                }
                return attributes;
            });
            assertThat(check(sequences, words + " words")).isPositive();
        }
    }

    /** 64 slots have a bit each; attributes that come later have none. */
    @Test
    void moreAttributesThanSlots() {
        for (int count : new int[] {63, 64, 66}) {
            List<EncodedSequence> sequences = encoded(300, 50, t -> {
                List<Attribute> attributes = new ArrayList<>();
                for (int s = 0; s < count; s++) {
                    attributes.add(Attribute.of(s + ":" + (s < 60 ? t : t % 4 / (1 + s % 2))));
                }
                return attributes;
            });
            assertThat(check(sequences, count + " attributes")).isPositive();
        }
    }

    /** What the first 20,000 tokens say is checked with the others. */
    @Test
    void implicationsThatEndAfterTheSample() {
        for (int last : new int[] {19_999, 20_000, 20_004}) {
            List<EncodedSequence> sequences = encoded(
                    20_005,
                    5_000,
                    t -> List.of(
                            Attribute.of("a" + t % 50),
                            Attribute.of("b" + t % 50 / 5),
                            Attribute.of("c" + (t == last ? 9 : t % 50 / 10)),
                            Attribute.of("d" + (t == last && last == 20_004 ? 7 : t % 50 % 7))));
            assertThat(check(sequences, "exception at " + last)).isEqualTo(last == 20_004 ? 2 : 3);
        }
    }

    @Test
    void nothingIsSharedWithoutSlots() {
        RowSharing none = RowSharing.none(3);
        assertThat(none.slotCount()).isZero();
        for (int a = 0; a < 3; a++) {
            assertThat(none.slot(a)).isEqualTo(RowSharing.NO_SLOT);
            assertThat(none.isHost(a)).isFalse();
        }
    }
}
