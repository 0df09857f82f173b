package org.c4igateway.dds.api.provider;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The peers of a participant with their addresses at the instant when it joins. A library looks names up once, and
 * Cyclone DDS 11 aborts the process when one has no address: the server of names is not up yet, or the pod of the peer
 * has not been made. A name without an address is left out. The peer finds this participant, if it lists it in turn.
 * Otherwise, and when both came up without names, nobody would find anybody: as long as no other participant is known,
 * the names are looked up again, and the first one that has an address is an event. Only a new participant uses it.
 */
public final class PeerNames implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerNames.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    /** Of one name. */
    private static final int MAX_ADDRESSES = 16;
    /** A library that knows no peer and may not use multicast still has its own host. */
    private static final String OWN_HOST = "127.0.0.1";

    /** A name and perhaps a port. Addresses of IPv6 have more than one colon. */
    private static final Pattern NAME = Pattern.compile("([^:\\[\\]]*[^:\\[\\]0-9.][^:\\[\\]]*)(:[0-9]+)?");

    private final Function<String, List<String>> lookUp;
    private final List<String> addresses = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private Optional<ScheduledExecutorService> timer = Optional.empty();

    private PeerNames(List<String> peers, Function<String, List<String>> lookUp) {
        this.lookUp = lookUp;
        for (String peer : peers) {
            Matcher matcher = NAME.matcher(peer);
            if (!matcher.matches()) {
                addresses.add(peer);
                continue;
            }
            List<String> found = lookUp.apply(matcher.group(1));
            String port = Optional.ofNullable(matcher.group(2)).orElse("");
            found.stream().limit(MAX_ADDRESSES).forEach(address -> addresses.add(address + port));
            if (found.isEmpty()) {
                unknown.add(matcher.group(1));
            }
        }
        if (addresses.isEmpty() && !peers.isEmpty()) {
            addresses.add(OWN_HOST);
        }
    }

    /** Looks up all names among the peers; blocks as long as the resolver does. */
    public static PeerNames lookUp(List<String> peers) {
        PeerNames names = of(peers, PeerNames::resolve);
        for (String name : names.unknown) {
            LOG.warn(
                    "Peer {} has no address now and is left out. It finds this participant if it lists it among its own peers",
                    name);
        }
        return names;
    }

    static PeerNames of(List<String> peers, Function<String, List<String>> lookUp) {
        return new PeerNames(peers, lookUp);
    }

    private static List<String> resolve(String name) {
        try {
            return Stream.of(InetAddress.getAllByName(name))
                    .filter(Inet4Address.class::isInstance)
                    .map(InetAddress::getHostAddress)
                    .toList();
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    /** @return addresses of all peers that have one, with their ports; not empty unless there are no peers */
    public List<String> addresses() {
        return List.copyOf(addresses);
    }

    /**
     * Begins to look again, if a name had no address.
     *
     * @param alone whether no other participant is known; asked by a thread of this object
     */
    public void watch(BooleanSupplier alone, DdsEventListener events) {
        if (unknown.isEmpty()) {
            return;
        }
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("dds-peers").factory());
        timer = Optional.of(started);
        var _ = started.scheduleWithFixedDelay(
                () -> look(alone, events), INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** One look; one that fails is followed by the next. */
    void look(BooleanSupplier alone, DdsEventListener events) {
        try {
            lookNow(alone, events);
        } catch (RuntimeException e) {
            LOG.warn(
                    "The look for peers without an address failed, and is done again in {} s", INTERVAL.toSeconds(), e);
        }
    }

    private void lookNow(BooleanSupplier alone, DdsEventListener events) {
        if (!alone.getAsBoolean()) {
            return;
        }
        for (String name : unknown) {
            List<String> found = lookUp.apply(name);
            if (!found.isEmpty()) {
                timer.ifPresent(ScheduledExecutorService::shutdown);
                events.onEvent(new DdsEvent.PeerFound("", name + ", " + found.getFirst()));
                return;
            }
        }
    }

    @Override
    public void close() {
        timer.ifPresent(ScheduledExecutorService::shutdownNow);
    }
}
