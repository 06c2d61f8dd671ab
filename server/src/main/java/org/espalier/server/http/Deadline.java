package org.espalier.server.http;

import java.util.concurrent.TimeUnit;

/** When an answer is due, and whether anybody still waits for it. Work asks it between sequences, and so ends soon after. */
public final class Deadline {
    private final long end; // System.nanoTime
    private final int seconds;
    private volatile boolean cancelled;

    private Deadline(int seconds) {
        this.seconds = seconds;
        this.end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    /** So many seconds from now. */
    public static Deadline in(int seconds) {
        return new Deadline(seconds);
    }

    /** From now on nobody waits. */
    public void cancel() {
        cancelled = true;
    }

    public long remainingNanos() {
        return cancelled ? 0 : end - System.nanoTime();
    }

    /**
     * Goes on only while somebody waits.
     *
     * @throws Problem when nobody does
     */
    public void check() {
        if (remainingNanos() <= 0) {
            throw passed();
        }
    }

    /** What is told when it has passed. */
    public Problem passed() {
        return Problem.later(
                503,
                "the request took longer than " + seconds + " seconds and was given up; ask for less at a time",
                1);
    }
}
