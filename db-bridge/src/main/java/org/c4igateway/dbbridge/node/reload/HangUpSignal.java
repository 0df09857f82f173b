package org.c4igateway.dbbridge.node.reload;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGHUP, which ends a JVM that does not ask for it. The JDK offers signals in its module {@code jdk.unsupported} only,
 * which the compiler warns of; therefore by reflection. Where there is no such signal, as on Windows, nothing happens.
 */
final class HangUpSignal {
    private static final Logger LOG = LoggerFactory.getLogger(HangUpSignal.class);

    private HangUpSignal() {}

    /** @param task called on a thread of the JVM for each signal; must not block. Replaces an earlier task */
    static void call(Runnable task) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            MethodHandle run = MethodHandles.lookup()
                    .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                    .bindTo(task);
            Object called =
                    MethodHandleProxies.asInterfaceInstance(handler, MethodHandles.dropArguments(run, 0, signal));
            Object hangUp = signal.getConstructor(String.class).newInstance("HUP");
            var _ = signal.getMethod("handle", signal, handler).invoke(null, hangUp, called);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.info("SIGHUP does not reload here; './c4i reload' does");
            LOG.debug("no SIGHUP", e);
        }
    }
}
