package org.espalier.interop.crfsuite;

import java.nio.charset.Charset;
import java.util.Arrays;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;

/**
 * A model file of CRFsuite, verified: where its pieces are, its strings and its features.
 *
 * <pre>
 * 48 bytes   "lCRF", size, "FOMC", version, 0, labels, attributes, offsets of the five pieces
 * "FEAT"     size, n, then n features: type (0 state, 1 transition), source, target, weight; 20 bytes each
 * "CQDB"     the labels, then another one for the attributes, see {@link Cqdb}
 * "LFRF"     size, labels + 2, offset of each label's list: n, then n numbers of features that leave the label
 * "AFRF"     the same for the features of each attribute
 * </pre>
 *
 * CRFsuite writes the version 100 and does not look at it when it reads. Nor is it looked at here: there are files with 101, and
 * everything that depends on the form is checked anyway.
 */
final class FileLayout {
    static final int HEADER = 48;
    static final int CHUNK = 12;
    static final int FEATURE = 20;
    static final int VERSION = 100;
    static final int STATE = 0;
    static final int TRANSITION = 1;

    /** All pairs of so many labels are still a table of a reasonable size. */
    static final int MOST_LABELS = 8192;

    private final ModelBytes file;
    private final int features;
    private final int firstFeature;
    private final Cqdb labels;
    private final Cqdb attributes;
    private final int[] transitionLists; // [labels]: where the list begins
    private final int[] stateLists; // [attributes]

    private FileLayout(
            ModelBytes file,
            int features,
            int firstFeature,
            Cqdb labels,
            Cqdb attributes,
            int[] transitionLists,
            int[] stateLists) {
        this.file = file;
        this.features = features;
        this.firstFeature = firstFeature;
        this.labels = labels;
        this.attributes = attributes;
        this.transitionLists = transitionLists;
        this.stateLists = stateLists;
    }

    /**
     * Opens a file.
     *
     * @throws ModelFormatException when anything is wrong with it
     */
    static FileLayout open(ModelBytes file, Charset charset) {
        requireHeader(file);
        int labelCount = file.count(20, Cqdb.HEADER, "labels");
        if (labelCount < 1 || labelCount > MOST_LABELS) {
            throw file.corrupt(20, labelCount + " labels; expected 1 to " + MOST_LABELS);
        }
        int attributeCount = file.count(24, Cqdb.HEADER, "attributes");
        long offset = file.number(28, "the header");
        file.requireChunk(offset, CHUNK, "FEAT");
        int features = file.count(offset + 8, FEATURE, "features");
        file.requireInside(offset + CHUNK, (long) FEATURE * features, features + " features");
        Cqdb labels = CqdbCheck.open(file, file.number(32, "the header"), labelCount, "labels", charset);
        Cqdb attributes = CqdbCheck.open(file, file.number(36, "the header"), attributeCount, "attributes", charset);
        FileLayout layout = new FileLayout(
                file,
                features,
                (int) offset + CHUNK,
                labels,
                attributes,
                lists(file, file.number(40, "the header"), "LFRF", labelCount),
                lists(file, file.number(44, "the header"), "AFRF", attributeCount));
        layout.check(layout.transitionLists, TRANSITION, labelCount);
        layout.check(layout.stateLists, STATE, labelCount);
        return layout;
    }

    private static void requireHeader(ModelBytes file) {
        if (file.size() < 4 || !file.letters(0).equals("lCRF")) {
            throw file.problem(
                    Kind.NOT_A_MODEL, "this is not a model of CRFsuite: it does not begin with the letters 'lCRF'");
        }
        file.requireInside(0, HEADER, "the header");
        file.requireInside(0, file.number(4, "the header"), "the file");
        if (!file.letters(8).equals("FOMC")) {
            throw file.corrupt(8, "a model of the type '" + file.letters(8) + "', expected 'FOMC'");
        }
    }

    private static int[] lists(ModelBytes file, long offset, String letters, int count) {
        file.requireChunk(offset, CHUNK, letters);
        int found = file.count(offset + 8, 4, "lists in '" + letters + "'");
        if (found < count) {
            throw file.corrupt(offset + 8, found + " lists in '" + letters + "', expected " + count);
        }
        int[] lists = new int[count];
        String what = "a list of '" + letters + "'";
        for (int k = 0; k < count; k++) {
            long list = file.number(offset + CHUNK + 4L * k, what);
            file.requireInside(list, 4, what);
            lists[k] = (int) list;
        }
        return lists;
    }

    /** Every list holds features of its own, and all of them together no more than there are. */
    private void check(int[] lists, int type, int labelCount) {
        long left = features;
        for (int source = 0; source < lists.length; source++) {
            int count = file.count(lists[source], 4, "features in a list");
            left -= count;
            if (left < 0) {
                throw file.corrupt(lists[source], "the lists hold more features than there are");
            }
            file.requireInside(lists[source] + 4L, 4L * count, "a list of features");
            for (int k = 0; k < count; k++) {
                int place = lists[source] + 4 + 4 * k;
                int feature = file.integer(place);
                if (feature < 0 || feature >= features) {
                    throw file.corrupt(place, "feature " + (feature & 0xFFFFFFFFL) + " of " + features);
                }
                check(feature, type, source, labelCount);
            }
        }
    }

    private void check(int feature, int type, int source, int labelCount) {
        int record = firstFeature + FEATURE * feature;
        int target = target(feature);
        if (file.integer(record) != type || file.integer(record + 4) != source) {
            throw file.corrupt(record, "feature " + feature + " is in the list of another label or attribute");
        }
        if (target < 0 || target >= labelCount) {
            throw file.corrupt(record + 8, "feature " + feature + " leads to label " + target + " of " + labelCount);
        }
        if (!Double.isFinite(weight(feature))) {
            throw file.corrupt(record + 12, "the weight " + weight(feature));
        }
    }

    /** Features that are each all right, but not together. */
    ModelFormatException overflow(int feature) {
        return file.corrupt(
                firstFeature + FEATURE * (long) feature, "the weights of equal features are infinite together");
    }

    ModelBytes file() {
        return file;
    }

    Cqdb labels() {
        return labels;
    }

    Cqdb attributes() {
        return attributes;
    }

    /** What the file says of its version. */
    long version() {
        return file.number(12, "the header");
    }

    /** How many features the file has. */
    int features() {
        return features;
    }

    /** The features that leave a label, in the order of the file. */
    int[] transitions(int label) {
        return list(transitionLists[label]);
    }

    /** The features of an attribute, in the order of the file. */
    int[] states(int attribute) {
        return list(stateLists[attribute]);
    }

    private int[] list(int offset) {
        int[] list = new int[file.integer(offset)];
        Arrays.setAll(list, k -> file.integer(offset + 4 + 4 * k));
        return list;
    }

    /** The label that a feature is for. */
    int target(int feature) {
        return file.integer(firstFeature + FEATURE * feature + 8);
    }

    double weight(int feature) {
        return file.weight(firstFeature + FEATURE * feature + 12);
    }
}
