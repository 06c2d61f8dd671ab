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
import org.espalier.dictionary.DictionaryCharset;
import org.espalier.morphology.Morpheme;
import org.espalier.morphology.MorphemeEvaluation;
import org.espalier.morphology.MorphemeReader;
import org.espalier.morphology.MorphemeTagger;
import org.espalier.parallel.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier lattice eval}: compares the words that a dictionary finds with those of a corpus. */
@HelpTopic(Topic.SCORES)
@Command(
        name = "eval",
        description = {
            "Cuts the text of an annotated corpus with a dictionary, and compares: precision, recall and F1 of words, and of words with"
                    + " their first features, as mecab-system-eval counts them.",
            "The corpus has a line 'surface TAB features' per morpheme, and EOS after a sentence. A word is right where its place in the"
                    + " text is, and as many of its features as --fields says.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier lattice eval -d dictionary test.txt",
            "  espalier lattice eval -d dictionary --fields 0,1,4 --json test.txt"
        })
final class EvalCommand extends Subcommand {
    private static final int SENTENCES_AT_ONCE = 256;

    @Mixin
    private DictionaryOption dictionary = new DictionaryOption();

    @Parameters(
            paramLabel = "corpus",
            arity = "1..*",
            description = "Annotated text; - is standard input, *.gz is unpacked.")
    @HelpTopic(Topic.FILES)
    @UsedFile(value = UsedFile.Use.READ, what = "the corpus", standardInput = true)
    private List<Path> corpus = List.of();

    @Option(
            names = "--fields",
            paramLabel = "n,n,...",
            split = ",",
            description =
                    "How many of the first features must be right, one line each: 0 is the word alone, 1 the word and its part"
                            + " of speech, -1 all features. Default: 0,1,-1.")
    @Essential
    private List<Integer> fields = List.of(0, 1, -1);

    @Option(
            names = "--text-encoding",
            paramLabel = "name",
            description = "The encoding of the corpus: UTF-8, EUC-JP, Shift-JIS. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.DATA)
    private Charset textEncoding = StandardCharsets.UTF_8;

    @Option(names = "--json", description = "Print the figures as JSON; rates are fractions.")
    @HelpTopic(Topic.OUTPUT)
    @Essential
    private boolean json;

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Override
    protected int run() {
        for (int level : fields) {
            if (level < -1) {
                throw usage("--fields " + level + "; expected numbers of features, 0 for words alone, -1 for all");
            }
        }
        Charset encoding = DictionaryCharset.widest(textEncoding);
        MorphemeTagger tagger = MorphemeTagger.open(dictionary.open(this));
        MorphemeEvaluation evaluation = new MorphemeEvaluation(fields.stream()
                .map(level -> level < 0 ? MorphemeEvaluation.ALL : level)
                .toList());
        try (Workers workers = new Workers(Workers.teamOf(threads.chosen(this)))) {
            List<MorphemeReader.Sentence> batch = new ArrayList<>();
            MorphemeReader.readAll(corpus, encoding, true, sentence -> {
                batch.add(sentence);
                if (batch.size() == SENTENCES_AT_ONCE) {
                    judge(batch, tagger, evaluation, workers);
                    batch.clear();
                }
            });
            judge(batch, tagger, evaluation, workers);
        }
        streams().print(json ? Json.writeIndented(figures(evaluation)) : text(evaluation));
        return 0;
    }

    private static void judge(
            List<MorphemeReader.Sentence> sentences,
            MorphemeTagger tagger,
            MorphemeEvaluation evaluation,
            Workers workers) {
        List<List<Morpheme>> found = new ArrayList<>(
                sentences.stream().map(sentence -> List.<Morpheme>of()).toList());
        workers.run(
                found.size(),
                (k, worker) -> found.set(k, tagger.tag(sentences.get(k).text()).morphemes()));
        for (int k = 0; k < found.size(); k++) {
            evaluation.add(sentences.get(k), found.get(k));
        }
    }

    private static String name(int level) {
        return switch (level) {
            case 0 -> "words";
            case 1 -> "words with 1 feature";
            case MorphemeEvaluation.ALL -> "words with all features";
            default -> "words with " + level + " features";
        };
    }

    private static String text(MorphemeEvaluation evaluation) {
        List<MorphemeEvaluation.Scores> scores = evaluation.scores();
        StringBuilder out = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d sentences, %,d words, %,d found%n%n%-24s %10s %9s %7s %7s%n",
                evaluation.sentences(),
                scores.get(0).gold(),
                scores.get(0).found(),
                "",
                "precision",
                "recall",
                "F1",
                "right"));
        for (MorphemeEvaluation.Scores level : scores) {
            out.append(String.format(
                    Locale.ROOT,
                    "%-24s %10.2f %9.2f %7.2f %7d%n",
                    name(level.level()),
                    100 * level.precision(),
                    100 * level.recall(),
                    100 * level.f1(),
                    level.right()));
        }
        return out.toString();
    }

    private static Map<String, Object> figures(MorphemeEvaluation evaluation) {
        List<MorphemeEvaluation.Scores> scores = evaluation.scores();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sentences", evaluation.sentences());
        map.put("words", scores.get(0).gold());
        map.put("found", scores.get(0).found());
        List<Map<String, Object>> levels = new ArrayList<>();
        for (MorphemeEvaluation.Scores level : scores) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("fields", level.level() == MorphemeEvaluation.ALL ? -1 : level.level());
            one.put("right", level.right());
            one.put("precision", level.precision());
            one.put("recall", level.recall());
            one.put("f1", level.f1());
            levels.add(one);
        }
        map.put("levels", levels);
        return map;
    }
}
