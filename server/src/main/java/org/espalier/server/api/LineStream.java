package org.espalier.server.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.espalier.data.Json;
import org.espalier.server.http.Deadline;
import org.espalier.server.http.Limits;
import org.espalier.server.http.Problem;
import org.espalier.server.http.Request;
import org.espalier.server.work.Metrics;
import org.espalier.server.work.Team;

/**
 * JSON Lines in, JSON Lines out: a line for each line, in their order. A few packs of lines are in work at a time, so that the memory does not
 * depend on the length of the stream. What is wrong with a line stands in its place, as {@code {"line": 7, "problem": …}}, and the others go on.
 */
final class LineStream {
    private static final int PACK = 64; // lines
    private static final int PACK_BYTES = 1 << 16;

    private final Settings settings;
    private final Team team;
    private final Limits limits;
    private final Metrics metrics;
    private final Deadline deadline;
    private final InputStream input;
    private final ArrayDeque<Future<byte[]>> inWork = new ArrayDeque<>();
    private long lines;
    private boolean ended;
    private final byte[] buffer = new byte[PACK_BYTES]; // [from, to) has arrived and is not read yet
    private int from;
    private int to;

    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Line(long number, byte[] bytes) {}

    LineStream(Settings settings, Team team, Limits limits, Metrics metrics, Deadline deadline, InputStream input) {
        this.settings = settings;
        this.team = team;
        this.limits = limits;
        this.metrics = metrics;
        this.deadline = deadline;
        this.input = input;
    }

    /** Refuses the whole while that can still be told by a status. */
    void requireRoom() {
        if (team.waiting() >= limits.queue()) {
            throw team.full();
        }
    }

    void write(OutputStream output) throws IOException {
        try {
            while (!ended) {
                List<Line> pack = read();
                if (!pack.isEmpty()) {
                    submit(pack, output);
                }
                while (!inWork.isEmpty() && (inWork.size() >= 2 * team.size() || ended || !isMoreThere())) {
                    writeFirst(output);
                }
            }
        } catch (Problem e) {
            output.write(told(lines, e));
        } finally {
            inWork.forEach(future -> team.cancel(deadline, future));
        }
    }

    /** Whether reading would not wait, as far as can be seen: else the client may wait for us. */
    private boolean isMoreThere() throws IOException {
        return hasLine() || input.available() > 0;
    }

    /** Waits for room in the queue while there is time: other requests have their turn too. */
    private void submit(List<Line> pack, OutputStream output) throws IOException {
        Future<byte[]> future = team.submit(deadline, () -> tagged(pack));
        while (future == null) {
            if (inWork.isEmpty()) {
                deadline.check();
                try {
                    TimeUnit.MILLISECONDS.sleep(2);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw Problem.later(503, "the server stops; ask another one", 1);
                }
            } else {
                writeFirst(output);
            }
            future = team.submit(deadline, () -> tagged(pack));
        }
        inWork.add(future);
    }

    private void writeFirst(OutputStream output) throws IOException {
        output.write(team.result(deadline, inWork.remove()));
        if (inWork.isEmpty()) {
            output.flush();
        }
    }

    private byte[] tagged(List<Line> pack) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Line line : pack) {
            try {
                Members members = new Members(Request.object(Request.decoded(line.bytes), line.number), false);
                TagWork work = new TagWork(settings, limits, metrics, deadline);
                String json = Json.write(TagRoutes.orProblem(() -> work.record(Item.of(members))));
                bytes.writeBytes((json + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (Problem e) {
                deadline.check();
                bytes.writeBytes(told(line.number, e));
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] told(long line, Problem problem) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("line", line);
        map.put("problem", problem.toMap());
        return (Json.write(map) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The lines that are there, as many as make a pack; waits for the first one only. */
    private List<Line> read() throws IOException {
        List<Line> pack = new ArrayList<>();
        int size = 0;
        while (!ended && pack.size() < PACK && size < PACK_BYTES && (pack.isEmpty() || hasLine())) {
            byte[] line = readLine();
            if (line.length == 0 && ended) {
                break;
            }
            lines++;
            if (!isBlank(line)) {
                pack.add(new Line(lines, line));
                size += line.length;
            }
        }
        return pack;
    }

    private static boolean isBlank(byte[] line) {
        for (byte character : line) {
            if (character != ' ' && character != '\t' && character != '\r') {
                return false;
            }
        }
        return true;
    }

    /** Whether a whole line has arrived. */
    private boolean hasLine() {
        for (int k = from; k < to; k++) {
            if (buffer[k] == '\n') {
                return true;
            }
        }
        return false;
    }

    private byte[] readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        while (true) {
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            line.write(buffer, from, end - from);
            if (line.size() > limits.bodyBytes()) {
                throw Problem.of(
                        413,
                        "line " + (lines + 1) + " has more than " + limits.bodyBytes() + " bytes; cut it into several");
            }
            if (end < to) {
                from = end + 1;
                return line.toByteArray();
            }
            from = 0;
            to = Math.max(0, input.read(buffer));
            if (to == 0) {
                ended = true;
                return line.toByteArray();
            }
        }
    }
}
