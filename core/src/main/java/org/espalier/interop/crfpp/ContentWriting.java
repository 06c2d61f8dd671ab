package org.espalier.interop.crfpp;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.espalier.data.NativeText;
import org.espalier.feature.template.Template;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.jspecify.annotations.Nullable;

/** Says a model in CRF++'s terms; the way back of {@link ContentReading}. */
final class ContentWriting {
    private static final int FARTHEST_ROW = 8;
    private static final Pattern MACRO = Pattern.compile("%x\\[(-?[0-9]*),([0-9]*)\\]");

    private final Model model;
    private final Charset charset;
    private final int states;
    private final ParameterLayout layout;
    private final boolean imported;
    private final List<String> template;
    private final List<String> constants; // lines B… without a macro
    private final int[] labelOrder; // [new label]: its number in the model

    private ContentWriting(Model model, Template template, Charset charset) {
        this.model = model;
        this.charset = charset;
        this.layout = model.layout();
        this.states = layout.states();
        this.imported = ContentReading.TOOL.equals(model.provenance().get("tool"));
        this.template = lines(template);
        this.constants = this.template.stream()
                .filter(line -> line.startsWith("B") && CrfppContent.isConstant(line))
                .toList();
        this.labelOrder = imported
                ? IntStream.range(0, states).toArray()
                : sorted(model.labels().names(), charset);
    }

    /**
     * What becomes of a model.
     *
     * @param lost what could not be kept, one sentence each
     */
    record Outcome(CrfppContent content, List<String> lost) {}

    /** One string and where its weights are in the model. */
    private record Block(String string, @Nullable FeatureLists lists, int attribute, int begin) {}

    static Outcome of(Model model, Charset charset) {
        if (model.encoder().extractor() instanceof WapitiPatterns patterns) {
            return of(PatternTemplate.of(model, patterns), charset);
        }
        if (!(model.encoder().extractor() instanceof Template template)) {
            throw new IllegalArgumentException(
                    "CRF++ needs a feature template, but the features of this model are of the kind '"
                            + model.encoder().extractor().definition().kind() + "'; train with a template");
        }
        if (model.encoder().boundaries()) {
            throw new IllegalArgumentException(
                    "CRF++ has no begin and end features, but this model has; train without boundaries");
        }
        return new ContentWriting(model, template, charset).outcome(template);
    }

    private static List<String> lines(Template template) {
        List<String> lines = Arrays.stream(template.toString().split("\n", -1))
                .filter(line -> !line.isBlank() && line.charAt(0) != '#')
                .toList();
        List<String> ordered = new ArrayList<>(
                lines.stream().filter(line -> line.startsWith("U")).toList());
        lines.stream().filter(line -> line.startsWith("B")).forEach(ordered::add);
        return ordered;
    }

    private Outcome outcome(Template original) {
        int columns = columns();
        List<Block> blocks = blocks();
        int[] order = sorted(blocks.stream().map(Block::string).toList(), charset);
        int[] ids = new int[blocks.size()];
        long next = 0;
        for (int b = 0; b < ids.length; b++) {
            ids[b] = (int) next;
            next += CrfppContent.width(blocks.get(b).string, states);
            if (next > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException(
                        "CRF++ gives every attribute a weight for every label, which makes more than 2147483639 weights");
            }
        }
        double[] weights = new double[(int) next];
        for (int b = 0; b < ids.length; b++) {
            fill(blocks.get(b), weights, ids[b]);
        }
        List<String> labels =
                Arrays.stream(labelOrder).mapToObj(model.labels()::name).toList();
        check(labels, "label");
        return new Outcome(
                new CrfppContent(
                        CrfppContent.VERSION,
                        imported ? ((Number) model.provenance().getOrDefault("costFactor", 1)).doubleValue() : 1,
                        columns,
                        labels,
                        template,
                        Arrays.stream(order).mapToObj(b -> blocks.get(b).string).toArray(String[]::new),
                        Arrays.stream(order).map(b -> ids[b]).toArray(),
                        weights.length,
                        index -> weights[index]),
                lost(original));
    }

    private int columns() {
        int most = 0;
        for (String line : template) {
            Matcher macro = MACRO.matcher(line);
            while (macro.find()) {
                most = Math.max(most, 1 + number(macro.group(2)));
                if (Math.abs(number(macro.group(1))) > FARTHEST_ROW) {
                    throw new IllegalArgumentException("CRF++ looks at tokens at most " + FARTHEST_ROW
                            + " positions away, but the template line '" + line + "' looks farther");
                }
            }
        }
        return imported ? model.columns() : Math.max(most, 1);
    }

    private static int number(String digits) {
        return digits.isEmpty() || digits.equals("-") ? 0 : Integer.parseInt(digits);
    }

