package org.c4igateway.wan.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.c4igateway.app.trace.PassageTrace;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.api.NotPermittedException;
import org.c4igateway.dds.api.UnsupportedSettingException;
import org.c4igateway.dds.transport.CredentialHealth;
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
 * Life of a WAN gateway: reads the file, runs the gateway, and lets {@link WanReload} look each second whether the file
 * or a key file has changed.
 */
final class WanService implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(WanService.class);
    private static final long LOOK_SECONDS = 1;

    private final MeterRegistry meters;
    private final InstantSource time;
    private final Loops loops;
    private final Consumer<GatewayException> onHang;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("c4i-wan-file").factory());
    private final WanReload reload;
    private @Nullable WanGateway gateway;
    private Optional<PassageTrace> traces = Optional.empty();
    private Optional<CredentialHealth> credentials = Optional.empty();
    /** Used by the watch only. */
    private boolean told;

    /** @param onHang stops the process when a thread of the gateway hangs */
    WanService(WanFile file, MeterRegistry meters, InstantSource time, Loops loops, Consumer<GatewayException> onHang) {
        this.loops = loops;
        this.onHang = onHang;
        this.reload = new WanReload(file, meters);
        this.meters = meters;
        this.time = time;
    }

    @Override
    public synchronized void start() {
        WanSpec first = reload.first();
        new WanCheck(first).require(time.instant());
        WanProperties read = reload.inUse();
        read.links().forEach((name, link) -> {
            if (link.insecure()) {
                LOG.warn("Link {} is INSECURE: no encryption, and datagrams of any sender are accepted", name);
            }
        });
        traces = PassageTrace.open(String.valueOf(read.site()), read.traces(), meters, time);
        WanGateway opened = openTraced(first);
        credentials = CredentialHealth.of(first.lan(), time);
        credentials.ifPresent(each -> each.bindTo(meters));
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
        if (gateway != null) {
            reload.look(gateway::apply);
        }
    }

    /** What is carried, by link; empty while stopped. */
    synchronized List<LinkStatus> links() {
        return gateway == null ? List.of() : gateway.links();
    }

    /** Present alarms as text; empty while stopped. */
    synchronized List<String> alarms() {
        if (gateway == null) {
            return List.of();
        }
        return Stream.concat(
                        reload.alarms().stream(),
                        gateway.alarms().stream().map(alarm -> alarm.code().code() + " " + alarm.detail()))
                .toList();
    }

    /** Until when the gateway's identity in the site's domain is valid; empty in a domain without DDS Security. */
    synchronized Optional<Health> credentials() {
        return credentials.map(CredentialHealth::health);
    }

    /** Name of the site; empty while stopped. */
    synchronized String site() {
        return gateway == null ? "" : String.valueOf(reload.inUse().site());
    }

    @Override
    public void stop() {
        watch.shutdownNow();
        WanGateway running;
        synchronized (this) {
            running = gateway;
            gateway = null;
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
