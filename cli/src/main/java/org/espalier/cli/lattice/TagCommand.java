package org.espalier.cli.lattice;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.data.Json;
import org.espalier.data.LineReader;
import org.espalier.dictionary.DictionaryCharset;
import org.espalier.morphology.Morpheme;
import org.espalier.morphology.MorphemePath;
import org.espalier.morphology.MorphemeTagger;
import org.espalier.parallel.Workers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier lattice tag}: cuts lines of text into morphemes. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "tag",
        description = {
            "Cuts every line of a text into morphemes, along the path of the least cost: a line 'surface TAB features' each, and EOS"
                    + " after every line of the text.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier lattice tag -d dictionary text.txt",
            "  espalier lattice tag -d dictionary --nbest 3 --marginals --json text.txt"
        })
final class TagCommand extends Subcommand {
    private static final int LINES_AT_ONCE = 256;

    @Mixin
    private DictionaryOption dictionary = new DictionaryOption();

    @Parameters(
            paramLabel = "text",
            arity = "0..*",
            description = "Files of text, a sentence per line. Usual: standard input.")
    @HelpTopic(Topic.FILES)
    @UsedFile(value = UsedFile.Use.READ, what = "the text", standardInput = true)
    private List<Path> texts = List.of(Path.of("-"));

    @Option(
            names = "--text-encoding",
            paramLabel = "name",
            description =
                    "The encoding of the text: UTF-8, EUC-JP, Shift-JIS. What is printed is UTF-8. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.DATA)
    private Charset textEncoding = StandardCharsets.UTF_8;

    @Option(
            names = "--nbest",
            paramLabel = "n",
            description = "Print the n best paths, with EOS after each. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int nbest = 1;

    @Option(
            names = "--marginals",
            description =
                    "Print how probable each morpheme is, as a third column: p = exp(-cost / cost-factor), summed over the paths.")
    @Essential
    private boolean marginals;

    @Option(
            names = "--json",
            description =
                    "Print a JSON object per line of the text: paths with cost, probability and morphemes. Places are counted in"
                            + " Unicode characters.")
    @Essential
    private boolean json;

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Override
    protected int run() {
        if (nbest < 1) {
            throw usage("--nbest " + nbest + "; expected at least 1");
        }
        Charset encoding = DictionaryCharset.widest(textEncoding);
        MorphemeTagger tagger = MorphemeTagger.open(dictionary.open(this));
        try (Workers workers = new Workers(Workers.teamOf(threads.chosen(this)))) {
            for (Path text : texts) {
                try (LineReader lines = LineReader.open(text, encoding)) {
                    List<String> batch = new ArrayList<>();
                    for (String line = lines.next(); line != null; line = lines.next()) {
                        batch.add(line);
                        if (batch.size() == LINES_AT_ONCE) {
                            tag(batch, tagger, workers);
                            batch.clear();
                        }
                    }
                    tag(batch, tagger, workers);
                }
            }
        }
        return 0;
    }

    private void tag(List<String> lines, MorphemeTagger tagger, Workers workers) {
        String[] results = new String[lines.size()];
        workers.run(results.length, (k, worker) -> {
            List<MorphemePath> paths = tagger.tag(lines.get(k), nbest, marginals);
            results[k] = json ? Json.write(json(lines.get(k), paths)) + "\n" : text(paths);
        });
        for (String result : results) {
            streams().print(result);
        }
    }

    private static String text(List<MorphemePath> paths) {
        StringBuilder out = new StringBuilder();
        for (MorphemePath path : paths) {
            for (Morpheme morpheme : path.morphemes()) {
                out.append(morpheme.surface()).append('\t').append(morpheme.features());
                if (!Double.isNaN(morpheme.probability())) {
                    out.append(String.format(Locale.ROOT, "\t%.6f", morpheme.probability()));
                }
                out.append('\n');
            }
            out.append("EOS\n");
        }
        return out.toString();
    }

    private static Map<String, Object> json(String line, List<MorphemePath> paths) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("text", line);
        map.put("paths", paths.stream().map(path -> json(line, path)).toList());
        return map;
    }

    private static Map<String, @Nullable Object> json(String line, MorphemePath path) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("cost", path.cost());
        put(map, path.probability());
        map.put(
                "morphemes",
                path.morphemes().stream().map(morpheme -> json(line, morpheme)).toList());
        return map;
    }

    private static Map<String, @Nullable Object> json(String line, Morpheme morpheme) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("surface", morpheme.surface());
        map.put("features", morpheme.features());
        map.put("begin", line.codePointCount(0, morpheme.begin()));
        map.put("end", line.codePointCount(0, morpheme.end()));
        map.put("unknown", morpheme.isUnknown());
        map.put("cost", morpheme.cost());
        put(map, morpheme.probability());
        return map;
    }

    private static void put(Map<String, @Nullable Object> map, double probability) {
        if (!Double.isNaN(probability)) {
            map.put("probability", probability);
        }
    }
}
