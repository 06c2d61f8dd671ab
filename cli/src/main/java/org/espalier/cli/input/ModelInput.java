package org.espalier.cli.input;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.espalier.cli.output.CommandFailure;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.model.Model;

/**
 * Compares data with what a model was trained on: refuses what it cannot be, and warns of what it hardly is.
 *
 * <p>Models of other programs are not judged: these programs read what they are given. Neither are models that do not say how their
 * training data were read, apart from the number of columns.
 */
public final class ModelInput implements Consumer<Sequence> {
    private static final int LONG = 15;
    private static final int ENOUGH = 3;
    private static final int MANY = 20;

    private final DataOptions options;
    private final Model model;
    private final Consumer<String> warn;
    private final boolean own;
    private final boolean given;
    private final Format trained;
    private boolean looked;
    private boolean warned;
    private boolean known;
    private long tokens;

    private ModelInput(DataOptions options, Model model, Consumer<String> warn) {
        this.options = options;
        this.model = model;
        this.warn = warn;
        this.own = model.provenance().get(RememberedInput.INPUT) instanceof Map<?, ?>;
        this.given = model.encoder().extractor() instanceof GivenAttributes;
        this.trained = RememberedInput.format(model);
    }

    /** All that can be said of data for a model: {@link WrongFormat} too, unless another program made the model. */
    public static Consumer<Sequence> guard(DataOptions options, Model model, Consumer<String> warn) {
        ModelInput input = new ModelInput(options, model, warn);
        boolean trainedHere = input.own || model.provenance().containsKey("training");
        return trainedHere ? new WrongFormat(options).andThen(input) : input;
    }

    @Override
    public void accept(Sequence sequence) {
        if (sequence.length() == 0) {
            return;
        }
        checkGiven(sequence);
        if (own) {
            checkKind(sequence);
            checkColumns(sequence);
            checkAttributes(sequence);
        }
        if (!looked) {
            looked = true;
            checkLabels(sequence);
            if (own && options.format() == Format.COLUMNS) {
                checkText(sequence);
            }
        }
    }

    /** Feature dictionaries that stand where tokens do are columns, which such a model does not see. */
    private void checkGiven(Sequence sequence) {
        if (given
                && options.format() == Format.JSONL
                && sequence.tokens().stream().allMatch(ModelInput::isColumnsOnly)) {
            throw new DataFormatException(
                    sequence.location(),
                    "the tokens have columns and no attributes, but the model sees attributes only; write"
                            + " {\"features\": [{\"word\": ...}, ...]} in place of \"tokens\"");
        }
    }

    private static boolean isColumnsOnly(Token token) {
        return token.attributes().isEmpty()
                && !token.columns().isEmpty()
                && token.names().isEmpty();
    }

    private void checkKind(Sequence sequence) {
        boolean frames = options.format().isFrames();
        if (frames && !trained.isFrames() && !(model.encoder().extractor() instanceof FrameFeatures)) {
            throw new DataFormatException(
                    sequence.location(),
                    "frames of a signal, but the model was trained on the format " + trained
                            + "; give the --format of the data, or another model");
        }
        Token token = sequence.tokens().get(0);
        boolean instance =
                (!token.names().isEmpty() && !frames) || options.format().isInstances();
        if (instance && (trained == Format.COLUMNS || trained == Format.CRFSUITE || trained.isFrames())) {
            throw new DataFormatException(
                    sequence.location(),
                    "an instance with a single label, but the model labels the tokens of sequences (it was trained on the"
                            + " format " + trained + "); "
                            + (trained.isFrames() ? "give --format " + trained : "write {\"tokens\": [...]}")
                            + ", or give the --format of the data");
        }
        if (!instance && trained.isInstances() && !given) {
            throw new DataFormatException(
                    sequence.location(),
                    "a sequence of tokens, but the model labels instances (it was trained on the format " + trained
                            + "); give --format " + trained + ", or {\"text\": ...} and the like in JSON Lines");
        }
    }

