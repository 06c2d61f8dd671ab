package org.espalier.interop.wapiti;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.model.Model;

/**
 * New weights for features of a model, as {@code wapiti dump} prints them: observation, label before or {@code #}, label,
 * weight. Columns are separated by tabs, or by any blanks when no observation has one.
 */
public final class WapitiPatch {
    private static final int COLUMNS = 4;

    private record Feature(int observation, boolean ofPair, int target) {}

    private final WapitiObservations observations;
    private final Labels labels;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Feature, Double> weights = new HashMap<>();

    /** An empty patch for a model of Wapiti's patterns. */
    public WapitiPatch(Model model) {
        this.observations = WapitiObservations.of(model);
        this.labels = model.labels();
        for (int o = 0; o < observations.size(); o++) {
            numbers.put(observations.name(o), o);
        }
    }

    /** Takes a line; empty ones are skipped. */
    public void add(String line, Location location) {
        if (WapitiData.isEmpty(line)) {
            return;
        }
        List<String> columns = List.of(line.split("\t", -1));
        if (columns.size() != COLUMNS) {
            columns = WapitiData.columns(line);
        }
        if (columns.size() != COLUMNS) {
            throw new DataFormatException(
                    location, columns.size() + " columns; expected observation, label before or #, label and weight");
        }
        Integer observation = numbers.get(columns.get(0));
        if (observation == null) {
            throw new DataFormatException(location, "the model has no observation '" + columns.get(0) + "'");
        }
        boolean ofPair = !columns.get(1).equals("#");
        if (ofPair ? !observations.ofSteps(observation) : !observations.ofPositions(observation)) {
            throw new DataFormatException(
                    location,
                    "the observation '" + columns.get(0) + "' has no weights for "
                            + (ofPair ? "pairs of labels" : "single labels"));
        }
        int label = label(columns.get(2), location);
        int target = ofPair ? label(columns.get(1), location) * labels.size() + label : label;
        weights.put(new Feature(observation, ofPair, target), weight(columns.get(3), location));
    }

    private int label(String name, Location location) {
        int label = labels.indexOf(name);
        if (label < 0) {
            throw new DataFormatException(location, "the model has no label '" + name + "'; it has " + labels);
        }
        return label;
    }

    private static double weight(String text, Location location) {
        try {
            double weight = Double.parseDouble(text);
            if (Double.isFinite(weight)) {
                return weight;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new DataFormatException(location, "'" + text + "' is not a weight; expected a number such as -0.25");
    }

    /** How many weights are new. */
    public int size() {
        return weights.size();
    }

    /** The model with the new weights. */
    public Model apply() {
        return observations.rebuilt(
                false,
                (observation, target, ofPair, weight) ->
                        weights.getOrDefault(new Feature(observation, ofPair, target), weight));
    }
}
