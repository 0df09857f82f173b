package org.c4igateway.wan.gateway;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.journal.DiskJournal;
import org.c4igateway.wan.lan.SiteLan;
import org.c4igateway.wan.route.Router;
import org.c4igateway.wan.route.RouterIdentity;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.LinkTrace;

/** A gateway between a site's domain and its links. Created once, closed once. */
public final class WanGateway implements AutoCloseable {
    /** Names of the threads without which nothing is carried. */
    public static final Set<String> CARRYING = Set.of(GatewayLoop.NAME, SiteLan.OUTPUT);

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SNAPSHOT_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final int SAMPLE_OVERHEAD_BYTES = 256;

    private final String site;
    private final FrameWire.Joining joining;
    private final long incarnation;
    private final MeterRegistry registry;
    private final Loops loops;
    private final GatewayLoop loop;
    private final SiteLan lan;
    private final Router router;
    private final Map<String, OpenLink> lines = new TreeMap<>();
    private final RouteMeters routeMeters;
    private volatile List<LinkStatus> statuses = List.of();
    private volatile List<TransportAlarm> alarms = List.of();
    private long tickNanos;
    private long snapshotNanos;
    /** A peer came or went since the snapshot. */
    private boolean stale;

    /** A link with its wire and meters. */
    private record OpenLink(FrameLink link, FrameWire wire, LinkMeters meters) {
        void close() {
            wire.close();
            link.close();
            meters.close();
        }
    }

    /**
     * Joins the site's domain and those of the links; nothing is carried before {@link #start}.
     *
     * @param incarnation differs for each start
     * @param trace follows messages over the links
     * @param loops show whether its threads turn
     * @throws org.c4igateway.dds.api.DdsException when a domain cannot be joined
     */
    public WanGateway(
            WanSpec spec, long incarnation, MeterRegistry registry, LinkTrace trace, InstantSource time, Loops loops) {
        this.site = spec.site();
        this.joining = new FrameWire.Joining(spec.provider(), spec.site(), spec.marks(), loops);
        this.incarnation = incarnation;
        this.registry = registry;
        this.loops = loops;
        this.loop = new GatewayLoop(time, this::beat, loops);
        ClockReading now = loop.now();
        this.lan = new SiteLan(
                SiteLan.Domain.of(spec.lan(), spec.maxLanBytes()), spec.catalogue(), registry, fromLan(), loops);
        this.router = new Router(new RouterIdentity(site, incarnation), spec.catalogue(), lan, tally(trace), now);
        this.routeMeters = new RouteMeters(registry, this::alarms, router::notAdmitted);
        try {
            spec.links().forEach(link -> open(link, resources(link), now));
        } catch (RuntimeException e) {
            lines.values().forEach(OpenLink::close);
            lan.close();
            throw e;
        }
    }

    private LanToRouter fromLan() {
        Counter overrun = registry.counter("c4i.wan.lan.overrun");
        return new LanToRouter(loop, () -> router, overrun::increment);
    }

    private GatewayTally tally(LinkTrace trace) {
        return new GatewayTally(
                registry, trace, link -> Optional.ofNullable(lines.get(link)).map(OpenLink::meters));
    }

    private LinkResources resources(LinkSpec spec) {
        return new LinkResources(
                spec, () -> wire(spec), () -> DiskJournal.open(spec.journal().orElseThrow(), spec.name(), loops));
    }

    /** @param resources are the link's from now on, or closed */
    private void open(LinkSpec spec, LinkResources resources, ClockReading now) {
        List<Long> dictionaries = CompressionDictionary.shipped().stream()
                .map(CompressionDictionary::identity)
                .toList();
        Hello self = new Hello(site, incarnation, router.catalogueIdentity(), dictionaries, List.of());
        Deque<Runnable> undo = new ArrayDeque<>(List.of(resources::close));
        try {
            resources.complete();
            LinkMeters meters =
                    new LinkMeters(registry, spec.name(), spec.place().sites());
            undo.push(meters::close);
            FrameLink.LinkContext context = new FrameLink.LinkContext(
                    router, resources.wire(), meters, resources.journal(), () -> stale = true);
            FrameLink link = new FrameLink(spec, self, context, now);
            undo.clear();
            lines.put(spec.name(), new OpenLink(link, resources.wire(), meters));
            router.addLink(spec.name(), link, spec.policy(), spec.hold().toNanos(), now);
        } catch (RuntimeException e) {
            undo.forEach(Runnable::run);
            throw e;
        }
    }

