package org.c4igateway.jms.client;

import java.time.Duration;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.jms.JmsProfile;

/**
 * Settings of the client library that a profile stands for. {@code docs/reference/jms.md} has the table.
 *
 * @param streaming whether sends are volatile and acknowledged asynchronously; else durable and waited for one by one
 * @param confirmationWindowBytes what the client keeps until the broker has confirmed it; -1 for none
 * @param connectionTtl after this silence the broker gives the connection up
 * @param checkPeriod how often the client looks whether the broker still answers
 * @param callTimeout longest wait for an answer, and for a TCP connection
 * @param producerWindowBytes credits that a sender asks for at once
 * @param consumerWindowBytes what a receiver reads ahead
 * @param minLargeMessageBytes above this a message travels in chunks
 * @param acknowledgeMessages messages acknowledged at once by the receiver
 * @param firstPause pause before the first try to reconnect
 * @param maxPause longest pause between two tries
 */
public record ClientTuning(
        boolean streaming,
        int confirmationWindowBytes,
        Duration connectionTtl,
        Duration checkPeriod,
        Duration callTimeout,
        int producerWindowBytes,
        int consumerWindowBytes,
        int minLargeMessageBytes,
        int acknowledgeMessages,
        Duration firstPause,
        Duration maxPause) {
    private static final int MEBIBYTE = 1 << 20;
    private static final int KIBIBYTE = 1 << 10;

    private static final ClientTuning STOCK = new ClientTuning(
            false,
            -1,
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            64 * KIBIBYTE,
            MEBIBYTE,
            100 * KIBIBYTE,
            1,
            Duration.ofSeconds(2),
            Duration.ofSeconds(2));

    private static final ClientTuning TUNED = new ClientTuning(
            true,
            2 * MEBIBYTE,
            Duration.ofSeconds(3),
            Duration.ofSeconds(1),
            Duration.ofSeconds(4),
            MEBIBYTE,
            MEBIBYTE,
            Integer.MAX_VALUE,
            128,
            Duration.ofMillis(100),
            Duration.ofSeconds(1));

    public static ClientTuning of(JmsProfile profile) {
        return switch (profile) {
            case STOCK -> STOCK;
            case TUNED -> TUNED;
        };
    }

    /** Reconnecting is the adapter's own work, since each new connection begins a new epoch of the peer. */
    public void applyTo(ActiveMQConnectionFactory factory) {
        factory.setReconnectAttempts(0);
        factory.setInitialConnectAttempts(1);
        factory.setUseTopologyForLoadBalancing(false);
        factory.setConfirmationWindowSize(confirmationWindowBytes);
        factory.setConnectionTTL(connectionTtl.toMillis());
        factory.setClientFailureCheckPeriod(checkPeriod.toMillis());
        factory.setCallTimeout(callTimeout.toMillis());
        factory.setCallFailoverTimeout(callTimeout.toMillis());
        factory.setProducerWindowSize(producerWindowBytes);
        factory.setConsumerWindowSize(consumerWindowBytes);
        factory.setMinLargeMessageSize(minLargeMessageBytes);
        factory.setBlockOnDurableSend(!streaming);
        factory.setBlockOnNonDurableSend(false);
        factory.setBlockOnAcknowledge(false);
        factory.setCacheDestinations(true);
        factory.setDeserializationDenyList("*");
    }
}
