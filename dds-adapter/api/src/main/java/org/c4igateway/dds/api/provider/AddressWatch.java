package org.c4igateway.dds.api.provider;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.provider.LocalInterfaces.Addresses;

/**
 * Checks twice a second whether the interfaces of a participant still have the addresses with which it joined: the
 * first of each; others that an interface has besides may move to another host. A
 * library reads the addresses once. When one is gone, the library still announces it and sends from it, and an
 * interface that lost its last address has left its multicast groups. So the participant is unusable, but a new one is
 * possible only when the interfaces have an address again. Interfaces that the provider chose are unknown here and not
 * watched.
 */
public final class AddressWatch implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final Function<String, Optional<Addresses>> lookUp;
    private final DdsEventListener events;
    private final Map<String, Addresses> joined = new LinkedHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("dds-addresses").factory());
    private String gone = "";

    private AddressWatch(
            List<String> interfaces, Function<String, Optional<Addresses>> lookUp, DdsEventListener events) {
        this.lookUp = lookUp;
        this.events = events;
        interfaces.forEach(each -> lookUp.apply(each).ifPresent(found -> joined.put(each, found)));
    }

    /** Begins to watch these interfaces, given as names or addresses. */
    public static AddressWatch start(List<String> interfaces, DdsEventListener events) {
        AddressWatch watch = of(interfaces, LocalInterfaces::addresses, events);
        if (!watch.joined.isEmpty()) {
            var _ = watch.timer.scheduleWithFixedDelay(
                    watch::look, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        }
        return watch;
    }

    /** One that looks when {@link #look} is called. */
    static AddressWatch of(
            List<String> interfaces, Function<String, Optional<Addresses>> lookUp, DdsEventListener events) {
        return new AddressWatch(interfaces, lookUp, events);
    }

    /** One look. When the operating system does not answer, as without a free file descriptor, nothing is known. */
    void look() {
        Map<String, Addresses> now = new LinkedHashMap<>();
        for (String each : joined.keySet()) {
            Optional<Addresses> found = lookUp.apply(each);
            if (found.isEmpty()) {
                return;
            }
            now.put(each, found.get());
        }
        if (gone.isEmpty()) {
            joined.forEach((name, then) -> {
                if (!Objects.requireNonNull(now.get(name)).includes(then)) {
                    gone = then + " of " + name;
                }
            });
            if (!gone.isEmpty()) {
                events.onEvent(new DdsEvent.AddressGone("", gone));
            }
        }
        if (!gone.isEmpty() && now.values().stream().noneMatch(Addresses::isEmpty)) {
            timer.shutdown();
            events.onEvent(new DdsEvent.AddressChanged("", gone));
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
