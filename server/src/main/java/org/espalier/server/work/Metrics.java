package org.espalier.server.work;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.espalier.server.http.Meter;

/** What happened so far, in the text format of Prometheus (version 0.0.4): requests, their times, tokens, the queue and the memory. */
public final class Metrics implements Meter {
    private static final double[] BOUNDS = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30};

    private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>(); // by the labels of the figure
    private final Map<String, Times> times = new ConcurrentSkipListMap<>(); // by route
    private final LongAdder tokens = new LongAdder();
    private final LongAdder sequences = new LongAdder();

    private static final class Times {
        private final AtomicLongArray counts = new AtomicLongArray(BOUNDS.length + 1);
        private final LongAdder nanos = new LongAdder();

        void add(long value) {
            int found = Arrays.binarySearch(BOUNDS, value / 1e9);
            counts.incrementAndGet(found < 0 ? -found - 1 : found);
            nanos.add(value);
        }
    }

    @Override
    public void answered(String route, int status, long nanos) {
        requests.computeIfAbsent("route=\"" + route + "\",status=\"" + status + "\"", key -> new LongAdder())
                .increment();
        times.computeIfAbsent(route, key -> new Times()).add(nanos);
    }

    /** A sequence of so many tokens was tagged. */
    public void tagged(int count) {
        sequences.increment();
        tokens.add(count);
    }

    /**
     * The text.
     *
     * @param gauges further figures of this moment, by name
     */
    public String text(Map<String, ? extends Number> gauges) {
        StringBuilder out = new StringBuilder();
        head(out, "espalier_requests_total", "counter", "Requests by route and status.");
        requests.forEach((labels, count) -> line(out, "espalier_requests_total{" + labels + "}", count.sum()));
        head(
                out,
                "espalier_request_seconds",
                "histogram",
                "Time from the headers of a request to the end of its answer.");
        times.forEach((route, value) -> histogram(out, route, value));
        head(out, "espalier_tokens_total", "counter", "Tokens that were tagged.");
        line(out, "espalier_tokens_total", tokens.sum());
        head(out, "espalier_sequences_total", "counter", "Sequences that were tagged.");
        line(out, "espalier_sequences_total", sequences.sum());
        Map<String, Number> all = new TreeMap<>(gauges);
        memory(all);
        all.forEach((name, value) -> {
            head(out, name, "gauge", name.replace('_', ' ') + '.');
            line(out, name, value);
        });
        return out.toString();
    }

    private static void memory(Map<String, Number> into) {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        into.put("espalier_heap_used_bytes", heap.getUsed());
        into.put("espalier_heap_max_bytes", heap.getMax());
        long after = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage usage = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
            after += usage == null ? 0 : usage.getUsed();
        }
        into.put("espalier_heap_after_collection_bytes", after);
    }

    private static void histogram(StringBuilder out, String route, Times value) {
        long count = 0;
        for (int k = 0; k <= BOUNDS.length; k++) {
            count += value.counts.get(k);
            String bound = k == BOUNDS.length ? "+Inf" : String.valueOf(BOUNDS[k]);
            line(out, "espalier_request_seconds_bucket{route=\"" + route + "\",le=\"" + bound + "\"}", count);
        }
        double seconds = value.nanos.sum() / (double) TimeUnit.SECONDS.toNanos(1);
        line(out, "espalier_request_seconds_sum{route=\"" + route + "\"}", seconds);
        line(out, "espalier_request_seconds_count{route=\"" + route + "\"}", count);
    }

    private static void head(StringBuilder out, String name, String type, String help) {
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static void line(StringBuilder out, String name, Number value) {
        out.append(name).append(' ').append(value).append('\n');
    }
}
