package org.espalier.interop.crfsuite;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.NativeText;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.encoding.Encoder;
import org.espalier.interop.ConstantSteps;
import org.espalier.model.FileReplacement;
import org.espalier.model.Model;
import org.espalier.scoring.Compaction;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;

/** Writes a model as a file of CRFsuite: zero weights and attributes without weights are left out, as CRFsuite leaves them out. */
final class ModelExport {
    private final Model model;
    private final Charset charset;

    ModelExport(Model model, Charset charset) {
        this.model = ConstantSteps.folded(model);
        this.charset = charset;
    }

    List<String> write(Path file) {
        if (model.encoder().transitionAttributes().size() > 0) {
            throw new IllegalArgumentException(
                    "CRFsuite has no transition features that look at the data, but the model has "
                            + model.encoder().transitionAttributes().size()
                            + " such attributes; train a model without them");
        }
        ByteBuffer bytes = bytes();
        FileReplacement.write(file, channel -> {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        });
        return notKept();
    }

    private ByteBuffer bytes() {
        Compaction compact = Compaction.of(model.layout(), model.weights());
        ParameterLayout layout = compact.layout();
        CqdbWriter labels = new CqdbWriter(labels());
        CqdbWriter attributes = new CqdbWriter(attributes(compact.kept(0)));
        int features = compact.weights().length;
        int states = layout.states();
        int sources = layout.stateFeatures().attributes();
        long labelsAt = FileLayout.HEADER + FileLayout.CHUNK + (long) FileLayout.FEATURE * features;
        long attributesAt = labelsAt + labels.size();
        long transitionListsAt = aligned(attributesAt + attributes.size());
        long stateListsAt = transitionListsAt + FileLayout.CHUNK + 4L * (2 * states + 2 + layout.sharedCount());
        long size = stateListsAt
                + FileLayout.CHUNK
                + 4L * (2L * sources + layout.stateFeatures().features());
        if (size > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "the model would take " + size + " bytes as a file of CRFsuite, at most 2 GiB are possible");
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        letters(bytes, "lCRF").putInt((int) size);
        letters(bytes, "FOMC")
                .putInt(FileLayout.VERSION)
                .putInt(0)
                .putInt(states)
                .putInt(sources);
        bytes.putInt(FileLayout.HEADER).putInt((int) labelsAt).putInt((int) attributesAt);
        bytes.putInt((int) transitionListsAt).putInt((int) stateListsAt);
        putFeatures(bytes, layout, compact.weights());
        labels.write(bytes);
        attributes.write(bytes);
        bytes.position((int) transitionListsAt);
        putTransitionLists(bytes, layout);
        putStateLists(bytes, layout.stateFeatures());
        return bytes.flip();
    }

    private static long aligned(long offset) {
        return (offset + 3) & ~3L;
    }

    private static ByteBuffer letters(ByteBuffer bytes, String letters) {
        for (int k = 0; k < letters.length(); k++) {
            bytes.put((byte) letters.charAt(k));
        }
        return bytes;
    }

    private static void putFeatures(ByteBuffer bytes, ParameterLayout layout, double[] weights) {
        letters(bytes, "FEAT")
                .putInt(FileLayout.CHUNK + FileLayout.FEATURE * weights.length)
                .putInt(weights.length);
        FeatureLists lists = layout.stateFeatures();
        for (int a = 0; a < lists.attributes(); a++) {
            for (int f = lists.offsets()[a]; f < lists.offsets()[a + 1]; f++) {
                bytes.putInt(FileLayout.STATE)
                        .putInt(a)
                        .putInt(lists.target(a, f))
                        .putDouble(weights[f]);
            }
        }
        int[] shared = layout.sharedFeatures();
        for (int pair = 0; pair < shared.length; pair++) {
            if (shared[pair] >= 0) {
                bytes.putInt(FileLayout.TRANSITION)
                        .putInt(pair / layout.states())
                        .putInt(pair % layout.states())
                        .putDouble(weights[layout.sharedBegin() + shared[pair]]);
            }
        }
    }

    private static void putTransitionLists(ByteBuffer bytes, ParameterLayout layout) {
        int states = layout.states();
        int[] shared = layout.sharedFeatures();
        int begin = bytes.position();
        letters(bytes, "LFRF").putInt(0).putInt(states + 2);
        // Two more places were once for the begin and the end of a sequence; CRFsuite still writes them.
        int offsets = bytes.position();
        bytes.position(offsets + 4 * (states + 2));
        for (int from = 0; from < states; from++) {
            int list = bytes.position();
            bytes.putInt(offsets + 4 * from, list).putInt(0);
            for (int pair = from * states; pair < (from + 1) * states; pair++) {
                if (shared[pair] >= 0) {
                    bytes.putInt(layout.sharedBegin() + shared[pair]);
                }
            }
            bytes.putInt(list, (bytes.position() - list) / 4 - 1);
        }
        bytes.putInt(begin + 4, bytes.position() - begin);
    }

    private static void putStateLists(ByteBuffer bytes, FeatureLists lists) {
        int begin = bytes.position();
        letters(bytes, "AFRF").putInt(0).putInt(lists.attributes());
        int offsets = bytes.position();
        bytes.position(offsets + 4 * lists.attributes());
        for (int a = 0; a < lists.attributes(); a++) {
            int from = lists.offsets()[a];
            int to = lists.offsets()[a + 1];
            bytes.putInt(offsets + 4 * a, bytes.position()).putInt(to - from);
            for (int f = from; f < to; f++) {
                bytes.putInt(f);
            }
        }
        bytes.putInt(begin + 4, bytes.position() - begin);
    }

    private List<byte[]> labels() {
        List<byte[]> keys = new ArrayList<>();
        for (String name : model.labels().names()) {
            keys.add(key(name, "label"));
        }
        return keys;
    }

    private List<byte[]> attributes(boolean[] kept) {
        AttributeIndex names = model.encoder().attributes();
        List<byte[]> keys = new ArrayList<>();
        for (int a = 0; a < kept.length; a++) {
            if (kept[a]) {
                keys.add(key(names.get(a), "attribute"));
            }
        }
        return keys;
    }

    private byte[] key(String name, String what) {
        if (name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "CRFsuite cannot have a NUL in a name, but the " + what + " '" + name + "' has one");
        }
        try {
            return NativeText.encode(name, charset);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "the " + what + " '" + name + "' cannot be written in " + charset + "; use UTF-8", e);
        }
    }

    private List<String> notKept() {
        List<String> sentences = new ArrayList<>();
        Encoder encoder = model.encoder();
        if (!(encoder.extractor() instanceof GivenAttributes)) {
            sentences.add(
                    "The features (" + encoder.extractor().definition().kind()
                            + ") are not kept: a program that uses the file must make the attributes itself, with the same names.");
        }
        if (encoder.boundaries()) {
            sentences.add(
                    "Begin and end are not kept as such: a program that uses the file must give the first item the"
                            + " attribute " + Encoder.BEGIN + " and the last one " + Encoder.END + ".");
        }
        if (!model.provenance().isEmpty() && !model.provenance().containsKey(ModelImport.PROVENANCE)) {
            sentences.add("The training options are not kept.");
        }
        return sentences;
    }
}
