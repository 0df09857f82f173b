package org.c4igateway.wan.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.c4igateway.app.trace.PassageTrace;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.api.NotPermittedException;
import org.c4igateway.dds.api.UnsupportedSettingException;
import org.c4igateway.dds.transport.CredentialHealth;
import org.c4igateway.wan.app.WanProperties.LinkProperties;
import org.c4igateway.wan.gateway.LinkStatus;
import org.c4igateway.wan.gateway.WanGateway;
import org.c4igateway.wan.gateway.WanSpec;
import org.c4igateway.wan.route.outlet.LinkTrace;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.context.SmartLifecycle;

/**
 * Life of a WAN gateway: reads the file, runs the gateway, looks each second whether the file or a key file has
 * changed, and then brings the links up to date and logs what differs. A wrong file changes nothing and is logged once.
 * A link that cannot be opened, because its port is taken or its interface is missing, is logged once and tried each
 * second.
 */
final class WanService implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(WanService.class);
    private static final long LOOK_SECONDS = 1;

    private final WanFile file;
    private final MeterRegistry meters;
    private final InstantSource time;
    private final Loops loops;
    private final Consumer<GatewayException> onHang;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("c4i-wan-file").factory());
    private @Nullable WanProperties properties;
    private @Nullable WanGateway gateway;
    private Optional<PassageTrace> traces = Optional.empty();
    private @Nullable Seen seen;
    private @Nullable Wanted wanted;
    private Optional<CredentialHealth> credentials = Optional.empty();
    /** Which links cannot be opened, and why; empty for none. */
    private String complaint = "";
    /** Why the last file is not used; empty when it is. */
    private String refusal = "";
    /** Used by the watch only. */
    private boolean told;

    /** Sums of what was read: of the file before it was read, and of its key files before they were. */
    private record Seen(long file, long keys) {}

    /** Configuration that the links do not use yet. */
    private record Wanted(WanProperties properties, WanSpec spec) {}

    /** @param onHang stops the process when a thread of the gateway hangs */
    WanService(WanFile file, MeterRegistry meters, InstantSource time, Loops loops, Consumer<GatewayException> onHang) {
        this.loops = loops;
        this.onHang = onHang;
        this.file = file;
        this.meters = meters;
        this.time = time;
    }

    @Override
    public synchronized void start() {
        Wanted first = read();
        new WanCheck(first.spec()).require(time.instant());
        WanProperties read = first.properties();
        read.links().forEach((name, link) -> {
            if (link.insecure()) {
                LOG.warn("Link {} is INSECURE: no encryption, and datagrams of any sender are accepted", name);
            }
        });
        traces = PassageTrace.open(String.valueOf(read.site()), read.traces(), meters, time);
        WanGateway opened = openTraced(first.spec());
        credentials = CredentialHealth.of(first.spec().lan(), time);
        credentials.ifPresent(each -> each.bindTo(meters));
        properties = read;
        gateway = opened;
        LOG.info("Site {} has links {}", read.site(), read.links().keySet());
        Loop loop = loops.add("wan-configuration", Duration.ofMinutes(5));
        var _ = watch.scheduleWithFixedDelay(() -> loop.turn(this::look), LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
        var _ = watch.scheduleWithFixedDelay(this::lookForHanging, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    /** A gateway that does not open leaves no exporter of traces behind. */
    private WanGateway openTraced(WanSpec spec) {
        try {
            return open(spec);
        } catch (RuntimeException e) {
            traces.ifPresent(PassageTrace::close);
            throw e;
        }
    }

    /** Far systems may write and read any topic, so the gateway that speaks for them has to be permitted all. */
    private WanGateway open(WanSpec spec) {
        try {
            LinkTrace trace =
                    traces.<LinkTrace>map(each -> new GatewayTrace(each, time)).orElse(LinkTrace.NONE);
            WanGateway opened = new WanGateway(spec, time.millis(), meters, trace, time, loops);
            try {
                opened.start();
            } catch (RuntimeException e) {
                opened.close();
                throw e;
            }
            return opened;
        } catch (NotPermittedException e) {
            throw WanFault.of(
                    "c4i.wan.lan.security.directory: " + e.getMessage(),
                    "Let the gateway write and read all topics, as './c4i security init --system " + spec.site()
                            + "' does.",
                    e);
        } catch (UnsupportedSettingException e) {
            throw WanFault.of("c4i.wan: " + e.getMessage(), e.remedy(), e);
        }
    }

    /** A gateway that carries nothing is of no use; its supervisor starts another. */
    private void lookForHanging() {
        for (LoopState state : loops.states()) {
            if (WanGateway.CARRYING.contains(state.name()) && !state.alive() && !told) {
                told = true;
                onHang.accept(new GatewayException.Fatal(
                        ErrorCode.DEFECT,
                        "'" + state.name() + "' has not turned for "
                                + state.silence().toSeconds() + " s",
                        "Restart the process and report what its threads do",
                        null));
            }
        }
    }

    private synchronized void look() {
        if (properties != null && gateway != null) {
            readChange(properties);
            apply(properties, gateway);
        }
    }

    private void readChange(WanProperties current) {
        try {
            WanProperties newest = wanted == null ? current : wanted.properties();
            Seen now = new Seen(sum(List.of(file.path())), sum(keyFiles(newest)));
            if (!now.equals(seen) || !refusal.isEmpty()) {
                seen = now;
                Wanted read = read();
                new WanCheck(read.spec()).requireLinks();
                wanted = read;
                complaint = "";
                refusal = "";
            }
        } catch (GatewayException e) {
            refused(String.valueOf(e.getMessage()), null);
        } catch (RuntimeException e) {
            refused(e.toString(), e);
        }
    }

    /** It is read again at each look, because a right or another file may be what is missing. */
    private void refused(String why, @Nullable RuntimeException defect) {
        if (!why.equals(refusal)) {
            LOG.error("The changed configuration is not used: {}", why, defect);
        }
        refusal = why;
    }

    private Wanted read() {
        long sum = sum(List.of(file.path()));
        WanProperties read = file.read();
        seen = new Seen(sum, sum(keyFiles(read)));
        return new Wanted(read, WanFile.spec(read));
    }

    private void apply(WanProperties current, WanGateway running) {
        Wanted next = wanted;
        if (next == null) {
            return;
        }
        try {
            running.apply(next.spec().links());
        } catch (RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(complaint)) {
                LOG.error("A link cannot be opened. The gateway tries again each second: {}", why);
            }
            LOG.debug("A link cannot be opened", e);
            complaint = why;
            return;
        }
        properties = next.properties();
        wanted = null;
        tellDifference(current, next.properties());
    }

    private static void tellDifference(WanProperties old, WanProperties read) {
        if (!isSameSite(old, read)) {
            LOG.warn(
                    "Site, domain, catalogue, marks and traces are read at the start only; restart the gateway to change them");
        }
        List<String> differences = WanDifference.lines(old, read);
        LOG.info("Configuration reloaded{}", differences.isEmpty() ? ": keys only" : ":");
        differences.forEach(line -> LOG.info("  {}", line));
    }

    private static boolean isSameSite(WanProperties a, WanProperties b) {
        return Objects.equals(a.site(), b.site())
                && a.lan().equals(b.lan())
                && Objects.equals(a.catalogue(), b.catalogue())
                && a.maxLan().equals(b.maxLan())
                && a.provider().equals(b.provider())
                && a.dscp().equals(b.dscp())
                && a.traces().equals(b.traces());
    }

    private static List<Path> keyFiles(WanProperties of) {
        return of.links().values().stream()
                .map(LinkProperties::keys)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Changes with the contents of the files; one that is missing counts as such. */
    private static long sum(List<Path> paths) {
        CRC32C sum = new CRC32C();
        for (Path path : paths) {
            try {
                sum.update(Files.exists(path) ? Files.readAllBytes(path) : new byte[] {0});
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sum.getValue();
    }

    /** What is carried, by link; empty while stopped. */
    synchronized List<LinkStatus> links() {
        return gateway == null ? List.of() : gateway.links();
    }

    /** Present alarms as text; empty while stopped. */
    synchronized List<String> alarms() {
        return gateway == null
                ? List.of()
                : gateway.alarms().stream()
                        .map(alarm -> alarm.code().code() + " " + alarm.detail())
                        .toList();
    }

    /** Until when the gateway's identity in the site's domain is valid; empty in a domain without DDS Security. */
    synchronized Optional<Health> credentials() {
        return credentials.map(CredentialHealth::health);
    }

    /** Name of the site; empty while stopped. */
    synchronized String site() {
        return properties == null ? "" : String.valueOf(properties.site());
    }

    @Override
    public void stop() {
        watch.shutdownNow();
        WanGateway running;
        synchronized (this) {
            running = gateway;
            gateway = null;
            properties = null;
            wanted = null;
        }
        if (running != null) {
            running.close();
        }
        traces.ifPresent(PassageTrace::close);
    }

    @Override
    public synchronized boolean isRunning() {
        return gateway != null;
    }
}
