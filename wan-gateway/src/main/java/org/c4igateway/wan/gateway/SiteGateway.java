package org.c4igateway.wan.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.wan.lan.SiteLan;

/** A gateway between a site's domain and its links. Created once, closed once. */
public sealed interface SiteGateway extends AutoCloseable permits WanGateway, RelayGateway {
    /** Names of the threads without which nothing is carried. */
    Set<String> CARRYING = Set.of(GatewayLoop.NAME, SiteLan.OUTPUT);

    /**
     * Joins the site's domain and those of the links; nothing is carried before {@link #start}.
     *
     * @param incarnation differs for each start
     * @param loops show whether its threads turn
     * @throws org.c4igateway.dds.api.DdsException when a domain cannot be joined
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when a journal cannot be used
     */
    static SiteGateway open(WanSpec spec, long incarnation, MeterRegistry registry, InstantSource time, Loops loops) {
        return switch (spec.mode()) {
            case FRAMES -> new WanGateway(spec, incarnation, registry, time, loops);
            case RELAY -> new RelayGateway(spec, incarnation, registry, time, loops);
        };
    }

    /** Configuration for joining a link's domain, for a check beforehand. */
    static DomainConfig domain(LinkSpec link) {
        return FrameWire.domain(link);
    }

    /** Starts carrying. */
    void start();

    /** Brings links and their policies up to date; site and domain stay. Blocks until done. */
    void apply(List<LinkSpec> links);

    /** State of each link, by name; at most a second old. Empty in relay mode. */
    List<LinkStatus> links();

    /** Present alarms; at most a second old. In relay mode those of the site's domain only. */
    List<TransportAlarm> alarms();

    /** Withdraws the announcements of far systems and leaves all domains. */
    @Override
    void close();
}
