package org.c4igateway.history;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.c4igateway.core.watch.PacedWarning;

/**
 * What the log says of a domain: a fixed text once for each topic, and of what others can cause in any number and form
 * one a minute. Thread-safe.
 */
final class DomainWarnings {
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Consumer<String> log;
    private final PacedWarning pace;

    /**
     * @param log takes a line
     * @param nanos a clock that is never set
     */
    DomainWarnings(Consumer<String> log, LongSupplier nanos) {
        this.log = log;
        this.pace = new PacedWarning(nanos);
    }

    /**
     * Once for each, because it may happen for every sample.
     *
     * @param about a topic that is kept, or something else of this process
     * @param what one of few texts: it is remembered for ever
     */
    void once(String about, String what) {
        if (told.add(about + what)) {
            log.accept(about + ": " + what);
        }
    }

    /** @param what any text; it is not remembered */
    void paced(String about, String what) {
        pace.next()
                .ifPresent(
                        others -> log.accept(about + ": " + what + "; " + others + " others since the last such line"));
    }
}
