package org.espalier.interop.crfpp;

import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * A CRF++ model in its own terms.
 *
 * <p>The string {@code strings[k]} owns the weights from {@code ids[k]} on: one for each label y when it begins with
 * {@code U}, at {@code id + y}, and otherwise one for each pair of labels, at {@code id + y′·S + y}.
 *
 * @param version of the format; 100 in all that CRF++ has written so far
 * @param costFactor kept for what it is: CRF++ writes it, and takes the one of its command line when it tags
 * @param columns how many columns of the data are needed (xsize)
 * @param labels in the order of their numbers // [S]
 * @param template its lines to the letter: those with {@code U}, then those with {@code B}
 * @param strings the feature strings, sorted by their bytes
 * @param ids the first weight of each string's block
 * @param weightCount the number of weights (maxid)
 * @param weights the weight with this number
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record CrfppContent(
        int version,
        double costFactor,
        int columns,
        List<String> labels,
        List<String> template,
        String[] strings,
        int[] ids,
        int weightCount,
        IntToDoubleFunction weights) {

    /** The version that CRF++ writes. */
    public static final int VERSION = 100;

    public CrfppContent {
        labels = List.copyOf(labels);
        template = List.copyOf(template);
    }

    /** How many weights the block of a string has. */
    static int width(String string, int labels) {
        return string.startsWith("U") ? labels : labels * labels;
    }

    /** Whether a template line stands for the same string at every position. */
    static boolean isConstant(String line) {
        return line.indexOf('%') < 0;
    }
}
