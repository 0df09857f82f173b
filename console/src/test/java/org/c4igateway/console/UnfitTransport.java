package org.c4igateway.console;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.topics.TopicCatalogue;

/** A transport "dds" that reaches no peer, because endpoints do not match. */
record UnfitTransport(List<EndpointMismatch> mismatches) implements Transport, TransportFactory {
    private static final SendOutcome NOBODY = new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);

    @Override
    public String name() {
        return "dds";
    }

    @Override
    public void check(Set<SystemName> peers, TopicCatalogue catalogue, Instant now) {}

    @Override
    public Transport open(TransportContext context) {
        return this;
    }

    @Override
    public boolean takesNewcomers() {
        return false;
    }

    @Override
    public boolean multicast() {
        return true;
    }

    @Override
    public SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout) {
        return NOBODY;
    }

    @Override
    public SendOutcome sendReceipt(Receipt receipt, Duration timeout) {
        return NOBODY;
    }

    @Override
    public void flush() {}

    @Override
    public PeerState peer(SystemName peer) {
        return PeerState.UNKNOWN;
    }

    @Override
    public Optional<Introduction> introduction(SystemName peer) {
        return Optional.empty();
    }

    @Override
    public Subscription receive(InboundHandler handler) {
        return () -> {};
    }

    @Override
    public void close() {}
}
