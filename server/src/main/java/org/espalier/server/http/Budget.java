package org.espalier.server.http;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that all bodies together may have in memory, so that many large requests at once cannot fill the heap. */
final class Budget {
    private final long most;
    private final AtomicLong used = new AtomicLong();

    Budget(long most) {
        this.most = most;
    }

    Share share() {
        return new Share();
    }

    /** What one request takes of it. */
    final class Share implements AutoCloseable {
        private long taken;

        void take(long bytes) {
            if (used.addAndGet(bytes) > most) {
                used.addAndGet(-bytes);
                throw Problem.later(
                        503,
                        "the bodies of the requests in work have more than " + most + " bytes already; try again",
                        1);
            }
            taken += bytes;
        }

        @Override
        public void close() {
            used.addAndGet(-taken);
            taken = 0;
        }
    }
}
