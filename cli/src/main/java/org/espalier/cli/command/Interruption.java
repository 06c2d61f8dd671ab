package org.espalier.cli.command;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Turns Ctrl-C, SIGTERM and SIGHUP into a wish to stop; the second one ends the process at once.
 *
 * <p>A shutdown hook could not tell a second Ctrl-C from the first, so the JVM's signal class is used. It is not part of the
 * Java language's own API, hence the reflection; where it is missing, a signal ends the process as it would any other.
 */
public final class Interruption {
    private static final int SIGNAL_EXIT = 128;
    private static final Map<String, Integer> SIGNALS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    private final AtomicInteger exitCode = new AtomicInteger();

    /** From now on signals are wishes; {@code onFirst} is told of the first. */
    public void install(Runnable onFirst) {
        SIGNALS.forEach((name, number) -> handle(name, () -> {
            if (exitCode.compareAndSet(0, SIGNAL_EXIT + number)) {
                onFirst.run();
            } else {
                Runtime.getRuntime().halt(SIGNAL_EXIT + number);
            }
        }));
    }

    /** Until there is something to save, a signal ends the process at once, with the exit code that it would have anyway. */
    public void endAtOnce(Runnable onSignal) {
        SIGNALS.forEach((name, number) -> handle(name, () -> {
            onSignal.run();
            Runtime.getRuntime().exit(SIGNAL_EXIT + number);
        }));
    }

    private static void handle(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler call = (proxy, method, arguments) -> switch (method.getName()) {
                case "handle" -> {
                    action.run();
                    yield null;
                }
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> arguments != null && proxy == arguments[0];
                default -> "signal handler";
            };
            Object proxy = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, call);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (ReflectiveOperationException e) {
            // No such signal on this system, or no such class in this JVM: the signal keeps its usual effect.
            return;
        }
    }

    /** Whether the user wishes to stop. */
    public boolean isWanted() {
        return exitCode.get() != 0;
    }

    /** 128 + the signal's number; 0 when there was none. */
    public int exitCode() {
        return exitCode.get();
    }
}