    private FrameWire wire(LinkSpec spec) {
        BiConsumer<String, byte[]> take = (peer, body) -> {
            if (!loop.offer(then -> received(spec.name(), peer, body, then), body.length + SAMPLE_OVERHEAD_BYTES)) {
                LinkMeters.overrun(registry, spec.name());
            }
        };
        return new FrameWire(joining, spec, take, () -> {
            var _ = loop.repeat(then -> found(spec.name())); // without room the link greets in its own time
        });
    }

    private void found(String link) {
        OpenLink line = lines.get(link);
        if (line != null) {
            line.link().found();
        }
    }

    private void received(String link, String peer, byte[] body, ClockReading now) {
        OpenLink line = lines.get(link);
        if (line != null) {
            line.link().receive(peer, body, now);
        }
    }

    /** Starts carrying. */
    public void start() {
        loop.start();
        lan.start();
    }

    /**
     * Brings links and their policies up to date; site and domain stay. Blocks until done.
     *
     * @throws IllegalStateException naming each link that cannot be opened; the others are up to date then, and what
     *     ran under its name runs as before
     */
    public void apply(List<LinkSpec> links) {
        loop.call(now -> change(links, now));
    }

    private void change(List<LinkSpec> links, ClockReading now) {
        List<String> names = links.stream().map(LinkSpec::name).toList();
        for (String name : List.copyOf(lines.keySet())) {
            if (!names.contains(name)) {
                remove(name, now);
            }
        }
        Map<String, RuntimeException> failures = new TreeMap<>();
        for (LinkSpec spec : links) {
            try {
                change(spec, now);
            } catch (RuntimeException e) {
                failures.put(spec.name(), e);
            }
        }
        if (!failures.isEmpty()) {
            IllegalStateException failure = new IllegalStateException(failures.entrySet().stream()
                    .map(each -> each.getKey() + ": " + each.getValue().getMessage())
                    .collect(Collectors.joining("; ")));
            failures.values().forEach(failure::addSuppressed);
            throw failure;
        }
    }

    private void change(LinkSpec spec, ClockReading now) {
        OpenLink line = lines.get(spec.name());
        if (line == null) {
            open(spec, resources(spec), now);
        } else if (spec.isOpenAs(line.link().spec())) {
            line.link().use(spec);
            router.policy(spec.name(), spec.policy(), spec.hold().toNanos(), now);
        } else {
            replace(line.link(), spec, now);
        }
    }

    /** What can fail comes before the running link ends; where it fails after that, the link is opened as it was. */
    private void replace(FrameLink running, LinkSpec spec, ClockReading now) {
        LinkSpec former = running.spec();
        LinkResources resources = resources(spec);
        resources.prepare(former, running.journal().snapshot(now.epochNanos()));
        remove(former.name(), now);
        try {
            open(spec, resources, now);
        } catch (RuntimeException e) {
            try {
                open(former, resources(former), now);
            } catch (RuntimeException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    private void remove(String name, ClockReading now) {
        if (lines.containsKey(name)) {
            router.removeLink(name, now); // counts by the link's meters
            Objects.requireNonNull(lines.remove(name)).close();
        }
    }

    /** State of each link, by name; at most a second old, and of now when a peer came or went. */
    public List<LinkStatus> links() {
        return statuses;
    }

    /** Present alarms; at most a second old. */
    public List<TransportAlarm> alarms() {
        return alarms;
    }

    private long beat(ClockReading now) {
        if (now.nanos() - tickNanos >= 0) {
            tickNanos = now.nanos() + TICK_NANOS;
            router.tick(now);
            lan.review();
        }
        boolean again = true;
        while (again) {
            again = false;
            for (OpenLink line : lines.values()) {
                again |= line.link().work(now);
            }
        }
        if (stale || now.nanos() - snapshotNanos >= 0) {
            stale = false;
            snapshotNanos = now.nanos() + SNAPSHOT_NANOS;
            snapshot(now);
        }
        long wake = tickNanos;
        for (OpenLink line : lines.values()) {
            wake = Math.min(wake, line.link().wakeNanos(now));
        }
        return wake;
    }

    private void snapshot(ClockReading now) {
        List<LinkStatus> links = new ArrayList<>();
        List<TransportAlarm> current = new ArrayList<>(router.alarms());
        current.addAll(lan.alarms());
        for (OpenLink line : lines.values()) {
            LinkStatus status = line.link().status(now);
            line.meters().show(status);
            line.wire().alarm().ifPresent(current::add);
            line.link().alarm(now).ifPresent(current::add);
            links.add(status);
        }
        statuses = List.copyOf(links);
        alarms = List.copyOf(current);
    }

    /** Withdraws the announcements of far systems and leaves all domains. */
    @Override
    public void close() {
        routeMeters.close();
        loop.force(now -> router.close());
        loop.close();
        lines.values().forEach(OpenLink::close);
        lan.close();
    }
}
