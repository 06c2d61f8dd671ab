package org.espalier.feature.table;

import java.util.Locale;
import java.util.Objects;

/**
 * What is observed of a frame; {@link #parse} reads and {@link #toString} writes {@code frames(window=2,delta=2)}.
 *
 * @param perSequence whether the values of a sequence are first standardised by the sequence's own means and deviations, which takes out
 *     where a sensor sat and how loud a voice was (cepstral mean and variance normalisation)
 * @param standardised whether values are made to have mean 0 and standard deviation 1 on the training data
 * @param window how many frames before and behind a frame belong to what is observed of it
 * @param delta how many frames before and behind a frame its slope is computed from; 0 for no slopes
 * @param deltaDelta the same for the slopes of the slopes; 0 for none
 * @param quadratic which terms of second degree there are
 * @param bias whether there is one more attribute, {@code bias}, that every frame has
 */
public record FrameOptions(
        boolean perSequence,
        boolean standardised,
        int window,
        int delta,
        int deltaDelta,
        Quadratic quadratic,
        boolean bias) {

    /** Terms of second degree. */
    public enum Quadratic {
        /** None: the score of a label is linear in the values. */
        NONE,
        /** The square of each value: with it and a bias, a label's score is that of a normal distribution with a diagonal covariance. */
        SQUARES,
        /** The products of every two values of a frame too: a normal distribution with a full covariance. */
        PRODUCTS;

        /** As in a specification: {@code linear}, {@code squares} or {@code products}. */
        @Override
        public String toString() {
            return this == NONE ? "linear" : name().toLowerCase(Locale.ROOT);
        }
    }

    /** Standardised values of the frame alone, with a bias. */
    public static final FrameOptions DEFAULTS = new FrameOptions(false, true, 0, 0, 0, Quadratic.NONE, true);

    private static final String NAME = "frames";
    private static final int WIDEST = 1000;

    public FrameOptions {
        require("window", window);
        require("delta", delta);
        require("delta-delta", deltaDelta);
        Objects.requireNonNull(quadratic, "quadratic");
        if (deltaDelta > 0 && delta == 0) {
            throw new IllegalArgumentException("delta-delta=" + deltaDelta
                    + " without delta; expected both, as the slope of the slope needs the slope");
        }
    }

    private static void require(String what, int reach) {
        if (reach < 0 || reach > WIDEST) {
            throw new IllegalArgumentException(
                    what + "=" + reach + "; expected a number of frames from 0 to " + WIDEST);
        }
    }

    public FrameOptions withPerSequence(boolean value) {
        return new FrameOptions(value, standardised, window, delta, deltaDelta, quadratic, bias);
    }

    public FrameOptions withStandardised(boolean value) {
        return new FrameOptions(perSequence, value, window, delta, deltaDelta, quadratic, bias);
    }

    public FrameOptions withWindow(int value) {
        return new FrameOptions(perSequence, standardised, value, delta, deltaDelta, quadratic, bias);
    }

    public FrameOptions withDelta(int value) {
        return new FrameOptions(perSequence, standardised, window, value, deltaDelta, quadratic, bias);
    }

    public FrameOptions withDeltaDelta(int value) {
        return new FrameOptions(perSequence, standardised, window, delta, value, quadratic, bias);
    }

    public FrameOptions withQuadratic(Quadratic value) {
        return new FrameOptions(perSequence, standardised, window, delta, deltaDelta, value, bias);
    }

    public FrameOptions withBias(boolean value) {
        return new FrameOptions(perSequence, standardised, window, delta, deltaDelta, quadratic, value);
    }

    /**
     * Reads {@code frames}, or {@code frames(…)} with items separated by commas: {@code per-sequence}, {@code standardise} or {@code raw}, {@code
     * window=n}, {@code delta=n}, {@code delta-delta=n}, {@code linear}, {@code squares} or {@code products}, {@code bias} or {@code
     * no-bias}.
     *
     * @throws IllegalArgumentException when it is wrong
     */
    public static FrameOptions parse(String specification) {
        String text = specification.strip();
        if (text.equals(NAME)) {
            return DEFAULTS;
        }
        if (!text.startsWith(NAME + "(") || !text.endsWith(")")) {
            throw problem(specification, "expected frames, or frames(window=2,delta=2) and the like");
        }
        // Both slopes are set at once: one without the other is refused.
        Draft draft = new Draft();
        for (String item : text.substring(NAME.length() + 1, text.length() - 1).split(",", -1)) {
            draft.add(item.strip(), specification);
        }
        try {
            return draft.finish();
        } catch (IllegalArgumentException e) {
            throw problem(specification, String.valueOf(e.getMessage()));
        }
    }

    private static IllegalArgumentException problem(String specification, String what) {
        return new IllegalArgumentException("features '" + specification + "': " + what);
    }

    /** The options while they are read. */
    private static final class Draft {
        private boolean perSequence = DEFAULTS.perSequence;
        private boolean standardised = DEFAULTS.standardised;
        private int window = DEFAULTS.window;
        private int delta = DEFAULTS.delta;
        private int deltaDelta = DEFAULTS.deltaDelta;
        private Quadratic quadratic = DEFAULTS.quadratic;
        private boolean bias = DEFAULTS.bias;

        void add(String item, String specification) {
            int equals = item.indexOf('=');
            String name = equals < 0 ? item : item.substring(0, equals).strip();
            switch (name) {
                case "window" -> window = number(item, equals, specification);
                case "delta" -> delta = number(item, equals, specification);
                case "delta-delta" -> deltaDelta = number(item, equals, specification);
                default -> addWord(item, specification);
            }
        }

        private void addWord(String word, String specification) {
            switch (word) {
                case "per-sequence" -> perSequence = true;
                case "standardise", "standardised" -> standardised = true;
                case "raw" -> standardised = false;
                case "linear" -> quadratic = Quadratic.NONE;
                case "squares" -> quadratic = Quadratic.SQUARES;
                case "products" -> quadratic = Quadratic.PRODUCTS;
                case "bias" -> bias = true;
                case "no-bias" -> bias = false;
                default ->
                    throw problem(
                            specification,
                            "found '" + word
                                    + "'; expected per-sequence, standardise or raw, window=n, delta=n, delta-delta=n,"
                                    + " linear, squares or products, and bias or no-bias");
            }
        }

        private static int number(String item, int equals, String specification) {
            String digits = equals < 0 ? "" : item.substring(equals + 1).strip();
            if (!digits.matches("[0-9]{1,9}")) {
                throw problem(specification, "found '" + item + "'; expected a number of frames, as in window=2");
            }
            return Integer.parseInt(digits);
        }

        FrameOptions finish() {
            return new FrameOptions(perSequence, standardised, window, delta, deltaDelta, quadratic, bias);
        }
    }

    /** The specification, in full: what is usual may change, what a model keeps may not. */
    @Override
    public String toString() {
        return NAME + "(" + (perSequence ? "per-sequence," : "") + (standardised ? "standardise" : "raw") + ",window="
                + window + ",delta=" + delta + ",delta-delta=" + deltaDelta + "," + quadratic + ","
                + (bias ? "bias" : "no-bias") + ")";
    }
}
