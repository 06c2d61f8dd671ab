package org.espalier.cli.tree;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import org.espalier.evaluate.AttachmentScores;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.PairedBootstrap;
import org.espalier.evaluate.PairedComparison;
import org.espalier.evaluate.errors.TreeErrors;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.model.Parser;
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
        if (options.format() != Format.CONLLU) {
            throw caller.usage("--format " + options.format() + " has no trees; a parser reads conllu");
        }
        return new OrderedWork(options, inputs, threads);
    }

    /** Parses. */
    public void tag(TreeFormatter formatter) {
        Parser parser = parser();
        work(false).run(sequence -> formatter.format(parser.parse(sequence)), streams::print);
    }

    /** A tree, and that of another parser; the same where there is none. */
    private record Judged(Sequence sequence, List<Mark> predicted, List<Mark> others) {}

    /**
     * Compares trees with those of the data, and with those of another parser.
     *
     * @param name what this parser is called beside the other
     * @param errors how many of the worst sentences are shown; null for no errors
     */
    public void evaluate(boolean json, String name, AgainstOptions against, @Nullable Integer errors) {
        Parser parser = parser();
        Path otherFile = against.other();
        if (!against.data().isEmpty()) {
            throw caller.usage(
                    "--against-data is for labels of tokens; two parsers read the same trees, so leave it out");
        }
        Parser other = otherFile == null ? parser : decoding.apply(parserOf(otherFile), caller);
        PairedBootstrap paired = new PairedBootstrap(Convention.PLAIN);
        TreeErrors wrong = errors == null ? null : new TreeErrors(model, errors);
        AttachmentScores[] scores = {AttachmentScores.NONE};
        work(true)
                .run(
                        sequence -> {
                            List<Mark> found = parser.parse(sequence).marks();
                            return new Judged(
                                    sequence,
                                    found,
                                    other == parser
                                            ? found
                                            : other.parse(sequence).marks());
                        },
                        judged -> {
                            scores[0] = plus(scores[0], judged);
                            @Nullable List<Mark> gold = judged.sequence.marks();
                            if (gold != null) {
                                paired.addTrees(judged.sequence.length(), gold, judged.predicted, judged.others);
                                if (wrong != null) {
                                    wrong.add(judged.sequence, gold, judged.predicted);
                                }
                            }
                        });
        if (scores[0].words() == 0) {
            throw new CommandFailure(inputs.get(0) + ": there are no heads to compare with");
        }
        PairedComparison compared = otherFile == null ? null : against.compare(paired);
        if (json) {
            Map<String, Object> figures = scores[0].toMap();
            if (wrong != null) {
                figures.put("errors", wrong.toMap());
            }
            if (compared != null) {
                figures.put("against", compared.toMap(name, String.valueOf(otherFile)));
            }
            streams.print(Json.writeIndented(figures));
        } else {
            streams.print(scores[0].text());
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
        return loaded.parser();
    }

    private static AttachmentScores plus(AttachmentScores scores, Judged judged) {
        @Nullable List<Mark> gold = judged.sequence.marks();
        return gold == null ? scores : scores.plus(judged.sequence.length(), gold, judged.predicted);
    }
}
