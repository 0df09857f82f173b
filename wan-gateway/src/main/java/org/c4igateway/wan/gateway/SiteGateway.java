package org.c4igateway.wan.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.dds.api.DomainConfig;

/** A gateway between a site's domain and its links. Created once, closed once. */
public sealed interface SiteGateway extends AutoCloseable permits WanGateway, RelayGateway {
    /**
     * Joins the site's domain and those of the links; nothing is carried before {@link #start}.
     *
     * @param incarnation differs for each start
     * @throws org.c4igateway.dds.api.DdsException when a domain cannot be joined
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when a journal cannot be used
     */
    static SiteGateway open(WanSpec spec, long incarnation, MeterRegistry registry, InstantSource time) {
        return switch (spec.mode()) {
            case FRAMES -> new WanGateway(spec, incarnation, registry, time);
            case RELAY -> new RelayGateway(spec, incarnation, registry, time);
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

    /** Present alarms; at most a second old. Empty in relay mode. */
    List<TransportAlarm> alarms();

    /** Withdraws the announcements of far systems and leaves all domains. */
    @Override
    void close();
}
