package org.espalier.benchmarks.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.model.Model;
import org.espalier.model.SpanRecord;
import org.espalier.model.Tagger;
import org.espalier.model.TaggingRecord;
import org.espalier.text.OffsetUnit;

/** Sentences of a fixed length, and what each of two models says of them, computed here, without the server. */
final class Corpus {
    private final List<Sequence> sentences = new ArrayList<>();
    private final List<String> bodies = new ArrayList<>(); // a JSON object with tokens each
    private final Map<String, List<String>> answers =
            new LinkedHashMap<>(); // by SHA-256 of the model, the record of each sentence
    private final Tagger tagger; // of the first model
    private final int length;

    /**
     * Cuts the words of data into sentences of one length.
     *
     * @param most how many sentences
     */
    Corpus(List<Sequence> data, int length, int most, Path first, Path second) throws IOException {
        this.length = length;
        List<Token> words = new ArrayList<>();
        for (int round = 0; sentences.size() < most && round < 1000; round++) {
            for (Sequence sequence : data) {
                for (Token token : sequence.tokens()) {
                    words.add(token);
                    if (words.size() == length && sentences.size() < most) {
                        add(new ArrayList<>(words));
                        words.clear();
                    }
                }
            }
            words.add(data.get(0).tokens().get(0)); // another beginning in the next round
        }
        this.tagger = Model.load(first).tagger();
        learn(first);
        learn(second);
    }

    private void add(List<Token> words) {
        sentences.add(Sequence.of(words, null));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("tokens", words.stream().map(word -> plain(word.columns())).toList());
        bodies.add(Json.write(body));
    }

    private static Object plain(List<String> columns) {
        return columns.size() == 1 ? columns.get(0) : columns;
    }

    private void learn(Path file) throws IOException {
        Model model = Model.load(file);
        Tagger own = model.tagger();
        TaggingRecord record = new TaggingRecord(
                null, false, false, false, Format.JSONL, model, new SpanRecord(OffsetUnit.CODE_POINTS, model.scheme()));
        answers.put(
                sha256(file),
                sentences.stream()
                        .map(one -> Json.write(record.of(own.tag(one))))
                        .toList());
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    int size() {
        return sentences.size();
    }

    int length() {
        return length;
    }

    /** The object of a sentence, as a line or an element. */
    String line(int sentence) {
        return bodies.get(sentence);
    }

    /** A request for one sentence. */
    String single(int sentence) {
        return bodies.get(sentence);
    }

    /** A request for several sentences. */
    String several(int from, int count) {
        StringBuilder text = new StringBuilder("{\"sequences\":[");
        for (int k = 0; k < count; k++) {
            text.append(k == 0 ? "" : ",").append(bodies.get((from + k) % size()));
        }
        return text.append("]}").toString();
    }

    /** Whether an answer is, to the last character, that of the model that it names. */
    boolean isRight(String answer, int from, int count) {
        int at = answer.indexOf("\"sha256\":\"");
        List<String> own = at < 0 ? null : answers.get(answer.substring(at + 10, at + 74));
        if (own == null) {
            return false;
        }
        StringBuilder expected = new StringBuilder(",\"results\":[");
        for (int k = 0; k < count; k++) {
            expected.append(k == 0 ? "" : ",").append(own.get((from + k) % size()));
        }
        return answer.endsWith(expected.append("]}").toString());
    }

    /** The same of JSON Lines, all by one model. */
    boolean areRight(String lines, int from, int count) {
        for (List<String> own : answers.values()) {
            StringBuilder expected = new StringBuilder();
            for (int k = 0; k < count; k++) {
                expected.append(own.get((from + k) % size())).append('\n');
            }
            if (lines.contentEquals(expected)) {
                return true;
            }
        }
        return false;
    }

    /** Tokens per second of one processor by the tagger alone, in this process. */
    double tokensPerCpuSecond(double seconds) {
        var threads = ManagementFactory.getThreadMXBean();
        long labels = 0;
        double best = 0;
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            long begin = threads.getCurrentThreadCpuTime();
            for (Sequence sentence : sentences) {
                labels += tagger.tag(sentence).labels().size();
            }
            best = Math.max(best, (double) size() * length * 1e9 / (threads.getCurrentThreadCpuTime() - begin));
        }
        return labels == 0 ? 0 : best;
    }
}
