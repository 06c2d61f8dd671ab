package org.espalier.interop.wapiti;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Location;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.model.Model;
import org.espalier.model.Tagger;

/**
 * Labels lines of features as GROBID has it done by Wapiti; one for all threads.
 *
 * <p>The lines come back with a tab and the label behind each, blanks within them turned into tabs, an empty line between
 * sequences and none at the end.
 *
 * <pre>{@code
 * WapitiLabeller labeller = WapitiLabeller.open(Path.of("model.wapiti"));
 * String labelled = labeller.label("23 23 2 23\nJul jul J Ju");
 * }</pre>
 */
public final class WapitiLabeller {
    private final Tagger tagger;
    private final boolean singleTokens;

    /** A labeller with a model, which may come from Wapiti or not. */
    public WapitiLabeller(Model model) {
        this.tagger = model.tagger();
        this.singleTokens = model.encoder().extractor() instanceof WapitiPatterns patterns && patterns.singleTokens();
    }

    /**
     * A labeller with a model file: of Wapiti, in UTF-8, or of Espalier.
     *
     * @throws org.espalier.model.ModelFormatException when it is neither, or damaged
     */
    public static WapitiLabeller open(Path file) {
        return new WapitiLabeller(
                WapitiModelFile.recognises(file)
                        ? WapitiModelFile.read(file, StandardCharsets.UTF_8)
                        : Model.load(file));
    }

    /** Labels lines; an empty one ends a sequence. */
    public String label(Iterable<String> lines) {
        return label(String.join("\n", lines));
    }

    /**
     * Labels the lines of a text; an empty one ends a sequence.
     *
     * @throws org.espalier.data.DataFormatException when a line has fewer columns than the model reads
     */
    public String label(String text) {
        StringBuilder output = new StringBuilder(text.length() + (text.length() >> 2));
        List<String> lines = new ArrayList<>();
        int number = 0;
        for (int begin = 0; begin <= text.length(); ) {
            int end = text.indexOf('\n', begin);
            end = end < 0 ? text.length() : end;
            String line = text.substring(begin, end);
            begin = end + 1;
            number++;
            boolean empty = WapitiData.isEmpty(line);
            if (!empty) {
                lines.add(line);
            }
            if (!lines.isEmpty() && (empty || singleTokens || begin > text.length())) {
                label(lines, number, output);
                lines.clear();
            }
        }
        return output.toString().trim().replace(' ', '\t');
    }

    private void label(List<String> lines, int last, StringBuilder output) {
        Location location = new Location("the feature lines", last - lines.size() + 1L);
        List<String> labels =
                tagger.tag(new WapitiData.Raw(lines, location).sequence(false)).labels();
        for (int t = 0; t < labels.size(); t++) {
            output.append(lines.get(t)).append('\t').append(labels.get(t)).append('\n');
        }
        output.append('\n');
    }
}
