package org.espalier.interop.crfpp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Labels;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.model.ModelFormatException.Kind;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;

/**
 * Makes a model of what a CRF++ file says.
 *
 * <p>Attributes are numbered by their blocks in the file. The blocks of all {@code B…} lines without a macro are added up
 * in the shared transitions, a line that stands twice twice; beside lines that look at the data they stay apart, so that
 * CRF++'s order of additions is kept. {@code blocks} in the provenance says how strings with {@code U} and {@code B} take turns,
 * and {@code sharedBlock} which of the latter are the shared transitions, so that the file can be written again as it was.
 */
final class ContentReading {
    /** So many labels are fine even if no pair of them has a weight. */
    private static final int FEW_LABELS = 4096;

    static final String TOOL = "CRF++";

    private final CrfppContent content;
    private final Path file;
    private final boolean single;
    private final int states;
    private final Template template;
    private final List<String> sharedNames;
    private final Vocabulary.Builder attributes = new Vocabulary.Builder();
    private final Vocabulary.Builder transitionAttributes = new Vocabulary.Builder();
    private final Blocks stateBlocks = new Blocks();
    private final Blocks transitionBlocks = new Blocks();
    private final Map<String, Integer> sharedBlocks = new LinkedHashMap<>();

    // How strings take turns in the file.
    private final List<Integer> turns = new ArrayList<>(List.of(0));
    private long expectedId;
    private boolean gapless = true;
    private int bigrams;
    private int sharedBlock = -1;

    private ContentReading(CrfppContent content, Path file, boolean single) {
        this.content = content;
        this.file = file;
        this.single = single;
        this.states = content.labels().size();
        this.template = template();
        this.sharedNames = template.sharedTransitions()
                ? content.template().stream()
                        .filter(line -> line.startsWith("B") && CrfppContent.isConstant(line))
                        .toList()
                : List.of();
    }

    /** Where the blocks of attributes begin. */
    private static final class Blocks {
        private int[] ids = new int[64];
        private int size;

        void add(int id) {
            ids = size == ids.length ? Arrays.copyOf(ids, 2 * size) : ids;
            ids[size++] = id;
        }
    }

    static Model model(CrfppContent content, Path file, String form) {
        return new ContentReading(content, file, form.equals("binary")).model(form);
    }

    private Model model(String form) {
        Labels labels = labels();
        for (int k : byId()) {
            take(content.strings()[k], content.ids()[k]);
        }
        int[] shared = new int[states * states];
        Arrays.setAll(shared, arc -> sharedBlocks.isEmpty() ? -1 : arc);
        ParameterLayout layout = new ParameterLayout(
                states,
                FeatureLists.complete(stateBlocks.size, states),
                shared,
                FeatureLists.complete(transitionBlocks.size, states * states));
        Encoder encoder = new Encoder(template, false, attributes.build(), transitionAttributes.build());
        return new Model(labels, encoder, layout, weights(layout), content.columns(), provenance(form));
    }

    private Labels labels() {
        if (states == 0) {
            throw corrupt("it has no labels");
        }
        if (states > FEW_LABELS && (long) states * states > content.weightCount()) {
            throw corrupt(states + " labels, but not even one weight for each pair of them");
        }
        try {
            return Labels.of(content.labels());
        } catch (IllegalArgumentException e) {
            throw corrupt(String.valueOf(e.getMessage()));
        }
    }

    private Template template() {
        for (String line : content.template()) {
            if (!line.startsWith("U") && !line.startsWith("B")) {
                throw corrupt("the template line '" + line + "' begins neither with U nor with B");
            }
        }
        String text = String.join("\n", content.template()) + "\n";
        try {
            if (text.indexOf('\r') < 0 && !isOrderLost()) {
                return Template.parse(text, file.toString());
            }
        } catch (DataFormatException e) {
            // CRF++ is content with less; if it is not either, that is the error to report.
        }
        try {
            return Template.parseExactly(text, file.toString());
        } catch (DataFormatException e) {
            throw new ModelFormatException(Kind.CORRUPT, file, "the template in it is wrong: " + e.getMessage());
        }
    }

