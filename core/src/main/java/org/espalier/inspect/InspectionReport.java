package org.espalier.inspect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.espalier.data.Json;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.feature.table.Standardisation;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.VotedWeights;
import org.jspecify.annotations.Nullable;

/**
 * An inspection as text for people, as values for JSON, and as a table of every weight.
 *
 * @param inspection what is reported
 * @param top how many features each list has
 * @param label the only label to report, or null for all; of pairs of labels, those that it is one of
 */
public record InspectionReport(
        Inspection inspection, int top, @Nullable String label) {
    /** The kinds of features whose definition begins with a specification that people wrote. */
    private static final Set<String> SHORT_KINDS = Set.of("features", "bag");

    private static final int WIDEST_MATRIX = 20;
    private static final int LONGEST_NAME = 48;

    public InspectionReport {
        if (top < 0) {
            throw new IllegalArgumentException("top = " + top + "; expected 0 or more");
        }
        if (label != null) {
            inspection.statesOf(label); // refuses one that the model does not have
        }
    }

    private List<String> reported() {
        return label == null ? inspection.model().stateNames() : inspection.statesOf(label);
    }

    /** What the model is: sizes, features and where it comes from. */
    public String summary() {
        ModelSize size = inspection.size();
        FeatureDefinition definition = inspection.model().encoder().extractor().definition();
        StringBuilder out = new StringBuilder();
        line(
                out,
                "labels",
                size.labels() + ": "
                        + String.join(" ", inspection.model().labels().names()));
        if (!inspection.model().structure().isPlainChain()) {
            line(out, "structure", inspection.model().structure().toString());
        }
        if (inspection.model().structure().constraint() != null) {
            line(out, "constraint", "labels always follow their tag scheme");
        }
        line(
                out,
                "attributes",
                count(size.attributes())
                        + (isOfPairs() ? "" : ", and " + count(size.transitionAttributes()) + " of " + others()));
        line(out, "features", count(size.features()) + families(size) + ", " + count(size.nonZero()) + " not zero");
        line(out, "largest", String.format(Locale.ROOT, "%.4f is the largest absolute weight", size.largest()));
        line(out, "file", inspection.model().form().toString());
        line(
                out,
                "observes",
                definition.kind()
                        + (SHORT_KINDS.contains(definition.kind()) ? ": " + firstLine(definition.text()) : ""));
        if (definition.kind().equals("template")) {
            definition
                    .text()
                    .lines()
                    .filter(text -> !text.isBlank() && !text.startsWith("#"))
                    .forEach(text -> line(out, "", text));
        }
        if (inspection.model().encoder().extractor() instanceof FrameFeatures frames) {
            line(out, "", frames.toString());
            for (FrameFeatures.Column column : frames.settled()) {
                Standardisation values = column.streams().get(0);
                String form =
                        frames.options().standardised() ? "%s: (x - %.5g) / %.5g" : "%s: x, %.5g where it is missing";
                line(out, "", String.format(Locale.ROOT, form, column.name(), values.mean(), values.scale()));
            }
        }
        if (reference() != null) {
            line(out, "weights", "log-odds against '" + reference() + "', whose own are 0");
        }
        if (inspection.model().normalisation() != Normalisation.GLOBAL) {
            line(out, "decides by", decision(inspection.model().normalisation()));
        }
        VotedWeights votes = inspection.model().votes();
        if (votes != null) {
            line(out, "decides by", votes + ", as long as each had survived; the weights shown are their average");
        }
        line(out, "columns", inspection.model().columns() + " observed in training");
        inspection.model().provenance().forEach((key, value) -> line(out, key, value(value)));
        return out.toString();
    }

    /** How many features each family has, where there are several. */
    private String families(ModelSize size) {
        return isOfPairs() || isOfGraphs() || inspection.model().structure().hasMarks()
                ? ""
                : " (" + count(size.stateFeatures()) + " of attributes, " + count(size.transitionFeatures())
                        + " transitions, " + count(size.observedTransitionFeatures())
                        + (isOfSegments() ? " of segments" : " observed transitions") + ")";
    }

    private boolean isOfPairs() {
        return inspection.model().normalisation().isPairwise();
    }

    private boolean isOfGraphs() {
        return inspection.model().structure().pairPlaces().kind() == PairPlaces.Kind.FACTORS;
    }

    private boolean isOfSegments() {
        return inspection.model().structure().pairPlaces().kind() == PairPlaces.Kind.SEGMENTS;
    }

    /** What has attributes besides tokens. */
    private String others() {
        return switch (inspection.model().structure().pairPlaces().kind()) {
            case STEPS -> "transitions";
            case SEGMENTS -> "segments";
            case ARCS -> "arcs";
            case FACTORS -> "variables and factors";
            case SPANS -> "spans";
        };
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    /** The label that the weights are log-odds against, or null. */
    private @Nullable String reference() {
        return inspection.model().provenance().get("options") instanceof Map<?, ?> options
                        && options.get("referenceLabel") instanceof String label
                ? label
                : null;
    }

    private static String decision(Normalisation normalisation) {
        return switch (normalisation) {
            case GLOBAL -> "probabilities of whole sequences";
            case LOCAL -> "probabilities given the label before";
            case ONE_VERSUS_REST -> "one binary classifier per label";
            case VOTES ->
                "votes of one binary classifier per pair of labels: positive weights speak for the first of the two";
            case COUPLED ->
                "coupled probabilities of one binary classifier per pair of labels: positive weights speak for the first of the two";
        };
    }

    private static String value(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return String.valueOf(value);
        }
        List<String> parts = new ArrayList<>();
        map.forEach((key, part) ->
                parts.add(key + "=" + (part instanceof String text ? "'" + text + "'" : Json.write(part))));
        return String.join(" ", parts);
    }

    private static void line(StringBuilder out, String name, String text) {
        out.append(padded(name, 12)).append(text).append('\n');
    }

    private static String count(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** The strongest features of each label, for and against it, side by side. */
    public String features() {
        StringBuilder out = new StringBuilder();
        for (String name : reported()) {
            List<FeatureWeight> supporting = inspection.supporting(name, top);
            List<FeatureWeight> opposing = inspection.opposing(name, top);
            int width = 8;
            for (FeatureWeight feature : supporting) {
                width = Math.max(width, width(shown(feature.attribute())));
            }
            out.append(name).append(name.equals(reference()) ? "    the reference: its weights are 0\n" : "\n");
            for (int i = 0; i < Math.max(supporting.size(), opposing.size()); i++) {
                StringBuilder row = new StringBuilder("  ");
                row.append(i < supporting.size() ? cell(supporting.get(i), width) : " ".repeat(width + 11));
                if (i < opposing.size()) {
                    row.append("   ").append(cell(opposing.get(i), 0));
                }
                out.append(row.toString().stripTrailing()).append('\n');
            }
        }
        return out.toString();
    }

    private static String cell(FeatureWeight feature, int width) {
        return String.format(Locale.ROOT, "%+9.4f  ", feature.weight()) + padded(shown(feature.attribute()), width);
    }

    /** Control characters would break the table, and very long names its columns. */
    private static String shown(String attribute) {
        String text = escaped(attribute);
        int length = text.codePointCount(0, text.length());
        return length <= LONGEST_NAME ? text : text.substring(0, text.offsetByCodePoints(0, LONGEST_NAME - 1)) + "…";
    }

    /**
     * The weights of transitions: a matrix when there are at most {@value #WIDEST_MATRIX} labels, otherwise (and for
     * transitions that depend on attributes) the strongest ones.
     */
    public String transitions() {
        if (isOfPairs()) {
            return "Transitions: none, every token is classified by itself\n";
        }
        StringBuilder out = new StringBuilder();
        List<String> names = inspection.model().stateNames();
        ModelSize size = inspection.size();
        boolean matrix =
                names.size() <= WIDEST_MATRIX && size.transitionFeatures() > 0 && inspection.transitions().length > 0;
        if (matrix) {
            boolean forbids = !inspection.model().structure().isPlainChain()
                    || inspection.model().structure().constraint() != null;
            out.append("Transitions (rows: from, columns: to, '.': no weight")
                    .append(forbids ? ")\n" : ", scores 0)\n");
            matrix(names, out);
        }
        if (!matrix || size.observedTransitionFeatures() > 0) {
            List<TransitionWeight> strongest = inspection.strongestTransitions(Math.max(top, 1));
            out.append("Strongest transitions").append(strongest.isEmpty() ? ": none\n" : "\n");
            for (TransitionWeight transition : strongest) {
                out.append(String.format(Locale.ROOT, "  %+9.4f  ", transition.weight()));
                out.append(transition.from()).append(" -> ").append(transition.to());
                out.append(transition.attribute().isEmpty() ? "" : "  at " + shown(transition.attribute()))
                        .append('\n');
            }
        }
        List<FamilyWeight> others = inspection.strongestOthers(top);
        if (!others.isEmpty()) {
            out.append("Strongest of other families\n");
            for (FamilyWeight other : others) {
                out.append(String.format(Locale.ROOT, "  %+9.4f  %s  ", other.weight(), other.family()))
                        .append(other.target())
                        .append(other.attribute().isEmpty() ? "" : "  at " + shown(other.attribute()))
                        .append('\n');
            }
        }
        return out.toString();
    }

    private void matrix(List<String> names, StringBuilder out) {
        double[][] matrix = inspection.transitions();
        int first = names.stream().mapToInt(InspectionReport::width).max().orElse(0);
        out.append(" ".repeat(first));
        for (String name : names) {
            out.append("  ").append(" ".repeat(Math.max(0, 6 - width(name)))).append(name);
        }
        out.append('\n');
        for (int from = 0; from < matrix.length; from++) {
            if (label != null && !label.equals(names.get(from))) {
                continue;
            }
            out.append(padded(names.get(from), first));
            for (int to = 0; to < matrix.length; to++) {
                String cell =
                        Double.isNaN(matrix[from][to]) ? "." : String.format(Locale.ROOT, "%.2f", matrix[from][to]);
                out.append("  ")
                        .append(" ".repeat(Math.max(0, Math.max(6, width(names.get(to))) - cell.length())))
                        .append(cell);
            }
            out.append('\n');
        }
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - width(text)));
    }

    /** Everything as values for {@code Json.write}; pairs without a weight are null in the matrix. */
    public Map<String, @Nullable Object> toMap() {
        ModelSize size = inspection.size();
        FeatureDefinition definition = inspection.model().encoder().extractor().definition();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("labels", inspection.model().labels().names());
        map.put("attributes", size.attributes());
        map.put("transitionAttributes", size.transitionAttributes());
        map.put("features", size.features());
        map.put("stateFeatures", size.stateFeatures());
        map.put("transitionFeatures", size.transitionFeatures());
        map.put("observedTransitionFeatures", size.observedTransitionFeatures());
        map.put("nonZero", size.nonZero());
        map.put("largest", size.largest());
        map.put("compact", inspection.model().form().compact());
        map.put("weightBits", inspection.model().form().weightBits());
        map.put("kind", definition.kind());
        map.put("definition", definition.text());
        map.put("columns", inspection.model().columns());
        VotedWeights votes = inspection.model().votes();
        if (votes != null) {
            map.put("vectors", votes.vectors());
        }
        map.put("provenance", inspection.model().provenance());
        Map<String, @Nullable Object> features = new LinkedHashMap<>();
        for (String name : reported()) {
            Map<String, @Nullable Object> lists = new LinkedHashMap<>();
            lists.put("supporting", values(inspection.supporting(name, top)));
            lists.put("opposing", values(inspection.opposing(name, top)));
            features.put(name, lists);
        }
        map.put("strongest", features);
        List<Object> strongest = new ArrayList<>();
        for (TransitionWeight transition : inspection.strongestTransitions(top)) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            values.put("attribute", transition.attribute().isEmpty() ? null : transition.attribute());
            values.put("from", transition.from());
            values.put("to", transition.to());
            values.put("weight", transition.weight());
            strongest.add(values);
        }
        map.put("strongestTransitions", strongest);
        List<FamilyWeight> others = inspection.strongestOthers(top);
        if (!others.isEmpty()) {
            map.put(
                    "strongestOthers",
                    others.stream().map(InspectionReport::values).toList());
        }
        List<Object> rows = new ArrayList<>();
        for (double[] row : inspection.transitions()) {
            List<@Nullable Double> cells = new ArrayList<>();
            for (double weight : row) {
                cells.add(Double.isNaN(weight) ? null : weight);
            }
            rows.add(cells);
        }
        map.put("transitions", rows);
        return map;
    }

    private static List<Object> values(List<FeatureWeight> features) {
        List<Object> list = new ArrayList<>();
        for (FeatureWeight feature : features) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("attribute", feature.attribute());
            values.put("weight", feature.weight());
            list.add(values);
        }
        return list;
    }

    /**
     * Every weight as a line of tab-separated fields with its line end: {@code state attribute label weight},
     * {@code transition from to weight} and {@code observed attribute from to weight}, in the order of the model; then those
     * of other families as {@code family attribute target weight}. Where classifiers tell pairs of labels apart, every line is {@code pair attribute
     * pair weight}.
     *
     * <p>In names, a backslash, tab or line end is written as {@code \\}, {@code \t}, {@code \n} or {@code \r}. Weights are
     * written so that they read back as the same number.
     */
    public void dump(Consumer<String> lines) {
        String family = inspection.model().layout().families().get(0).name();
        Set<String> reported = Set.copyOf(reported());
        inspection.forEachFeature(feature -> {
            if (reported.contains(feature.label())) {
                lines.accept(family + "\t" + escaped(feature.attribute()) + "\t" + escaped(feature.label()) + "\t"
                        + feature.weight() + "\n");
            }
        });
        inspection.forEachTransition(transition -> {
            if (label == null || label.equals(transition.from()) || label.equals(transition.to())) {
                String kind = transition.attribute().isEmpty()
                        ? "transition\t"
                        : "observed\t" + escaped(transition.attribute()) + "\t";
                lines.accept(kind + escaped(transition.from()) + "\t" + escaped(transition.to()) + "\t"
                        + transition.weight() + "\n");
            }
        });
        inspection.forEachOther(other -> {
            if (label == null) {
                lines.accept(other.family() + "\t" + escaped(other.attribute()) + "\t" + escaped(other.target()) + "\t"
                        + other.weight() + "\n");
            }
        });
    }

    private static Map<String, @Nullable Object> values(FamilyWeight other) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("family", other.family());
        values.put("attribute", other.attribute().isEmpty() ? null : other.attribute());
        values.put("target", other.target());
        values.put("weight", other.weight());
        return values;
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }
}