    private void checkColumns(Sequence sequence) {
        Token token = sequence.tokens().get(0);
        int found = token.columns().size();
        boolean counted = options.format() == Format.COLUMNS
                || options.format() == Format.JSONL
                || options.format().isText();
        if (!counted
                || given
                || model.columns() == 0
                || found == model.columns()
                || !token.names().isEmpty()) {
            return;
        }
        if (options.format().isText()) {
            throw new DataFormatException(
                    sequence.location(),
                    "text gives one column, the tokens, but the model was trained on " + model.columns()
                            + "; write these columns and give --format columns, or train a model on the first column alone");
        }
        String label = options.format() == Format.COLUMNS && sequence.labels() == null
                ? ", or one more for the label"
                        + (options.labelColumn() == -1 ? "" : " in column " + options.labelColumn())
                : "";
        throw new DataFormatException(
                sequence.location(),
                found + (found == 1 ? " column" : " columns") + (sequence.labels() == null ? "" : " besides the label")
                        + "; expected the " + model.columns() + " that the model was trained on" + label + ". "
                        + (found > model.columns()
                                ? "Write one token per line, and remove the columns that the model does not know, for example with 'cut'"
                                : "Are columns missing, or is this another --separator or --format?"));
    }

    /** A column that is taken for the label, but has none that the model knows, may be a second word of a line of text. */
    private void checkLabels(Sequence sequence) {
        List<String> gold = sequence.labels();
        if (gold != null
                && !options.labelled()
                && options.format() == Format.COLUMNS
                && gold.stream().noneMatch(label -> model.labels().indexOf(label) >= 0)) {
            warn.accept(
                    sequence.location() + ": the last column is read as the label, because the model was trained on "
                            + model.columns() + ", but '" + gold.get(0)
                            + "' is not a label of the model. Is there one token per line?");
        }
    }

    /** Attributes of which the model knows none say nothing to it. */
    private void checkAttributes(Sequence sequence) {
        if (!given || known) {
            return;
        }
        AttributeIndex index = model.encoder().attributes();
        for (Token token : sequence.tokens()) {
            tokens++;
            for (Attribute attribute : token.attributes()) {
                known |= index.indexOf(attribute.name()) >= 0;
            }
        }
        if (known) {
            return;
        }
        Token first = sequence.tokens().get(0);
        String problem = sequence.location() + ": "
                + (first.attributes().isEmpty()
                        ? "the tokens have no attributes"
                        : "the model knows none of the attributes, such as '"
                                + first.attributes().get(0).name() + "'")
                + "; expected attributes such as '" + (index.size() == 0 ? "" : index.get(0))
                + "', which it was trained on (format " + trained + ")";
        if (tokens >= MANY) {
            throw new CommandFailure(problem);
        }
        if (!warned) {
            warned = true;
            warn.accept(problem);
        }
    }

    /**
     * Tokens that all hold a blank, where no attribute of the model has one, and tokens that are all longer than every attribute
     * are rather whole lines of text.
     */
    private void checkText(Sequence sequence) {
        boolean blanks = true;
        int shortest = Integer.MAX_VALUE;
        for (Token token : sequence.tokens()) {
            String text = token.columns().isEmpty() ? "" : token.columns().get(0);
            blanks &= text.indexOf(' ') > 0;
            shortest = Math.min(shortest, text.length());
        }
        if (!blanks && shortest < LONG) {
            return; // without a look at the many attributes
        }
        AttributeIndex index = model.encoder().attributes();
        int longest = 0;
        for (int k = 0; k < index.size(); k++) {
            String name = index.get(k);
            longest = Math.max(longest, name.length());
            blanks &= name.indexOf(' ') < 0;
        }
        if (blanks || shortest > longest) {
            String problem = "'" + sequence.tokens().get(0).columns().get(0) + "' "
                    + (blanks
                            ? "contains a blank, unlike everything the model was trained on"
                            : "is longer than everything the model was trained on")
                    + "; it looks like a line of text. Write one token per line and a blank line after each sequence";
            if (sequence.length() >= ENOUGH) {
                throw new DataFormatException(sequence.location(), problem);
            }
            warn.accept(sequence.location() + ": " + problem);
        }
    }
}
