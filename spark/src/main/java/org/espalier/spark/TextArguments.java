package org.espalier.spark;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Separator;
import org.jspecify.annotations.Nullable;

/** How files of text are read, as texts that travel: {@code --format columns --label-column -1 …}. */
final class TextArguments {
    private static final Set<Format> FORMATS = Set.of(Format.COLUMNS, Format.CRFSUITE, Format.JSONL);
    private static final List<String> OTHERS = List.of("separator", "label-column", "comments", "docstart", "encoding");

    private TextArguments() {}

    /**
     * Takes the arguments of text from those of a command.
     *
     * @return null when the format is one of Spark's
     */
    static @Nullable List<String> take(String format, Map<String, List<String>> values) {
        boolean known = FORMATS.stream().anyMatch(each -> each.toString().equals(format.toLowerCase(Locale.ROOT)));
        if (!known) {
            return null;
        }
        List<String> taken = new ArrayList<>(List.of("format", format));
        for (String name : OTHERS) {
            List<String> value = values.remove(name);
            if (value != null) {
                taken.addAll(List.of(name, value.get(value.size() - 1)));
            }
        }
        return taken;
    }

    /** The options of names and values. */
    static DataOptions parse(List<String> arguments) {
        DataOptions options = DataOptions.COLUMNS;
        for (int k = 0; k < arguments.size(); k += 2) {
            String value = arguments.get(k + 1);
            options = switch (arguments.get(k)) {
                case "format" -> options.withFormat(Format.of(value));
                case "separator" -> options.withSeparator(Separator.valueOf(value.toUpperCase(Locale.ROOT)));
                case "label-column" -> options.withLabelColumn(Integer.parseInt(value));
                case "comments" -> options.withCommentPrefix(value);
                case "docstart" ->
                    value.equals("true") ? options.withBoundaries(Set.of(DataOptions.DOCUMENT_START)) : options;
                case "encoding" -> options.withEncoding(Charset.forName(value));
                case "labelled" -> options.withLabelled(value.equals("true"));
                case "observed" -> options.withObservedColumns(Integer.valueOf(value));
                default -> throw new IllegalArgumentException("there is no " + arguments.get(k) + " of text");
            };
        }
        return options;
    }
}
