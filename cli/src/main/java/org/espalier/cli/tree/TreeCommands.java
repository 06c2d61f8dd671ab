package org.espalier.cli.tree;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.espalier.cli.input.OrderedWork;
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

    private record Judged(Sequence sequence, List<Mark> predicted) {}

    /** Compares trees with those of the data. */
    public void evaluate(boolean json) {
        Parser parser = parser();
        AttachmentScores[] scores = {AttachmentScores.NONE};
        work(true)
                .run(
                        sequence -> new Judged(sequence, parser.parse(sequence).marks()),
                        judged -> scores[0] = plus(scores[0], judged));
        if (scores[0].words() == 0) {
            throw new CommandFailure(inputs.get(0) + ": there are no heads to compare with");
        }
        streams.print(json ? Json.writeIndented(scores[0].toMap()) : scores[0].text());
    }

    private static AttachmentScores plus(AttachmentScores scores, Judged judged) {
        @Nullable List<Mark> gold = judged.sequence.marks();
        return gold == null ? scores : scores.plus(judged.sequence.length(), gold, judged.predicted);
    }
}
