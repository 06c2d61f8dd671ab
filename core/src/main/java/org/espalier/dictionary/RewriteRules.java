package org.espalier.dictionary;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.LineReader;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/**
 * What words look like to features: the file {@code rewrite.def}. It has three sections, {@code [unigram rewrite]} for the word itself, {@code
 * [left rewrite]} for what words before it see, and {@code [right rewrite]} for what words after it see.
 *
 * <pre>
 *   verb,*,*,(go|goes)   $1,$2,go       a pattern for the first fields, and what they become
 * </pre>
 *
 * The first rule that matches is taken. A field of a pattern that begins with {@code *} matches anything, {@code (a|b)} one of several.
 */
public final class RewriteRules {
    /** The file's name. */
    public static final String FILE = "rewrite.def";

    private static final List<String> SECTIONS = List.of("[unigram rewrite]", "[left rewrite]", "[right rewrite]");

    /** One rule: alternatives for each of the first fields, null for any; and the fields of the result. */
    private record Rule(List<@Nullable List<String>> pattern, List<String> result, Location where) {

        boolean matches(String[] fields) {
            if (pattern.size() > fields.length) {
                return false;
            }
            for (int k = 0; k < pattern.size(); k++) {
                List<String> allowed = pattern.get(k);
                if (allowed != null && !allowed.contains(fields[k])) {
                    return false;
                }
            }
            return true;
        }

        String rewrite(String[] fields) {
            StringBuilder out = new StringBuilder();
            for (int k = 0; k < result.size(); k++) {
                out.append(k == 0 ? "" : ",").append(CsvFields.quoted(fill(result.get(k), fields)));
            }
            return out.toString();
        }

        private String fill(String text, String[] fields) {
            StringBuilder out = new StringBuilder();
            int at = 0;
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c != '$') {
                    out.append(c);
                    continue;
                }
                int number = 0;
                while (at < text.length() && Character.digit(text.charAt(at), 10) >= 0 && number < 10_000) {
                    number = 10 * number + Character.digit(text.charAt(at++), 10);
                }
                if (number < 1 || number > fields.length) {
                    throw new DataFormatException(
                            where,
                            "the rule wants $" + number + " of '" + String.join(",", fields) + "', which has "
                                    + fields.length + " fields; put a rule for fewer fields before it");
                }
                out.append(fields[number - 1]);
            }
            return out.toString();
        }
    }

    private final Path file;
    private final List<List<Rule>> rules = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

    private RewriteRules(Path file) {
        this.file = file;
    }

    static RewriteRules read(Path file, Charset encoding) {
        RewriteRules read = new RewriteRules(file);
        int section = -1;
        try (LineReader lines = LineReader.open(file, encoding)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                String text = line.strip();
                if (text.isEmpty() || text.startsWith("#")) {
                    continue;
                }
                int begun = SECTIONS.indexOf(text);
                if (begun >= 0) {
                    section = begun;
                } else if (section < 0) {
                    throw new DataFormatException(
                            lines.location(), "a rule before the first section; expected one of " + SECTIONS);
                } else {
                    read.rules.get(section).add(rule(text, lines.location()));
                }
            }
        }
        for (int s = 0; s < SECTIONS.size(); s++) {
            if (read.rules.get(s).isEmpty()) {
                throw new DataFormatException(
                        new Location(file.toString(), 0),
                        "no rules in the section " + SECTIONS.get(s) + "; add one that matches all, such as '*  $1'");
            }
        }
        return read;
    }

    private static Rule rule(String text, Location where) {
        String[] columns = text.split("[ \t]+", 3);
        if (columns.length < 2) {
            throw new DataFormatException(
                    where,
                    "the line '" + text
                            + "' has one column; expected a pattern and what becomes of it, such as 'noun,*  $1,$2'");
        }
        String result = columns.length == 3 ? columns[1] + " " + columns[2] : columns[1];
        List<@Nullable List<String>> pattern = new ArrayList<>();
        for (String field : CsvFields.all(columns[0])) {
            pattern.add(alternatives(field));
        }
        String[] fields = CsvFields.all(result);
        if (pattern.isEmpty() || fields.length == 0) {
            throw new DataFormatException(
                    where, "the pattern or the result has no fields; expected some, such as 'noun,*  $1,$2'");
        }
        return new Rule(pattern, List.of(fields), where);
    }

    private static @Nullable List<String> alternatives(String field) {
        if (field.startsWith("*")) {
            return null;
        }
        if (field.length() >= 3 && field.startsWith("(") && field.endsWith(")")) {
            List<String> all = new ArrayList<>(
                    List.of(field.substring(1, field.length() - 1).split("\\|", -1)));
            all.add(field);
            return all;
        }
        return List.of(field);
    }

    /** What a word looks like to features of the word itself. */
    public String unigram(String features) {
        return rewrite(0, features);
    }

    /** What words before it see of a word: its left context. */
    public String left(String features) {
        return rewrite(1, features);
    }

    /** What words after it see of a word: its right context. */
    public String right(String features) {
        return rewrite(2, features);
    }

    private String rewrite(int section, String features) {
        String[] fields = CsvFields.all(features);
        for (Rule rule : rules.get(section)) {
            if (rule.matches(fields)) {
                return rule.rewrite(fields);
            }
        }
        throw new DataFormatException(
                new Location(file.toString(), 0),
                "no rule of " + SECTIONS.get(section) + " matches the features '" + features
                        + "'; add one to the end that matches all, such as '*  $1'");
    }
}
