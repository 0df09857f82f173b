package org.c4igateway.wan.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.wan.app.WanProperties.LinkProperties;
import org.c4igateway.wan.gateway.LinkStatus;
import org.c4igateway.wan.gateway.SiteGateway;
import org.c4igateway.wan.gateway.WanSpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Life of a WAN gateway: reads the file, runs the gateway, looks each second whether the file or a key file has changed, and
 * then brings the links up to date and logs what differs. A file that is wrong changes nothing and is complained about once. A
 * link that cannot be opened, because its port is taken or its interface missing, is complained about once and tried each second.
 */
final class WanService implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(WanService.class);
    private static final long LOOK_SECONDS = 1;

    private final WanFile file;
    private final MeterRegistry meters;
    private final InstantSource time;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("c4i-wan-file").factory());
    private @Nullable WanProperties properties;
    private @Nullable SiteGateway gateway;
    private long fingerprint;
    private boolean incomplete;

    WanService(WanFile file, MeterRegistry meters, InstantSource time) {
        this.file = file;
        this.meters = meters;
        this.time = time;
    }

    @Override
    public synchronized void start() {
        WanProperties read = file.read();
        WanSpec spec = WanFile.spec(read);
        read.links().forEach((name, link) -> {
            if (link.insecure()) {
                LOG.warn("Link {} is INSECURE: it sends in clear and believes everybody", name);
            }
        });
        fingerprint = fingerprint(read);
        SiteGateway opened = SiteGateway.open(spec, time.millis(), meters, time);
        opened.start();
        properties = read;
        gateway = opened;
        LOG.info("Site {} has links {} in mode {}", read.site(), read.links().keySet(), read.mode());
        var _ = watch.scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    private synchronized void look() {
        WanProperties current = properties;
        if (current == null) {
            return;
        }
        boolean again = incomplete;
        try {
            long now = fingerprint(current);
            if (now != fingerprint) {
                fingerprint = now;
                again = false;
                reload(current);
            } else if (incomplete) {
                reload(current);
            }
        } catch (RuntimeException e) {
            complain(again, e);
        }
    }

    private void complain(boolean again, RuntimeException e) {
        String remedy = incomplete
                ? "A link cannot be opened; it is tried each second"
                : "The changed configuration is not used";
        if (again && incomplete) {
            LOG.debug("{}", remedy, e);
        } else if (e instanceof GatewayException) {
            LOG.error("{}: {}", remedy, e.getMessage());
        } else {
            LOG.error("{}", remedy, e);
        }
    }

    private void reload(WanProperties current) {
        incomplete = false;
        WanProperties read = file.read();
        WanSpec spec = WanFile.spec(read);
        List<String> differences = WanDifference.lines(current, read);
        if (!isSameSite(current, read)) {
            LOG.warn("Site, mode, domain and catalogue are read at the start only; restart the gateway to change them");
        }
        incomplete = true;
        Objects.requireNonNull(gateway).apply(spec.links());
        incomplete = false;
        properties = read;
        fingerprint = fingerprint(read);
        LOG.info("Configuration read again{}", differences.isEmpty() ? ": keys only" : ":");
        differences.forEach(line -> LOG.info("  {}", line));
    }

    private static boolean isSameSite(WanProperties a, WanProperties b) {
        return Objects.equals(a.site(), b.site())
                && a.lan().equals(b.lan())
                && Objects.equals(a.catalogue(), b.catalogue())
                && a.maxLan().equals(b.maxLan())
                && a.provider().equals(b.provider())
                && a.mode() == b.mode();
    }

    /** Changes with the contents of the file and of every key file. */
    private long fingerprint(WanProperties of) {
        CRC32C sum = new CRC32C();
        add(file.path(), sum);
        for (LinkProperties link : of.links().values()) {
            Path keys = link.keys();
            if (keys != null) {
                add(keys, sum);
            }
        }
        return sum.getValue();
    }

    private static void add(Path path, CRC32C sum) {
        try {
            sum.update(Files.exists(path) ? Files.readAllBytes(path) : new byte[] {0});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is carried, by link; empty while stopped. */
    synchronized List<LinkStatus> links() {
        return gateway == null ? List.of() : gateway.links();
    }

    /** How the gateway carries; empty while stopped. */
    synchronized String mode() {
        return properties == null ? "" : properties.mode().name().toLowerCase(Locale.ROOT);
    }

    /** Name of the site; empty while stopped. */
    synchronized String site() {
        return properties == null ? "" : String.valueOf(properties.site());
    }

    @Override
    public void stop() {
        watch.shutdownNow();
        SiteGateway running;
        synchronized (this) {
            running = gateway;
            gateway = null;
            properties = null;
        }
        if (running != null) {
            running.close();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return gateway != null;
    }
}
