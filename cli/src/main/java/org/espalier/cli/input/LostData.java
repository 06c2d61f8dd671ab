package org.espalier.cli.input;

import java.util.function.Consumer;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.LabelNotation;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.jspecify.annotations.Nullable;

/** Counts what a training would pass over without a word: tokens without a label, and attributes that no feature looks at. */
public final class LostData implements Consumer<Sequence> {
    private final @Nullable String unknown;
    private final boolean attributes;
    private long unlabelled;
    private @Nullable Location firstUnlabelled;
    private @Nullable Location firstAttribute;

    /**
     * Nothing is lost yet.
     *
     * @param told whether the user said how an unknown label is written
     * @param attributes whether ready-made attributes are looked at
     */
    public LostData(DataOptions options, LabelNotation notation, boolean told, boolean attributes) {
        // In JSON, null says it.
        this.unknown = told || options.format() == Format.JSONL ? null : notation.unknown();
        this.attributes = attributes;
    }

    @Override
    public void accept(Sequence sequence) {
        if (unknown != null && sequence.labels() != null) {
            for (String label : sequence.labels()) {
                if (label.equals(unknown)) {
                    unlabelled++;
                    firstUnlabelled = firstUnlabelled == null ? sequence.location() : firstUnlabelled;
                }
            }
        }
        if (!attributes && firstAttribute == null) {
            for (Token token : sequence.tokens()) {
                firstAttribute = token.attributes().isEmpty() ? firstAttribute : sequence.location();
            }
        }
    }

    /** Tells what was lost, once everything was read. */
    public void tell(Consumer<String> warn) {
        if (unlabelled > 0) {
            warn.accept(firstUnlabelled + ": " + unlabelled + (unlabelled == 1 ? " token has" : " tokens have")
                    + " the label '" + unknown
                    + "', which means an unknown label. Give --unknown-label '' if it is an ordinary label, or --unknown-label '"
                    + unknown + "' if it is not");
        }
        if (firstAttribute != null) {
            warn.accept(firstAttribute
                    + ": the tokens have attributes, which these features ignore. To use both, give for example --features"
                    + " 'attributes,text'");
        }
    }
}
