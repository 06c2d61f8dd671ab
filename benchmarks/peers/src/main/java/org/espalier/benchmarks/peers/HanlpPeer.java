package org.espalier.benchmarks.peers;

import com.hankcs.hanlp.model.crf.crfpp.Encoder;
import com.hankcs.hanlp.model.crf.crfpp.ModelImpl;
import com.hankcs.hanlp.model.crf.crfpp.Tagger;
import java.io.BufferedReader;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** HanLP's port of CRF++: columns and a template, all features, L-BFGS on all cores. */
final class HanlpPeer implements Peer {

    @Override
    public Training train(PartFiles train, Path model, int iterations) throws IOException {
        IterationLog log = new IterationLog(System.out);
        System.setOut(new PrintStream(log, true, StandardCharsets.UTF_8));
        boolean learnt = new Encoder()
                .learn(
                        train.template().toString(),
                        train.columns().toString(),
                        model.toString(),
                        false,
                        iterations,
                        1,
                        1e-4,
                        1.0,
                        Runtime.getRuntime().availableProcessors(),
                        20,
                        Encoder.Algorithm.CRF_L2);
        if (!learnt) {
            throw new IOException("HanLP did not learn");
        }
        return log.training();
    }

    /** Notes when each iteration is reported, because HanLP tells neither times nor its objective but by printing. */
    private static final class IterationLog extends FilterOutputStream {
        private static final Pattern ITERATION = Pattern.compile("iter=.* obj=([-+.\\deE]+)");

        private final StringBuilder line = new StringBuilder();
        private final List<Long> times = new ArrayList<>();
        private double objective = Double.NaN;

        IterationLog(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            if (b != '\n') {
                line.append((char) b);
                return;
            }
            Matcher matcher = ITERATION.matcher(line);
            if (matcher.find()) {
                times.add(System.nanoTime());
                objective = Double.parseDouble(matcher.group(1));
            }
            line.setLength(0);
        }

        /** The first report has nothing before it that would tell when its pass began. */
        Training training() {
            int passes = times.size();
            double between = passes < 2 ? Double.NaN : (times.get(passes - 1) - times.get(0)) * 1e-9 / (passes - 1);
            return new Training(passes, between * passes, objective);
        }
    }

    @Override
    public void tag(Path model, PartFiles input, Consumer<String> labels) throws IOException {
        ModelImpl opened = new ModelImpl();
        if (!opened.open(model.toString(), 0, 0, 1.0)) {
            throw new IOException(model + ": HanLP cannot open it");
        }
        Tagger tagger = opened.createTagger();
        try (BufferedReader reader = Files.newBufferedReader(input.columns())) {
            boolean open = false;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.isBlank()) {
                    tag(tagger, labels);
                    open = false;
                } else {
                    tagger.add(line);
                    open = true;
                }
            }
            if (open) {
                tag(tagger, labels);
            }
        }
    }

    private static void tag(Tagger tagger, Consumer<String> labels) {
        tagger.parse();
        for (int t = 0; t < tagger.size(); t++) {
            labels.accept(tagger.y2(t));
        }
        tagger.clear();
    }
}
