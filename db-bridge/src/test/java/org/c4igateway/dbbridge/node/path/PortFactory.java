package org.c4igateway.dbbridge.node.path;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.topics.TopicCatalogue;

/** Transports that open only while their port is free, with what they were told. */
class PortFactory implements TransportFactory {
    /** Of those that have opened, in order. */
    final List<TransportContext> contexts = new CopyOnWriteArrayList<>();

    private final TransportFactory carrier;
    private final Predicate<SystemName> isFree;

    /** @param isFree whether the port is free for the node with that address */
    PortFactory(TransportFactory carrier, Predicate<SystemName> isFree) {
        this.carrier = carrier;
        this.isFree = isFree;
    }

    @Override
    public String name() {
        return carrier.name();
    }

    @Override
    public void check(Set<SystemName> peers, TopicCatalogue catalogue, Instant now) {
        carrier.check(peers, catalogue, now);
    }

    @Override
    public Transport open(TransportContext context) {
        if (!isFree.test(context.self())) {
            throw new GatewayException.Fatal(ErrorCode.PORT_IN_USE, "the port is in use", "Free it.", null);
        }
        Transport opened = carrier.open(context);
        contexts.add(context);
        return opened;
    }

    @Override
    public boolean takesNewcomers() {
        return carrier.takesNewcomers();
    }
}
