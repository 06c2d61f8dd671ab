package org.espalier.neural;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.emission.CrfLayer;
import org.espalier.emission.EmissionDecoder;
import org.espalier.interop.ModelReader;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.model.Tagging;

/**
 * Opens ONNX files as models.
 *
 * <pre>{@code
 * Model model = OnnxModels.open(Path.of("bert-ner/model.onnx"));
 * model.withValidLabels().tagger().tag(Sequence.ofWords("Anna", "Berger", "sings")).labels();
 * }</pre>
 *
 * <p>The layer beside the graph scores steps from label to label; where there is none, they score 0, and a softmax over single tokens remains.
 */
public final class OnnxModels implements ModelReader {
    private static final String ENDING = ".onnx";

    /** For the service loader. */
    public OnnxModels() {}

    @Override
    public boolean recognises(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(ENDING) && Files.isReadable(file);
    }

    @Override
    public Model read(Path file) {
        try {
            return open(file);
        } catch (IllegalStateException e) {
            throw new ModelFormatException(
                    ModelFormatException.Kind.MISSING_FILE, file, String.valueOf(e.getMessage()));
        }
    }

    /** The graph and its layer as an ordinary model. */
    public static Model open(Path file) {
        OnnxFeatures features = OnnxFeatures.labels(file);
        return layer(features).toModel(features);
    }

    private static CrfLayer layer(OnnxFeatures features) {
        OnnxFolder folder = features.folder();
        int size = folder.labels().size();
        return folder.layer() == null
                ? CrfLayer.of(Labels.of(folder.labels()), new double[size][size])
                : folder.layer();
    }

    /**
     * Tags many sequences at once: the graph runs batches of sequences that are about as long as each other, which is faster than one by one.
     *
     * @param valid whether only labels that follow their tag scheme are given
     */
    public static List<Tagging> tag(OnnxFeatures features, List<Sequence> sequences, boolean valid) {
        EmissionDecoder usual = new EmissionDecoder(layer(features));
        EmissionDecoder decoder = valid ? usual.withValidLabels() : usual;
        float[][][] emissions = features.emissions(sequences);
        List<Tagging> taggings = new ArrayList<>(sequences.size());
        for (int n = 0; n < sequences.size(); n++) {
            taggings.add(decoder.decode(sequences.get(n), emissions[n]));
        }
        return taggings;
    }
}
