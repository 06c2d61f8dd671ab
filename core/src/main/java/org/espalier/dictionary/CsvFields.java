package org.espalier.dictionary;

import java.util.ArrayList;
import java.util.List;

/**
 * The fields of a line of a dictionary, as MeCab cuts them: spaces and tabs before a field are skipped, a field in quotes may hold commas
 * and doubled quotes, what follows its closing quote is ignored, and an empty last field is no field.
 */
final class CsvFields {

    private CsvFields() {}

    /** All fields. */
    static String[] all(String line) {
        return first(line, Integer.MAX_VALUE);
    }

    /** At most so many fields; the last of that many is all the rest of the line, as it stands. */
    static String[] first(String line, int most) {
        List<String> fields = new ArrayList<>();
        int at = 0;
        while (at < line.length() && fields.size() < most) {
            while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
                at++;
            }
            if (fields.size() == most - 1) {
                fields.add(line.substring(at));
                break;
            }
            if (at < line.length() && line.charAt(at) == '"') {
                StringBuilder field = new StringBuilder();
                at = unquote(line, at + 1, field);
                fields.add(field.toString());
                at = comma(line, at);
            } else {
                int end = comma(line, at);
                fields.add(line.substring(at, end));
                at = end;
            }
            at++;
        }
        return fields.toArray(String[]::new);
    }

    /** Reads up to the closing quote; returns the place behind it. */
    private static int unquote(String line, int from, StringBuilder field) {
        int at = from;
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == '"') {
                if (at == line.length() || line.charAt(at) != '"') {
                    return at;
                }
                at++;
            }
            field.append(c);
        }
        return at;
    }

    private static int comma(String line, int from) {
        int comma = line.indexOf(',', Math.min(from, line.length()));
        return comma < 0 ? line.length() : comma;
    }

    /** A field as it is written: in quotes when it has a comma or a quote. */
    static String quoted(String field) {
        return field.indexOf(',') < 0 && field.indexOf('"') < 0 ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
