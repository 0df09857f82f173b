package org.c4igateway.wan.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.function.Function;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.LinkTrace;
import org.c4igateway.wan.route.outlet.RouteTally;

/** Counts by the meters of the links that are open. Used by the router's thread. */
final class GatewayTally implements RouteTally {
    private final MeterRegistry registry;
    private final LinkTrace trace;
    private final Function<String, Optional<LinkMeters>> links;

    /** @param links meters of a link by its name; empty when it is closed */
    GatewayTally(MeterRegistry registry, LinkTrace trace, Function<String, Optional<LinkMeters>> links) {
        this.registry = registry;
        this.trace = trace;
        this.links = links;
    }

    @Override
    public LinkTrace trace() {
        return trace;
    }

    @Override
    public void nodeIgnored() {
        registry.counter("c4i.wan.lan.nodes.ignored").increment();
    }

    @Override
    public void discarded(String link, Discard reason, Precedence precedence) {
        links.apply(link).ifPresent(meters -> meters.discarded(reason, precedence));
    }

    @Override
    public void refused(String link, Precedence precedence) {
        links.apply(link).ifPresent(meters -> meters.given(precedence));
    }
}
