package org.espalier.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.InlineFormatter;
import org.espalier.data.SpansFormatter;
import org.espalier.data.TagScheme;
import org.espalier.text.OffsetTable;
import org.espalier.text.OffsetUnit;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;
import org.jspecify.annotations.Nullable;

/**
 * Describes the spans of a text for JSON: type, start, end and covered text. Immutable and safe to share.
 *
 * @param unit what offsets count
 * @param scheme how the labels mark spans
 */
public record SpanRecord(OffsetUnit unit, TagScheme scheme) {

    /** The members of a record for one text that is one sequence. */
    public Map<String, @Nullable Object> record(TokenizedText text, List<String> labels, @Nullable List<String> gold) {
        return record(text.text(), spans(text, labels), gold == null ? null : spans(text, gold));
    }

    /** The members of a record for one text. */
    public Map<String, @Nullable Object> record(String text, List<TextSpan> spans, @Nullable List<TextSpan> gold) {
        OffsetTable offsets = new OffsetTable(text, unit);
        Map<String, @Nullable Object> record = new LinkedHashMap<>();
        record.put("text", text);
        record.put("spans", SpansFormatter.describe(spans, offsets));
        if (gold != null) {
            record.put("gold", SpansFormatter.describe(gold, offsets));
        }
        record.put("unit", unit.toString());
        return record;
    }

    /** The spans that labels mark, with their places in the whole text. */
    public List<TextSpan> spans(TokenizedText text, List<String> labels) {
        return InlineFormatter.spans(text, labels, scheme);
    }

    /** Where the tokens of a sequence stand in the whole text, for figures about single tokens. */
    public List<Object> tokens(TokenizedText text, OffsetTable offsets) {
        List<TextSpan> tokens = new ArrayList<>();
        for (int t = 0; t < text.size(); t++) {
            tokens.add(text.span(t, t + 1, ""));
        }
        return SpansFormatter.describe(tokens, offsets);
    }
}
