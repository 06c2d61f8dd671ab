package org.espalier.feature.network;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a network is made of.
 *
 * @param words numbers in the vector of a word; where vectors are read from a file, the file decides
 * @param letters how letters are read
 * @param letterVector numbers in the vector of a letter
 * @param letterOutput numbers that come of a word's letters; an even number for {@link Letters#LSTM}
 * @param letterWidth how many letters a filter of {@link Letters#CNN} sees; odd
 * @param capitals numbers in the vector of a pattern of capitals; 0 for none
 * @param attributes numbers in the vector of an attribute, such as a cluster; used where there are attributes
 * @param hidden numbers of each direction of an LSTM
 * @param layers layers of LSTMs in both directions; 0 for a linear layer on the input
 * @param dropout the share of numbers that are left out while learning, of the input and after every layer
 * @param sharedMask whether the same numbers are left out at all tokens of a sequence
 */
public record NetworkOptions(
        int words,
        Letters letters,
        int letterVector,
        int letterOutput,
        int letterWidth,
        int capitals,
        int attributes,
        int hidden,
        int layers,
        double dropout,
        boolean sharedMask) {

    /** How letters are read. */
    public enum Letters {
        /** Not at all. */
        NONE,
        /** Filters over neighbouring letters, and the largest of each (dos Santos &amp; Zadrozny 2014; Ma &amp; Hovy 2016). */
        CNN,
        /** LSTMs from both ends (Lample et al. 2016). */
        LSTM;

        /** As on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Much like Ma &amp; Hovy (2016): words of 100, letters of 32, 32 filters of 3 letters, an LSTM of 100 each way, dropout 0.5. */
    public static final NetworkOptions DEFAULTS =
            new NetworkOptions(100, Letters.CNN, 32, 32, 3, 4, 20, 100, 1, 0.5, true);

    private static final int LARGEST = 4096;
    private static final int MOST_LAYERS = 8;

    public NetworkOptions {
        require(words >= 1 && words <= LARGEST, "the vector of a word", words, "1 to " + LARGEST + " numbers");
        require(
                letterVector >= 1 && letterVector <= LARGEST,
                "the vector of a letter",
                letterVector,
                "1 or more numbers");
        require(
                letterOutput >= 2 && letterOutput <= LARGEST,
                "the output of letters",
                letterOutput,
                "2 or more numbers");
        require(
                letters != Letters.LSTM || letterOutput % 2 == 0,
                "the output of letters",
                letterOutput,
                "an even number, half for each direction");
        require(
                letterWidth >= 1 && letterWidth <= 15 && letterWidth % 2 == 1,
                "the width of a filter",
                letterWidth,
                "1, 3, 5, …");
        require(capitals >= 0 && capitals <= LARGEST, "the vector of capitals", capitals, "0 or more numbers");
        require(
                attributes >= 1 && attributes <= LARGEST,
                "the vector of an attribute",
                attributes,
                "1 or more numbers");
        require(hidden >= 1 && hidden <= LARGEST, "the LSTM", hidden, "1 to " + LARGEST + " numbers each way");
        require(layers >= 0 && layers <= MOST_LAYERS, "the number of layers", layers, "0 to " + MOST_LAYERS);
        require(dropout >= 0 && dropout < 1, "dropout", dropout, "a share from 0 to below 1, such as 0.5");
    }

    private static void require(boolean holds, String what, Number found, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(what + ": " + found + "; expected " + expected);
        }
    }

    public NetworkOptions withWords(int value) {
        return new NetworkOptions(
                value,
                letters,
                letterVector,
                letterOutput,
                letterWidth,
                capitals,
                attributes,
                hidden,
                layers,
                dropout,
                sharedMask);
    }

    public NetworkOptions withLetters(Letters value) {
        return new NetworkOptions(
                words,
                value,
                letterVector,
                letterOutput,
                letterWidth,
                capitals,
                attributes,
                hidden,
                layers,
                dropout,
                sharedMask);
    }

    public NetworkOptions withLetterVector(int value) {
        return new NetworkOptions(
                words,
                letters,
                value,
                letterOutput,
                letterWidth,
                capitals,
                attributes,
                hidden,
                layers,
                dropout,
                sharedMask);
    }

    public NetworkOptions withLetterOutput(int value) {
        return new NetworkOptions(
                words,
                letters,
                letterVector,
                value,
                letterWidth,
                capitals,
                attributes,
                hidden,
                layers,
                dropout,
                sharedMask);
    }

    public NetworkOptions withCapitals(int value) {
        return new NetworkOptions(
                words,
                letters,
                letterVector,
                letterOutput,
                letterWidth,
                value,
                attributes,
                hidden,
                layers,
                dropout,
                sharedMask);
    }

    public NetworkOptions withAttributes(int value) {
        return new NetworkOptions(
                words,
                letters,
                letterVector,
                letterOutput,
                letterWidth,
                capitals,
                value,
                hidden,
                layers,
                dropout,
                sharedMask);
    }

    public NetworkOptions withHidden(int value) {
        return new NetworkOptions(
                words,
                letters,
                letterVector,
                letterOutput,
                letterWidth,
                capitals,
                attributes,
                value,
                layers,
                dropout,
                sharedMask);
    }

    public NetworkOptions withLayers(int value) {
        return new NetworkOptions(
                words,
                letters,
                letterVector,
                letterOutput,
                letterWidth,
                capitals,
                attributes,
                hidden,
                value,
                dropout,
                sharedMask);
    }

    public NetworkOptions withDropout(double value) {
        return new NetworkOptions(
                words,
                letters,
                letterVector,
                letterOutput,
                letterWidth,
                capitals,
                attributes,
                hidden,
                layers,
                value,
                sharedMask);
    }

    public NetworkOptions withSharedMask(boolean value) {
        return new NetworkOptions(
                words,
                letters,
                letterVector,
                letterOutput,
                letterWidth,
                capitals,
                attributes,
                hidden,
                layers,
                dropout,
                value);
    }

    /** As JSON values. */
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("words", words);
        map.put("letters", letters.toString());
        map.put("letterVector", letterVector);
        map.put("letterOutput", letterOutput);
        map.put("letterWidth", letterWidth);
        map.put("capitals", capitals);
        map.put("attributes", attributes);
        map.put("hidden", hidden);
        map.put("layers", layers);
        map.put("dropout", dropout);
        map.put("sharedMask", sharedMask);
        return map;
    }

    /**
     * What {@link #provenance} gave.
     *
     * @throws IllegalArgumentException when a member is missing or wrong
     */
    public static NetworkOptions of(Map<?, ?> map) {
        return new NetworkOptions(
                whole(map, "words"),
                Letters.valueOf(String.valueOf(map.get("letters")).toUpperCase(Locale.ROOT)),
                whole(map, "letterVector"),
                whole(map, "letterOutput"),
                whole(map, "letterWidth"),
                whole(map, "capitals"),
                whole(map, "attributes"),
                whole(map, "hidden"),
                whole(map, "layers"),
                number(map, "dropout").doubleValue(),
                Boolean.TRUE.equals(map.get("sharedMask")));
    }

    private static int whole(Map<?, ?> map, String name) {
        return Math.toIntExact(number(map, name).longValue());
    }

    private static Number number(Map<?, ?> map, String name) {
        if (map.get(name) instanceof Number number) {
            return number;
        }
        throw new IllegalArgumentException("the network's definition has no number '" + name + "'");
    }
}
