package org.c4igateway.core.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    /** Sends what it sends to one to another that it has sent to before, too. */
    static final class ToOthers extends DefectiveTransport {
        private final Set<SystemName> known = new LinkedHashSet<>();

        ToOthers(Transport sound) {
            super(sound);
        }

        @Override
        public SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout) {
            SendOutcome outcome = super.send(message, epochs, timeout);
            known.addAll(message.destinations());
            known.stream()
                    .filter(other -> !message.destinations().contains(other))
                    .findFirst()
                    .map(other -> to(message, other))
                    .ifPresent(more -> super.send(more, presentEpochs(more), timeout));
            return outcome;
        }

        private static Message to(Message message, SystemName other) {
            return new Message(
                    message.id(),
                    message.topicId(),
                    message.precedence(),
                    List.of(other),
                    message.createdAt(),
                    message.expiresAt(),
                    message.label(),
                    message.subject(),
                    message.payload());
        }
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
