package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The shell blocks of the README and the pages under docs.
 *
 * <p>A block with a line that begins with {@code "$ "} is a transcript: commands and what they print. It is run, unless a comment before
 * it says why it cannot be:
 *
 * <pre>{@code <!-- not run: needs the CoNLL-2000 data -->}</pre>
 */
final class Transcripts {
    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- not run: (.*?) -->\n+)?^```(\\w*)\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

    private Transcripts() {}

    /**
     * A fenced block.
     *
     * @param place the page and its line
     * @param reason why it cannot be run, or empty
     */
    record Block(Path page, String place, String reason, List<String> lines) {

        boolean isTranscript() {
            return lines.stream().anyMatch(line -> line.startsWith("$ "));
        }

        /** The commands of a transcript with what they print; a backslash at its end goes on with a command. */
        List<Step> steps() {
            List<Step> steps = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).startsWith("$ ")) {
                    StringBuilder command = new StringBuilder(lines.get(i).substring(2));
                    while (command.toString().endsWith("\\")) {
                        command.append('\n').append(lines.get(++i));
                    }
                    steps.add(new Step(command.toString(), new ArrayList<>()));
                } else {
                    steps.get(steps.size() - 1).printed().add(lines.get(i));
                }
            }
            return steps;
        }

        @Override
        public String toString() {
            return place;
        }
    }

    /** A command and what it prints. */
    record Step(String command, List<String> printed) {}

    /** The README and all pages under docs. */
    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    /** All blocks without the Java. */
    static List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Path page : pages()) {
            String text = Files.readString(page);
            Matcher matcher = BLOCK.matcher(text);
            while (matcher.find()) {
                String language = matcher.group(2);
                if (language.isEmpty() || language.equals("sh")) {
                    long line = text.substring(0, matcher.start(3)).lines().count();
                    String reason = matcher.group(1) == null ? "" : matcher.group(1);
                    blocks.add(new Block(
                            page,
                            page.getFileName() + ":" + line,
                            reason,
                            matcher.group(3).lines().toList()));
                }
            }
        }
        return blocks;
    }

    /** The words of the first program of a line, as a shell sees them; what follows a pipe or a redirection is left out. */
    static List<String> words(String line) {
        Matcher matcher = Pattern.compile("\\G\\s*((?:[^\\s'\"\\\\|<>#]|(?<=\\S)#|\\\\.|'[^']*'|\"[^\"]*\")+)")
                .matcher(line);
        List<String> words = new ArrayList<>();
        while (matcher.find()) {
            words.add(matcher.group(1).replaceAll("'([^']*)'|\"([^\"]*)\"|\\\\(.)", "$1$2$3"));
        }
        return words;
    }
}
