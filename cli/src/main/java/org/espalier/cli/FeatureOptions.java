package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.data.Format;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.FeatureSet;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.Template;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What is observed of a token: a template, a feature specification, or what suits the data. */
final class FeatureOptions {
    @ArgGroup(exclusive = true)
    private @Nullable Choice choice;

    /** One of the two. */
    static final class Choice {
        @Option(
                names = {"-t", "--template"},
                paramLabel = "file",
                description =
                        "A feature template in CRF++'s syntax: lines such as U00:%%x[-1,0] and B. Columns are counted from 0"
                                + " and do not include the label's.")
        private @Nullable Path template;

        @Option(
                names = {"-f", "--features"},
                paramLabel = "spec",
                description =
                        "Built-in features, for example 'text', or 'text,gazetteer(units=units.txt)'. Presets: text,"
                                + " text-small, characters. Usual: text for columns and JSON tokens; the given attributes for crfsuite and"
                                + " JSON attributes.")
        private @Nullable String features;
    }

    /** What the user asked for, or null when nothing was. */
    @Nullable
    AttributeExtractor chosen() {
        if (choice != null && choice.template != null) {
            return template(choice.template);
        }
        return choice == null || choice.features == null ? null : FeatureSet.parse(choice.features, Path.of(""));
    }

    static Template template(Path file) {
        if (Files.notExists(file)) {
            throw new CommandFailure(file + ": there is no such template; check the name, seen from the directory "
                    + Path.of("").toAbsolutePath());
        }
        if (Files.isDirectory(file)) {
            throw new CommandFailure(file + ": this is a directory; expected a template file");
        }
        try {
            return Template.read(file);
        } catch (IOException e) {
            throw new CommandFailure(file + ": the template cannot be read: " + e.getMessage(), e);
        }
    }

    /** The usual features of a format; JSON Lines are looked into. */
    static AttributeExtractor usual(Format format, List<Sequence> data) {
        boolean given = format == Format.CRFSUITE || (format == Format.JSONL && hasAttributes(data));
        return given ? new GivenAttributes() : FeatureSet.text();
    }

    private static boolean hasAttributes(List<Sequence> data) {
        for (Sequence sequence : data) {
            for (Token token : sequence.tokens()) {
                if (!token.attributes().isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }
}
