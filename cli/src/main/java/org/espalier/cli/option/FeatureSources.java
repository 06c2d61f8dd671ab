package org.espalier.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Format;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.encoding.Extractors;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.feature.table.NamedColumns;
import org.espalier.feature.text.BagOfWords;
import org.espalier.feature.text.FeatureSet;

/**
 * Reads the value of {@code --features}: items of the built-in features, and other sources of attributes between them.
 *
 * <p>{@code attributes}, {@code table(...)}, {@code frames(...)} and {@code bag(...)} are sources of their own. All other items together are
 * one set of features, in the place of the first of them.
 */
final class FeatureSources {
    private static final String ATTRIBUTES = "attributes";

    private FeatureSources() {}

    static AttributeExtractor parse(String text, Format format) {
        List<AttributeExtractor> sources = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        int place = -1;
        for (String item : items(text)) {
            String name = item.strip();
            if (name.equals(ATTRIBUTES)) {
                sources.add(new GivenAttributes());
            } else if (isItem(name, "table")) {
                sources.add(NamedColumns.parse(name));
            } else if (isItem(name, "frames")) {
                sources.add(FrameFeatures.parse(name));
            } else if (name.startsWith("bag(") && name.endsWith(")")) {
                sources.add(BagOfWords.parse(name.substring("bag(".length(), name.length() - 1)));
            } else {
                place = rest.isEmpty() ? sources.size() : place;
                rest.add(item);
            }
        }
        if (!rest.isEmpty()) {
            String others = String.join(",", rest);
            sources.add(
                    place, format == Format.TEXT ? BagOfWords.parse(others) : FeatureSet.parse(others, Path.of("")));
        }
        checkDistinct(sources, text);
        return Extractors.combine(sources);
    }

    /** Whether the given attributes are among the sources. */
    static boolean hasAttributes(String text) {
        return items(text).stream().anyMatch(item -> item.strip().equals(ATTRIBUTES));
    }

    private static boolean isItem(String text, String name) {
        return text.equals(name) || text.startsWith(name + "(");
    }

    /** A source that is given twice would report every attribute twice. */
    private static void checkDistinct(List<AttributeExtractor> sources, String text) {
        long kinds =
                sources.stream().map(AttributeExtractor::getClass).distinct().count();
        if (kinds < sources.size()) {
            throw new IllegalArgumentException("features '" + text
                    + "': a source stands twice; attributes, table, frames and bag may stand once each");
        }
    }

    /** Cuts at commas outside brackets and quotes. */
    private static List<String> items(String text) {
        List<String> items = new ArrayList<>();
        int depth = 0;
        boolean quoted = false;
        int begin = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && c == ',' && depth == 0) {
                items.add(text.substring(begin, at));
                begin = at + 1;
            } else if (!quoted) {
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            }
        }
        items.add(text.substring(begin));
        return items;
    }
}
