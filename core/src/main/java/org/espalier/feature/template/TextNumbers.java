package org.espalier.feature.template;

import java.util.Arrays;

/** Texts numbered from 0 in the order in which they were added, and their UTF-8 bytes; read by several threads, or changed by one. */
final class TextNumbers {
    private String[] texts = new String[64];
    private byte[][] bytes = new byte[64][];
    private int[] slots = new int[128]; // number + 1; 0 is empty; at most half in use
    private int size;

    int size() {
        return size;
    }

    String text(int number) {
        return texts[number];
    }

    byte[] bytes(int number) {
        return bytes[number];
    }

    /** The text's number, or −1. */
    int find(String text) {
        return slots[place(text)] - 1;
    }

    private int place(String text) {
        int mask = slots.length - 1;
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 15) & mask;
        while (slots[place] != 0 && !texts[slots[place] - 1].equals(text)) {
            place = place + 1 & mask;
        }
        return place;
    }

    /** The text's number, a new one unless it has one; {@code utf8} are its bytes. */
    int add(String text, byte[] utf8) {
        int place = place(text);
        if (slots[place] != 0) {
            return slots[place] - 1;
        }
        if (size == texts.length) {
            grow();
            place = place(text);
        }
        texts[size] = text;
        bytes[size] = utf8;
        slots[place] = ++size;
        return size - 1;
    }

    private void grow() {
        texts = Arrays.copyOf(texts, 2 * size);
        bytes = Arrays.copyOf(bytes, 2 * size);
        slots = new int[4 * size];
        for (int number = 0; number < size; number++) {
            slots[place(texts[number])] = number + 1;
        }
    }
}
