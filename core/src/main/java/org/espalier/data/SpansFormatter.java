package org.espalier.data;

import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.text.OffsetTable;
import org.espalier.text.OffsetUnit;
import org.espalier.text.TextOrigin;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;
import org.jspecify.annotations.Nullable;

/**
 * Writes the text of a sequence and the spans of its labels as one line of JSON; a sentence of a longer text as a text of its own.
 *
 * @param scheme how the labels mark spans; with {@link TagScheme#NONE} every token is a span of its own, whose type is its label
 * @param unit what offsets count
 */
public record SpansFormatter(TagScheme scheme, OffsetUnit unit) implements SequenceFormatter {

    /** For labels in IOB2, as the reader makes them; offsets in code points. */
    public static final SpansFormatter DEFAULT = new SpansFormatter(TagScheme.IOB2, OffsetUnit.CODE_POINTS);

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        TokenizedText given = sequence.text();
        if (given == null) {
            throw new IllegalArgumentException(sequence.location()
                    + ": a sequence of tokens without its text, which the format spans cannot hold; write another format such as"
                    + " jsonl");
        }
        TokenizedText text = new TokenizedText(given.text(), given.tokens(), TextOrigin.START, null, true);
        Map<String, @Nullable Object> record = members(sequence);
        record.put("text", text.text());
        List<String> labels = sequence.labels();
        if (labels != null) {
            record.put(
                    "spans", describe(InlineFormatter.spans(text, labels, scheme), new OffsetTable(text.text(), unit)));
        }
        record.put("unit", unit.toString());
        out.append(Json.write(record)).append('\n');
    }

    /** The members that a record had besides its text and spans, such as an identifier. */
    public static Map<String, @Nullable Object> members(Sequence sequence) {
        Map<String, @Nullable Object> record = new LinkedHashMap<>();
        for (String comment : sequence.comments()) {
            JsonLinesFormatter.addMember(comment, record);
        }
        return record;
    }

    /** The spans of a text for JSON: type, start, end and covered text. Each is described when it is asked for: a document may have many. */
    public static List<Object> describe(List<TextSpan> spans, OffsetTable offsets) {
        return new AbstractList<>() {
            @Override
            public Object get(int index) {
                TextSpan span = spans.get(index);
                Map<String, Object> map = new LinkedHashMap<>();
                if (!span.type().isEmpty()) {
                    map.put("type", span.type());
                }
                map.put("start", offsets.fromUtf16(span.start()));
                map.put("end", offsets.fromUtf16(span.end()));
                map.put("text", span.covered());
                return map;
            }

            @Override
            public int size() {
                return spans.size();
            }
        };
    }
}