    /**
     * Whether CRF++ adds up the weights of a step in an order that shared transitions lose: a line that does not look at the
     * data stands between others that do, or there are several such lines beside them.
     */
    private boolean isOrderLost() {
        List<String> bigrams =
                content.template().stream().filter(line -> line.startsWith("B")).toList();
        long constants = bigrams.stream().filter(CrfppContent::isConstant).count();
        boolean atAnEnd = !bigrams.isEmpty()
                && (CrfppContent.isConstant(bigrams.get(0))
                        || CrfppContent.isConstant(bigrams.get(bigrams.size() - 1)));
        return constants > 0 && constants < bigrams.size() && !(constants == 1 && atAnEnd);
    }

    /** The indices of the strings by rising id. */
    private int[] byId() {
        long[] keys = new long[content.ids().length];
        for (int k = 0; k < keys.length; k++) {
            keys[k] = (long) content.ids()[k] << 32 | k;
        }
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    private void take(String string, int id) {
        boolean unigram = string.startsWith("U");
        long width = CrfppContent.width(string, states);
        if (id < 0 || id + width > content.weightCount()) {
            throw corrupt(
                    "the weights of '" + string + "' begin at " + id + ", and there are only " + content.weightCount());
        }
        gapless &= id == expectedId;
        expectedId += width;
        if (expectedId > content.weightCount()) {
            throw corrupt("its strings need more weights than the " + content.weightCount() + " that there are");
        }
        if (unigram) {
            add(string, id, attributes, stateBlocks);
        } else if (sharedNames.contains(string)) {
            sharedBlock = bigrams;
            gapless &= sharedBlocks.put(string, id) == null;
        } else {
            // A string that begins otherwise cannot be met, as no template line gives it; so it may stay.
            add(string, id, transitionAttributes, transitionBlocks);
        }
        bigrams += unigram ? 0 : 1;
        if (unigram == (turns.size() % 2 == 0)) {
            turns.add(0);
        }
        turns.set(turns.size() - 1, turns.get(turns.size() - 1) + 1);
    }

    private void add(String string, int id, Vocabulary.Builder names, Blocks blocks) {
        names.add(string);
        blocks.add(id);
        if (names.size() != blocks.size) {
            throw corrupt("the string '" + string + "' occurs twice");
        }
    }

    private double[] weights(ParameterLayout layout) {
        double[] weights = new double[layout.parameters()];
        copy(stateBlocks, states, weights, 0);
        for (String name : sharedNames) {
            Integer id = sharedBlocks.get(name);
            for (int arc = 0; id != null && arc < states * states; arc++) {
                int at = layout.sharedBegin() + arc;
                double sum = weights[at] + content.weights().applyAsDouble(id + arc);
                weights[at] = single ? (float) sum : sum; // as CRF++ adds them
            }
        }
        copy(transitionBlocks, states * states, weights, layout.transitionBegin());
        for (int k = 0; k < weights.length; k++) {
            if (!Double.isFinite(weights[k])) {
                throw corrupt("a weight is " + weights[k]);
            }
        }
        return weights;
    }

    private void copy(Blocks blocks, int width, double[] weights, int begin) {
        int at = begin;
        for (int b = 0; b < blocks.size; b++) {
            for (int k = 0; k < width; k++) {
                weights[at++] = content.weights().applyAsDouble(blocks.ids[b] + k);
            }
        }
    }

    private Map<String, Object> provenance(String form) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("tool", TOOL);
        map.put("version", content.version());
        map.put("form", form);
        map.put("costFactor", content.costFactor());
        if (gapless && expectedId == content.weightCount() && sharedBlocks.size() <= 1) {
            map.put("blocks", List.copyOf(turns));
            map.put("sharedBlock", sharedBlock);
        }
        return map;
    }

    private ModelFormatException corrupt(String problem) {
        return new ModelFormatException(Kind.CORRUPT, file, "the CRF++ model is corrupt: " + problem);
    }
}
