package org.espalier.cli.graph;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.OutputFiles;
import org.espalier.data.Json;
import org.espalier.graph.HiddenPotts;
import org.espalier.graph.HiddenPotts.Segmentation;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier graph image}: denoising and segmentation of pictures. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "image",
        description = {
            "Denoises or segments a picture: every pixel gets one of a few classes, and neighbours rather the same one. The brightness of the"
                    + " classes is learnt from the picture itself. Reads PNG, GIF, BMP and JPEG, in grey; writes PNG.",
            "With two classes the result is exact, by a graph cut; with more it is the best that was found.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier graph image -o clean.png noisy.png",
            "  espalier graph image --classes 4 --smoothness 2 -o regions.png photo.png"
        })
final class ImageCommand extends Subcommand {
    @Parameters(paramLabel = "picture", description = "The picture.")
    @UsedFile(value = UsedFile.Use.READ, what = "the picture")
    private Path picture = Path.of("");

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "file.png",
            description = "Where to write the result, in the brightness of the classes.")
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the result")
    private Path output = Path.of("");

    @Option(
            names = "--classes",
            paramLabel = "n",
            description = "The number of classes, 2 to 64. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int classes = HiddenPotts.Options.DEFAULTS.classes();

    @Option(
            names = "--smoothness",
            paramLabel = "x",
            description =
                    "How much neighbours prefer the same class; 0 decides pixel by pixel. Default: ${DEFAULT-VALUE}.")
    @Essential
    private double smoothness = HiddenPotts.Options.DEFAULTS.smoothness();

    @Option(
            names = "--rounds",
            paramLabel = "n",
            description = "The most rounds of EM, which learns the classes. Default: ${DEFAULT-VALUE}.")
    private int rounds = HiddenPotts.Options.DEFAULTS.rounds();

    @Option(
            names = "--noise",
            paramLabel = "x",
            description =
                    "To try it: first add noise of this standard deviation to the picture; white is 1, black is 0. Default: none.")
    private double noise;

    @Option(names = "--seed", paramLabel = "n", description = "The random seed of --noise. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(names = "--noisy-output", paramLabel = "file.png", description = "Where to write the picture with --noise.")
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the noisy picture")
    private @Nullable Path noisy;

    @Option(
            names = "--truth",
            paramLabel = "picture",
            description =
                    "A picture of the right classes, such as the one without noise: prints how many pixels are on the right side of the"
                            + " middle grey, before and after. For two classes.")
    @UsedFile(value = UsedFile.Use.READ, what = "the right picture")
    private @Nullable Path truth;

    @Option(names = "--json", description = "Print one JSON object.")
    @Essential
    private boolean json;

    @Override
    protected int run() {
        HiddenPotts.Options options = orUsage(() -> new HiddenPotts.Options(classes, smoothness, rounds));
        if (!(noise >= 0) || Double.isInfinite(noise)) {
            throw usage("--noise is " + noise + "; expected a number of at least 0");
        }
        if (truth != null && classes != 2) {
            throw usage("--truth compares two classes, and --classes is " + classes + "; leave one of the two out");
        }
        if (noisy != null && noise == 0) {
            throw usage("--noisy-output without --noise; give the noise, or leave it out");
        }
        GreyPicture seen = GreyPicture.read(picture).withNoise(noise, new Random(seed));
        GreyPicture right = truth == null ? null : GreyPicture.read(truth);
        if (right != null && (right.rows() != seen.rows() || right.columns() != seen.columns())) {
            throw usage("--truth has " + right.rows() + " rows of " + right.columns() + " pixels, and the picture "
                    + seen.rows() + " of " + seen.columns() + "; expected the same");
        }
        long begun = System.nanoTime();
        Segmentation found = HiddenPotts.segment(seen.brightness(), seen.rows(), seen.columns(), options);
        double seconds = (System.nanoTime() - begun) / 1e9;
        GreyPicture result = new GreyPicture(
                seen.rows(),
                seen.columns(),
                IntStream.of(found.classes()).mapToDouble(x -> found.means()[x]).toArray());
        OutputFiles.save(output, "the result", result::write);
        if (noisy != null) {
            OutputFiles.save(noisy, "the noisy picture", seen::write);
        }
        streams()
                .print(
                        json
                                ? Json.write(facts(seen, found, right, seconds)) + "\n"
                                : text(seen, found, right, seconds));
        return 0;
    }

    private static Map<String, Object> facts(
            GreyPicture seen, Segmentation found, @Nullable GreyPicture right, double seconds) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("rows", seen.rows());
        facts.put("columns", seen.columns());
        facts.put("rounds", found.rounds());
        facts.put("method", found.isExact() ? "graph-cut" : "trw");
        facts.put("exact", found.isExact());
        List<Object> classes = new ArrayList<>();
        for (int x = 0; x < found.means().length; x++) {
            int own = x;
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("brightness", found.means()[x]);
            one.put("deviation", found.deviations()[x]);
            one.put(
                    "pixels",
                    IntStream.of(found.classes()).filter(z -> z == own).count());
            classes.add(one);
        }
        facts.put("classes", classes);
        if (right != null) {
            facts.put("rightBefore", before(seen, right));
            facts.put("rightAfter", after(found, right));
        }
        facts.put("seconds", seconds);
        return facts;
    }

    /** The share of pixels on the right side of the middle grey. */
    private static double before(GreyPicture seen, GreyPicture right) {
        return right.agreement(v -> seen.brightness()[v] >= GreyPicture.MIDDLE);
    }

    private static double after(Segmentation found, GreyPicture right) {
        int[] classes = found.classes();
        return right.agreement(v -> classes[v] == 1);
    }

    private static String text(GreyPicture seen, Segmentation found, @Nullable GreyPicture right, double seconds) {
        StringBuilder out = new StringBuilder();
        out.append(String.format(Locale.ROOT, "picture  %,d rows of %,d pixels\n", seen.rows(), seen.columns()));
        out.append(String.format(
                Locale.ROOT,
                "method   %s, after %d rounds of EM\n",
                found.isExact() ? "graph-cut (exact)" : "trw (approximate)",
                found.rounds()));
        out.append(String.format(Locale.ROOT, "time     %.2f seconds\n", seconds));
        if (right != null) {
            out.append(String.format(
                    Locale.ROOT,
                    "right    %.2f %% of the pixels before, %.2f %% after\n",
                    100 * before(seen, right),
                    100 * after(found, right)));
        }
        out.append("\nclass  brightness  deviation    pixels\n");
        for (int x = 0; x < found.means().length; x++) {
            int own = x;
            out.append(String.format(
                    Locale.ROOT,
                    "%5d  %10.3f  %9.3f  %,8d\n",
                    x,
                    found.means()[x],
                    found.deviations()[x],
                    IntStream.of(found.classes()).filter(z -> z == own).count()));
        }
        return out.toString();
    }
}
