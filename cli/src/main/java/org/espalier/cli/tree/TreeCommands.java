package org.espalier.cli.tree;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.espalier.cli.input.OrderedWork;
import org.espalier.cli.option.AgainstOptions;
import org.espalier.cli.option.Caller;
import org.espalier.cli.option.DecoderOptions;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.Streams;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.evaluate.PairedComparison;
import org.espalier.evaluate.errors.ConstituentErrors;
import org.espalier.evaluate.errors.MarkErrors;
import org.espalier.evaluate.errors.TreeErrors;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.model.Parser;
import org.espalier.model.Parsing;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * What {@code tag} and {@code eval} do when their model is a parser.
 *
 * @param model the parser
 * @param given the command line
 * @param shared the command's options that have a meaning for a parser too
 */
public record TreeCommands(
        Model model,
        DecoderOptions decoding,
        InputOptions input,
        List<Path> inputs,
        int threads,
        Caller caller,
        Streams streams,
        ParseResult given,
        Set<String> shared) {

    /** Options that every command with a parser understands. */
    private static final Set<String> COMMON =
            Set.of("--model", "--threads", "--format", "--encoding", "--decoder", "--output-format", "--verbose");

    private Parser parser() {
        given.matchedOptions().stream()
                .map(option -> option.longestName())
                .filter(name -> !COMMON.contains(name) && !shared.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw caller.usage(name
                            + " is for labels of tokens, and this model is a parser, which gives trees; leave it out");
                });
        return decoding.apply(model.parser(), caller);
    }

    private OrderedWork work(boolean labelled) {
        DataOptions options = labelled ? input.labelled(model, inputs) : input.unlabelled(model, inputs);
        boolean isConstituency = model.structure().hasSpans();
        boolean isPlain = isConstituency
                && !labelled
                && (options.format() == Format.COLUMNS // words and tags
                        || options.format() == Format.LINES && model.parser().findsTags());
        if (options.format() != (isConstituency ? Format.BRACKETS : Format.CONLLU) && !isPlain) {
            throw caller.usage("--format " + options.format() + " has no "
                    + (isConstituency
                            ? "constituents; a parser of constituents reads brackets"
                                    + (labelled
                                            ? ""
                                            : model.parser().findsTags()
                                                    ? ", columns with words, or lines of text"
                                                    : ", or columns with words and tags")
                            : "trees; a parser reads conllu"));
        }
        return new OrderedWork(options, inputs, threads);
    }

    /** Parses. */
    public void tag(Function<Parsing, String> format) {
        Parser parser = parser();
        work(false).run(sequence -> format.apply(parser.parse(sequence)), streams::print);
    }

    /** A tree, that of another parser, which is the same where there is none, and those from which the best is chosen. */
    private record Judged(
            Sequence sequence, Sequence parsed, List<Mark> predicted, List<Mark> others, List<List<Mark>> candidates) {}

    /**
     * Compares trees with those of the data, and with those of another parser.
     *
     * @param name what this parser is called beside the other
     * @param errors how many of the worst sentences are shown; null for no errors
     * @param oracle of how many trees the best one is looked for; 0 when nobody wants to know
     */
    public void evaluate(boolean json, String name, AgainstOptions against, @Nullable Integer errors, int oracle) {
        Parser parser = parser();
        Path otherFile = against.other();
        if (!against.data().isEmpty()) {
            throw caller.usage(
                    "--against-data is for labels of tokens; two parsers read the same trees, so leave it out");
        }
        if (oracle > 0 && !model.structure().hasSpans()) {
            throw caller.usage("--oracle is for parsers of constituents; leave it out");
        }
        Parser other = otherFile == null ? parser : decoding.apply(parserOf(otherFile), caller);
        MarkErrors wrong = errors == null
                ? null
                : model.structure().hasSpans() ? new ConstituentErrors(model, errors) : new TreeErrors(model, errors);
        TreeJudge judge = model.structure().hasSpans() ? new TreeJudge.Brackets(oracle) : new TreeJudge.Attachments();
        work(true)
                .run(
                        sequence -> {
                            Parsing parsing = parser.parse(sequence);
                            return new Judged(
                                    sequence,
                                    parsing.sequence(),
                                    parsing.marks(),
                                    other == parser
                                            ? parsing.marks()
                                            : other.parse(sequence).marks(),
                                    oracle == 0
                                            ? List.of()
                                            : parsing.nBest(oracle).stream()
                                                    .map(Parsing::marks)
                                                    .toList());
                        },
                        judged -> {
                            @Nullable List<Mark> gold = judged.sequence.marks();
                            if (gold != null) {
                                judge.add(judged.sequence, gold, judged.predicted, judged.others, judged.candidates);
                                if (parser.findsTags()) {
                                    judge.addTags(judged.sequence, judged.parsed);
                                }
                                if (wrong != null) {
                                    wrong.add(judged.sequence, gold, judged.predicted);
                                }
                            }
                        });
        if (judge.isEmpty()) {
            throw new CommandFailure(inputs.get(0) + ": there are no "
                    + (model.structure().hasSpans() ? "trees" : "heads") + " to compare with");
        }
        PairedComparison compared = otherFile == null ? null : against.compare(judge.paired());
        if (json) {
            Map<String, Object> figures = judge.toMap();
            if (wrong != null) {
                figures.put("errors", wrong.toMap());
            }
            if (compared != null) {
                figures.put("against", compared.toMap(name, String.valueOf(otherFile)));
            }
            streams.print(Json.writeIndented(figures));
        } else {
            streams.print(judge.text());
            if (wrong != null) {
                streams.print("\n" + wrong.text());
            }
            if (compared != null) {
                streams.print("\n" + compared.text(name, String.valueOf(otherFile)));
            }
        }
    }

    private Parser parserOf(Path file) {
        Model loaded = Toolkit.open(file);
        if (!loaded.structure().hasMarks()) {
            throw caller.usage("--against " + file + ": the model gives labels to tokens, and " + model.structure()
                    + " are trees; compare two parsers");
        }
        if (loaded.structure().hasSpans() != model.structure().hasSpans()) {
            throw caller.usage("--against " + file + ": the model gives " + loaded.structure() + ", and the first one "
                    + model.structure() + "; compare two parsers of the same kind");
        }
        return loaded.parser();
    }
}
