package org.espalier.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.espalier.cli.output.CommandFailure;
import org.espalier.data.Format;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.arc.ArcColumns;
import org.espalier.feature.arc.ArcFeatures;
import org.espalier.feature.arc.SecondOrderFeatures;
import org.espalier.feature.encoding.Extractors;
import org.espalier.feature.graph.GraphFeatures;
import org.espalier.feature.map.FeatureMap;
import org.espalier.feature.map.MappedFeatures;
import org.espalier.feature.span.SpanFeatures;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.feature.table.FrameOptions;
import org.espalier.feature.table.NamedColumns;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.BagOfWords;
import org.espalier.feature.text.FeatureSet;
import org.espalier.labelling.tree.Constituents;
import org.espalier.labelling.tree.Dependencies;
import org.espalier.train.ArcPruning;
import org.espalier.train.SpanPruning;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is observed of a token: a template, a feature specification, or what suits the data. */
@HelpTopic(Topic.FEATURES)
public final class FeatureOptions {
    private static final String USUAL_BAG = "words(1..2,lower,binary)";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-t", "--template"},
            paramLabel = "file",
            description =
                    "A feature template in CRF++'s syntax: lines such as U00:%%x[-1,0] and B. Columns are counted from"
                            + " 0 and do not include the label's. With --features, the attributes of both are used.")
    @Essential("A feature template in CRF++ syntax, instead of --features or beside them.")
    @UsedFile(value = UsedFile.Use.READ, what = "the template")
    private @Nullable Path template;

    @Option(
            names = {"-f", "--features"},
            paramLabel = "spec",
            description = "Built-in features, for example 'ner', or 'text,gazetteer(units=units.txt)'. Presets: text,"
                    + " text-small, ner, pos, chunk, address, reference, characters, segments; 'espalier help"
                    + " presets' shows what they mean. Default: text for columns and JSON tokens; the given"
                    + " attributes for crfsuite and JSON attributes; both ('attributes,text') for JSON tokens that"
                    + " have both. For csv: 'table' (default) or 'table(raw,no-bias)'. For text: bags of words"
                    + " such as 'words(1..2,lower,binary)' (default) or"
                    + " 'words(1,lower,tfidf,l2),characters(2..4)'; in other formats write them in bag(...). For"
                    + " frames and ts: 'frames' (default), or for example"
                    + " 'frames(window=2,delta=2,delta-delta=2,squares)'.")
    @Essential(
            "Built-in features, such as 'ner' or 'text,gazetteer(units=units.txt)'. Default: text, or the attributes in"
                    + " the data.")
    @UsedFile(value = UsedFile.Use.NAMED_IN_TEXT, what = "a file of the features")
    private @Nullable String features;

    @Option(
            names = "--feature-map",
            paramLabel = "spec",
            description = {
                "Maps the attributes of every token before anything is learnt, so that a linear model separates what"
                        + " it could not. Default: none.",
                "fourier(gamma=1,size=500,seed=1): random Fourier features of the kernel exp(-gamma |x-z|^2).",
                "polynomial(degree=2,gamma=1,coefficient=1): all products of up to degree attributes."
            })
    private @Nullable String featureMap;

    @Option(
            names = "--spans",
            paramLabel = "which",
            description =
                    "constituency: which spans of words can be constituents. likely: those that a small parser, learnt"
                            + " first, finds probable; several times faster. all: every span. Default: likely.")
    private @Nullable Spans spans;

    /** Which spans of words can be constituents. */
    public enum Spans {
        LIKELY,
        ALL
    }

    /** What the user asked for, or null when nothing was. */
    @Nullable
    public AttributeExtractor chosen(Format format) {
        String text = features;
        if (spans != null && (format != Format.BRACKETS || text != null || template != null)) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(),
                    "--spans is for --model constituency with its usual features; leave it out");
        }
        if (text == null) {
            return template == null ? null : mapped(template(template));
        }
        AttributeExtractor sources = read(() -> FeatureSources.parse(text.strip(), format));
        return mapped(template == null ? sources : Extractors.combine(template(template), sources));
    }

    /** The features of a specification. */
    public static AttributeExtractor parse(String text, Format format) {
        return FeatureSources.parse(text.strip(), format);
    }

    /** The features, behind the map that the user asked for. */
    public AttributeExtractor mapped(AttributeExtractor extractor) {
        String map = featureMap;
        return map == null ? extractor : read(() -> new MappedFeatures(extractor, FeatureMap.parse(map)));
    }

    /** Whether the user asked for a map. */
    public boolean hasMap() {
        return featureMap != null;
    }

    private <T> T read(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), String.valueOf(e.getMessage()));
        }
    }

    /** What the user asked for, or what is usual for these data. */
    public AttributeExtractor chosenOrUsual(Format format, List<Sequence> data) {
        AttributeExtractor asked = chosen(format);
        return asked == null ? mapped(usual(format, data)) : asked;
    }

    /** The same for data that a model with these options learns from. */
    public AttributeExtractor chosenOrUsual(Format format, List<Sequence> data, TrainingOptions options) {
        AttributeExtractor asked = chosen(format);
        return asked == null ? mapped(usual(format, data, options)) : asked;
    }

    /** Whether ready-made attributes of the data are looked at. */
    public boolean looksAtAttributes() {
        return features == null ? template == null : FeatureSources.hasAttributes(features);
    }

    static Template template(Path file) {
        if (Files.notExists(file)) {
            throw new CommandFailure(file + ": there is no such template; check the name, relative to the directory "
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
    private static AttributeExtractor usual(Format format, List<Sequence> data) {
        return switch (format) {
            case COLUMNS, LINES, INLINE, DOCUMENT, SPANS, BRAT -> FeatureSet.text();
            case CRFSUITE, LIBSVM -> new GivenAttributes();
            case CSV -> NamedColumns.standardised();
            case TEXT -> BagOfWords.parse(USUAL_BAG);
            case GRAPHS -> new GraphFeatures();
            case CONLLU -> new ArcFeatures(ArcColumns.CONLLU);
            case BRACKETS -> SpanFeatures.chosen(true, SpanPruning.USUAL);
            case FRAMES, TS -> FrameFeatures.of(FrameOptions.DEFAULTS);
            case JSONL -> usual(data);
        };
    }

    /** What is usual for data of a format and a structure: a parser of second order looks at more than one arc. */
    private AttributeExtractor usual(Format format, List<Sequence> data, TrainingOptions options) {
        if (options.structure() instanceof Constituents trees) {
            return spans == Spans.ALL
                    ? SpanFeatures.all(trees.isRightFactored())
                    : SpanFeatures.chosen(trees.isRightFactored(), SpanPruning.USUAL.withThreads(options.workers()));
        }
        boolean isSecondOrder = options.structure() instanceof Dependencies trees && !trees.isFirstOrder();
        return isSecondOrder && format == Format.CONLLU
                ? new SecondOrderFeatures(
                        ArcColumns.CONLLU, ArcPruning.of(ArcColumns.CONLLU).withThreads(options.workers()))
                : usual(format, data);
    }

    private static AttributeExtractor usual(List<Sequence> data) {
        boolean attributes = false;
        boolean columns = false;
        Set<String> names = new HashSet<>();
        for (Sequence sequence : data) {
            for (Token token : sequence.tokens()) {
                attributes |= !token.attributes().isEmpty();
                columns |= token.names().isEmpty() && !token.columns().isEmpty();
                names.addAll(token.names());
            }
        }
        List<AttributeExtractor> chosen = new ArrayList<>();
        if (attributes) {
            chosen.add(new GivenAttributes());
        }
        boolean text = names.remove("text");
        boolean features = names.remove("features");
        if (text) {
            chosen.add(BagOfWords.parse(USUAL_BAG));
        } else if (!names.isEmpty()) {
            chosen.add(NamedColumns.standardised());
        } else if (columns || (chosen.isEmpty() && !features)) {
            chosen.add(FeatureSet.text());
        } else if (chosen.isEmpty()) {
            chosen.add(new GivenAttributes());
        }
        return Extractors.combine(chosen);
    }
}
