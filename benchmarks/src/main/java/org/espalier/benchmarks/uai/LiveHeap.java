package org.espalier.benchmarks.uai;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.Supplier;

/**
 * The most bytes of objects that a piece of work keeps at a time, beside what there was before.
 *
 * <p>While the work runs, and runs again until some seconds have passed, another thread collects garbage again and again and reads what is left
 * (JMX, of the serial collector). That is what the work needs, not what the JVM happened to take. It slows the work down, so times are taken elsewhere.
 */
final class LiveHeap {
    private static final long LEAST_NANOSECONDS = 3_000_000_000L;
    private static final int LEAST_SAMPLES = 40;
    private static final int REST = 2; // how much longer the work may run than the collection before

    /** Of the serial collector: the one that collects all, and the pools of the heap. */
    private static final String FULL = "MarkSweepCompact";

    private static final List<String> HEAP = List.of("Eden Space", "Survivor Space", "Tenured Gen");

    private volatile boolean done;
    private long most;
    private int samples;

    private LiveHeap() {}

    /** What a run needs at most, in bytes. */
    static long of(Supplier<?> work) {
        long before = left();
        LiveHeap heap = new LiveHeap();
        Thread sampler = new Thread(heap::sample, "live-heap");
        sampler.setDaemon(true);
        sampler.start();
        long begin = System.nanoTime();
        Object kept = null;
        do {
            kept = work.get();
        } while (System.nanoTime() - begin < LEAST_NANOSECONDS || heap.count() < LEAST_SAMPLES);
        heap.done = true;
        try {
            sampler.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (kept == null) {
            throw new IllegalStateException("the work made nothing");
        }
        return heap.most() - before;
    }

    private synchronized int count() {
        return samples;
    }

    private synchronized long most() {
        return most;
    }

    private synchronized void note(long bytes) {
        most = Math.max(most, bytes);
        samples++;
    }

    private void sample() {
        while (!done) {
            long begin = System.nanoTime();
            note(left());
            long rest = Math.max(1, REST * (System.nanoTime() - begin) / 1_000_000);
            try {
                Thread.sleep(rest);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Bytes that a full collection left, as it ended: the work goes on while this is read. */
    private static long left() {
        System.gc();
        long bytes = 0;
        for (GarbageCollectorMXBean bean : ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class)) {
            GcInfo last = bean.getLastGcInfo();
            if (last != null && bean.getName().equals(FULL)) {
                for (String pool : HEAP) {
                    MemoryUsage after = last.getMemoryUsageAfterGc().get(pool);
                    bytes += after == null ? 0 : after.getUsed();
                }
            }
        }
        if (bytes == 0) {
            throw new IllegalStateException("no full collection is reported; run with -XX:+UseSerialGC");
        }
        return bytes;
    }
}
