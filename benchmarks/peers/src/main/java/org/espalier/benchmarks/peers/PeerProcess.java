package org.espalier.benchmarks.peers;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** What the race starts: one peer, one verb. */
public final class PeerProcess {
    private static final Map<String, Peer> PEERS = Map.of(
            "mallet", new MalletPeer(),
            "tribuo", new TribuoPeer(),
            "stanford", new StanfordPeer(),
            "hanlp", new HanlpPeer(),
            "opennlp", new OpenNlpPeer());

    private PeerProcess() {}

    /** {@code peer train|tag folder part model iterations}. */
    public static void main(String[] args) throws Exception {
        Peer peer = PEERS.get(args[0]);
        if (peer == null) {
            System.err.println("'" + args[0] + "' is none of " + PEERS.keySet());
            System.exit(2);
            return;
        }
        Peer.PartFiles files = Peer.PartFiles.of(Path.of(args[2]), args[3]);
        Path model = Path.of(args[4]);
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        if (args[1].equals("train")) {
            Peer.Training training = peer.train(files, model, Integer.parseInt(args[5]));
            out.println();
            out.println("race: passes " + training.passes());
            out.println("race: seconds " + training.seconds());
            if (!Double.isNaN(training.objective())) {
                out.println("race: objective " + training.objective());
            }
        } else {
            // Peers talk on standard output, where only labels may go.
            System.setOut(System.err);
            peer.tag(model, files, out::println);
        }
        out.flush();
        // Some leave threads behind.
        System.exit(0);
    }
}
