package org.c4igateway.core.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;

/** A transport of which one method is wrong; the others are those of one that keeps the contract. */
abstract class DefectiveTransport implements Transport {
    final Transport sound;

    DefectiveTransport(Transport sound) {
        this.sound = sound;
    }

    /** What the sender would have to look at to send now. */
    final Map<SystemName, Long> presentEpochs(Message message) {
        Map<SystemName, Long> present = new HashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            public Long get(Object peer) {
                return sound.peer((SystemName) peer).epoch();
            }
        };
        message.destinations().forEach(peer -> present.put(peer, 0L));
        return present;
    }

    @Override
    public String name() {
        return sound.name();
    }

    @Override
    public boolean multicast() {
        return sound.multicast();
    }

    @Override
    public SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout) {
        return sound.send(message, epochs, timeout);
    }

    @Override
    public SendOutcome sendReceipt(Receipt receipt, Duration timeout) {
        return sound.sendReceipt(receipt, timeout);
    }

    @Override
    public void flush() {
        sound.flush();
    }

    @Override
    public PeerState peer(SystemName peer) {
        return sound.peer(peer);
    }

    @Override
    public Optional<Introduction> introduction(SystemName peer) {
        return sound.introduction(peer);
    }

    @Override
    public Subscription receive(InboundHandler handler) {
        return sound.receive(handler);
    }

    @Override
    public void close() {
        sound.close();
    }
}
