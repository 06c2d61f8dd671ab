package org.espalier.benchmarks.results;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.espalier.benchmarks.ChunkingTemplate;

/** Brings the real data into formats that the command line reads; nothing is chosen or changed but the form. */
public final class Preparation {
    private static final String WORDS_TEMPLATE = """
            U00:%x[-2,0]
            U01:%x[-1,0]
            U02:%x[0,0]
            U03:%x[1,0]
            U04:%x[2,0]
            U05:%x[-1,0]/%x[0,0]
            U06:%x[0,0]/%x[1,0]
            B
            """;

    private static final Pattern ADDRESS = Pattern.compile("<AddressString>(.*?)</AddressString>");
    private static final Pattern ADDRESS_PART = Pattern.compile("<(\\w+)>([^<]+)</\\1>");

    private final Path source;
    private final Path target;

    /** From the folder of the real data to another. */
    public Preparation(Path source, Path target) {
        this.source = source;
        this.target = target;
    }

    void run() {
        try {
            Files.createDirectories(target);
            sequences();
            letters();
            documents();
            tables();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** The sequences of words only. */
    public void sequences() {
        try {
            Files.createDirectories(target);
            chunks();
            partsOfSpeech();
            names();
            addresses();
            slots();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private void chunks() throws IOException {
        Files.writeString(target.resolve("chunking.template"), ChunkingTemplate.TEXT);
        Files.writeString(target.resolve("words.template"), WORDS_TEMPLATE);
        for (String part : List.of("train", "test")) {
            copy("conll2000/" + part + ".txt", "conll2000." + part + ".txt");
        }
    }

    private void copy(String from, String to) throws IOException {
        write(to, lines(from));
    }

    private List<String> lines(String name) throws IOException {
        Path file = source.resolve(name);
        try (InputStream raw = Files.newInputStream(file);
                BufferedReader reader = new BufferedReader(new InputStreamReader(
                        name.endsWith(".gz") ? new GZIPInputStream(raw) : raw,
                        name.startsWith("trec") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8))) {
            return reader.lines().collect(Collectors.toCollection(ArrayList::new));
        }
    }

    private void write(String name, List<String> lines) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(target.resolve(name))) {
            for (String line : lines) {
                writer.write(line);
                writer.write('\n');
            }
        }
    }

    /** Items of CRFsuite: a pixel that is set is an attribute; "small" trains on fold 0, "large" tests on it. */
    private void letters() throws IOException {
        List<String> zero = new ArrayList<>();
        List<String> others = new ArrayList<>();
        List<String> previous = null;
        String word = "";
        for (String line : lines("ocr_letters/letters.tsv.gz")) {
            String[] cells = line.split("\t");
            List<String> part = cells[3].equals("0") ? zero : others;
            if (previous != null && !cells[0].equals(word)) {
                previous.add("");
            }
            word = cells[0];
            previous = part;
            String pixels = cells[5];
            part.add(cells[2] + "\tbias"
                    + IntStream.range(0, pixels.length())
                            .filter(k -> pixels.charAt(k) == '1')
                            .mapToObj(k -> "\tp" + k)
                            .collect(Collectors.joining()));
        }
        write("letters.fold0.items", zero);
        write("letters.others.items", others);
    }

    private void partsOfSpeech() throws IOException {
        conllu("train.conllu.gz", "ud.train.txt");
        conllu("test.conllu", "ud.test.txt");
    }

    private void conllu(String from, String to) throws IOException {
        List<String> tokens = new ArrayList<>();
        for (String line : lines("ud_english_ewt/en_ewt-ud-" + from)) {
            String[] cells = line.split("\t");
            if (line.isEmpty()) {
                tokens.add("");
            } else if (cells.length == 10 && cells[0].chars().allMatch(Character::isDigit)) {
                tokens.add(cells[1].replace(' ', '_') + "\t" + cells[3]);
            }
        }
        write(to, tokens);
    }

    private void names() throws IOException {
        copy("wnut17/wnut17train.conll", "wnut.train.txt");
        copy("wnut17/emerging.test.annotated", "wnut.test.txt");
        for (String part : List.of("train", "test")) {
            copy("bio_ner/NCBI-disease-IOB/" + part + ".tsv", "ncbi." + part + ".txt");
            copy("bio_ner/BC5CDR-IOB/" + part + ".tsv", "bc5cdr." + part + ".txt");
        }
    }

    /** The strings that people labelled; those made from maps are left out. */
    private void addresses() throws IOException {
        addresses(
                "usaddress.train.txt",
                "training/labeled.xml",
                "training/us50_train_tagged.xml",
                "training/us50_messiest_manual_label.xml");
        addresses(
                "usaddress.test.txt",
                "measure_performance/test_data/labeled.xml",
                "measure_performance/test_data/us50_test_tagged.xml");
    }

    private void addresses(String to, String... from) throws IOException {
        List<String> tokens = new ArrayList<>();
        for (String file : from) {
            String text = String.join(" ", lines("usaddress/" + file));
            Matcher address = ADDRESS.matcher(text);
            while (address.find()) {
                Matcher part = ADDRESS_PART.matcher(address.group(1));
                while (part.find()) {
                    for (String word : part.group(2).strip().split("\\s+")) {
                        tokens.add(word.replace("&amp;", "&") + "\t" + part.group(1));
                    }
                }
                tokens.add("");
            }
        }
        write(to, tokens);
    }

    private void slots() throws IOException {
        for (String part : List.of("train", "test")) {
            List<String> words = lines("atis_snips/snips/" + part + "/seq.in");
            List<String> labels = lines("atis_snips/snips/" + part + "/seq.out");
            List<String> tokens = new ArrayList<>();
            for (int k = 0; k < words.size(); k++) {
                String[] of = words.get(k).strip().split("\\s+");
                String[] slots = labels.get(k).strip().split("\\s+");
                for (int t = 0; t < slots.length; t++) {
                    tokens.add(of[t] + "\t" + slots[t]);
                }
                tokens.add("");
            }
            write("snips." + part + ".txt", tokens);
        }
    }

    private void documents() throws IOException {
        for (String part : List.of("train", "test")) {
            List<String> questions = new ArrayList<>();
            for (String line : lines("trec_qc/" + part + ".txt")) {
                questions.add(line.substring(0, line.indexOf(':')) + "\t" + line.substring(line.indexOf(' ') + 1));
            }
            write("trec." + part + ".txt", questions);
            List<String> reviews = new ArrayList<>();
            for (String line : lines("sst2/" + part + ".tsv")) {
                int tab = line.lastIndexOf('\t');
                reviews.add(line.substring(tab + 1) + "\t" + line.substring(0, tab));
            }
            write("sst2." + part + ".txt", reviews);
        }
        List<String> messages = lines("sms_spam/sms.tsv");
        int most = messages.size() * 3 / 10; // as its authors split it
        write("sms.train.txt", messages.subList(0, most));
        write("sms.test.txt", messages.subList(most, messages.size()));
    }

    private void tables() throws IOException {
        copy("libsvm/a9a", "a9a.train.libsvm");
        copy("libsvm/a9a.t", "a9a.test.libsvm");
        List<String> rows = lines("uci_small/digits.csv.gz");
        String header = IntStream.range(0, 64).mapToObj(k -> "p" + k).collect(Collectors.joining(",")) + ",digit";
        write("digits.train.csv", every(rows, header, k -> k % 4 != 0));
        write("digits.test.csv", every(rows, header, k -> k % 4 == 0));
    }

    private static List<String> every(List<String> rows, String header, Predicate<Integer> chosen) {
        List<String> lines = new ArrayList<>(List.of(header));
        IntStream.range(0, rows.size()).boxed().filter(chosen).map(rows::get).forEach(lines::add);
        return lines;
    }
}
