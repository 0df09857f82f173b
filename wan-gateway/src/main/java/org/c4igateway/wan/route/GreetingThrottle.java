package org.c4igateway.wan.route;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.c4igateway.dds.transport.presence.Greeting;

/**
 * Passes a greeting once and its repetitions more and more rarely. Nodes greet ten times a second until they get an
 * answer, which would fill a narrow link with a long round trip. One that a receiver has asked for passes at once.
 * Bounded: forgets the oldest. No {@link org.c4igateway.core.fault.BackOff}: it waits for many greetings at once, by
 * the clock of the router.
 */
final class GreetingThrottle {
    private static final int MAX_KNOWN = 4_096;
    private static final long FIRST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Map<Key, Wait> waits = new LinkedHashMap<>();

    private record Key(String link, String from, String to, long incarnation) {
        boolean isAskedForBy(Greeting again) {
            return from.equals(again.to().value()) && to.equals(again.from().value());
        }
    }

    private record Wait(long untilNanos, long lengthNanos) {}

    /** @return whether the greeting may pass the link now; an answer or complaint always may */
    boolean admits(String link, Greeting greeting, long nowNanos) {
        if (greeting.kind() != Greeting.Kind.HELLO) {
            return true;
        }
        Key key = new Key(link, greeting.from().value(), greeting.to().value(), greeting.incarnation());
        Wait wait = waits.get(key);
        if (wait != null && nowNanos - wait.untilNanos() < 0) {
            return false;
        }
        long length = wait == null ? FIRST_WAIT_NANOS : Math.min(LONGEST_WAIT_NANOS, 2 * wait.lengthNanos());
        waits.put(key, new Wait(nowNanos + length, length));
        if (waits.size() > MAX_KNOWN) {
            waits.remove(waits.keySet().iterator().next());
        }
        return true;
    }

    /** A receiver asks for another HELLO: that one passes at once. */
    void asked(Greeting again) {
        waits.keySet().removeIf(key -> key.isAskedForBy(again));
    }

    /** A system restarted or its route changed: all greetings pass again at once. */
    void reset() {
        waits.clear();
    }
}