    /** The strings in the order of their blocks: as they were read, or those of states before those of transitions. */
    private List<Block> blocks() {
        List<Block> unigrams = blocks(model.encoder().attributes().size(), true);
        List<Block> bigrams = blocks(model.encoder().transitionAttributes().size(), false);
        boolean shared = layout.sharedCount() > 0;
        Object turns = model.provenance().get("blocks");
        if (turns instanceof List<?> list
                && model.provenance().get("sharedBlock") instanceof Number place
                && shared == place.intValue() >= 0
                && place.intValue() <= bigrams.size()) {
            List<Block> all = new ArrayList<>(bigrams);
            if (shared) {
                all.add(place.intValue(), sharedBlock());
            }
            List<Block> interleaved = interleaved(unigrams, all, list);
            if (interleaved != null) {
                return interleaved;
            }
        }
        List<Block> blocks = new ArrayList<>(unigrams);
        if (shared) {
            blocks.add(sharedBlock());
        }
        blocks.addAll(bigrams);
        return blocks;
    }

    private Block sharedBlock() {
        return new Block(constants.get(0), null, -1, layout.sharedBegin());
    }

    private List<Block> blocks(int count, boolean unigram) {
        List<Block> blocks = new ArrayList<>();
        for (int a = 0; a < count; a++) {
            String string = unigram
                    ? model.encoder().attributes().get(a)
                    : model.encoder().transitionAttributes().get(a);
            FeatureLists lists = unigram ? layout.stateFeatures() : layout.transitionFeatures();
            if (!string.startsWith(unigram ? "U" : "B") && lists.offsets()[a] == lists.offsets()[a + 1]) {
                continue; // no template line gives it, and it has no weight
            }
            blocks.add(new Block(string, lists, a, unigram ? 0 : layout.transitionBegin()));
        }
        check(blocks.stream().map(Block::string).toList(), "attribute");
        return blocks;
    }

    private static @Nullable List<Block> interleaved(List<Block> unigrams, List<Block> bigrams, List<?> turns) {
        List<Block> blocks = new ArrayList<>();
        int[] taken = new int[2];
        for (int turn = 0; turn < turns.size(); turn++) {
            List<Block> source = turn % 2 == 0 ? unigrams : bigrams;
            long end = taken[turn % 2] + (turns.get(turn) instanceof Number count ? count.longValue() : -1);
            if (end < taken[turn % 2] || end > source.size()) {
                return null; // the model is no longer the one that was read
            }
            blocks.addAll(source.subList(taken[turn % 2], (int) end));
            taken[turn % 2] = (int) end;
        }
        return blocks.size() == unigrams.size() + bigrams.size() ? blocks : null;
    }

    private void fill(Block block, double[] weights, int id) {
        boolean unigram = block.string.startsWith("U");
        double share = block.lists == null ? Collections.frequency(constants, block.string) : 1;
        for (int k = 0; k < CrfppContent.width(block.string, states); k++) {
            int target = unigram ? labelOrder[k] : labelOrder[k / states] * states + labelOrder[k % states];
            int feature =
                    block.lists == null ? layout.sharedFeatures()[target] : block.lists.find(block.attribute, target);
            weights[id + k] = feature < 0 ? 0 : model.weights()[block.begin + feature] / share;
        }
    }

    private List<String> lost(Template original) {
        List<String> lost = new ArrayList<>();
        if (original.toString().lines().anyMatch(line -> line.startsWith("#"))) {
            lost.add("The comments of the template are not kept.");
        }
        if (constants.stream().distinct().count() > 1 && original.sharedTransitions()) {
            lost.add("The template has several B lines without a macro; all their weights are in the first of them, "
                    + constants.get(0) + ".");
        }
        if (!imported) {
            lost.add("The training options are not kept.");
        }
        return lost;
    }

    /** What single precision costs, in words. */
    static List<String> rounding(CrfppContent content) {
        double largest = 0;
        for (int k = 0; k < content.weightCount(); k++) {
            double weight = content.weights().applyAsDouble(k);
            largest = Math.max(largest, Math.abs(weight - (float) weight));
        }
        return largest == 0
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT, "Weights are rounded to single precision; the largest change is %.1e.", largest));
    }

    private static void check(List<String> names, String what) {
        for (String name : names) {
            if (name.isEmpty() || name.indexOf('\n') >= 0 || name.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("CRF++ cannot have the " + what + " '" + name
                        + "': it is empty, or holds a line end or a zero byte");
            }
        }
    }

    /** The indices of the names in the order of their bytes. */
    static int[] sorted(List<String> names, Charset charset) {
        byte[][] keys = new byte[names.size()][];
        for (int k = 0; k < keys.length; k++) {
            try {
                keys[k] = NativeText.encode(names.get(k), charset);
            } catch (CharacterCodingException e) {
                throw new IllegalArgumentException(
                        charset + " has no way to write '" + names.get(k) + "'; use UTF-8", e);
            }
        }
        return IntStream.range(0, keys.length)
                .boxed()
                .sorted((a, b) -> Arrays.compareUnsigned(keys[a], keys[b]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
