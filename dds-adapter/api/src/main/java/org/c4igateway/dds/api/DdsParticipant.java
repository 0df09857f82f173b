package org.c4igateway.dds.api;

import java.util.Optional;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.WireRecord;

/** A participant in a domain; the factory of endpoints. Safe for use by several threads. */
public interface DdsParticipant extends AutoCloseable {
    /**
     * Creates a writer; the topic comes into being with its first endpoint.
     *
     * @throws UnsupportedQosException when the provider lacks a policy or a value of one
     * @throws NotPermittedException when DDS Security does not allow this participant the topic
     * @throws DdsException when the provider refuses
     * @throws IllegalArgumentException when a policy does not apply to writers
     */
    <T extends WireRecord> DdsWriter<T> createWriter(String topic, WireType<T> type, Qos qos);

    /**
     * Creates a reader; delivery starts at once.
     *
     * @throws UnsupportedQosException when the provider lacks a policy or a value of one
     * @throws NotPermittedException when DDS Security does not allow this participant the topic
     * @throws DdsException when the provider refuses
     * @throws IllegalArgumentException when a policy does not apply to readers
     */
    <T extends WireRecord> DdsReader createReader(String topic, WireType<T> type, Qos qos, SampleListener<T> listener);

    /**
     * Who wrote a sample. Asks the readers one by one, so remember the answer. Any thread, also that of a listener.
     *
     * @param handle the writer as a sample of one of the readers names it
     * @return its identity, while one of the readers is matched with it; empty with a provider that cannot
     */
    default Optional<Guid> writer(long handle) {
        return Optional.empty();
    }

    /**
     * What is in the domain now, from the built-in topics. Costs time and memory in proportion to the domain; the first
     * call subscribes to the built-in topics.
     *
     * @throws DdsException when the participant is closed
     */
    DiscoveryView discovery();

    /**
     * Marks the datagrams that this participant sends from now on in their IP headers. What its other threads send
     * gets the mark as well.
     *
     * @param trafficClass TOS of IPv4 and traffic class of IPv6: the DSCP of RFC 2474, times four
     * @throws UnsupportedSettingException when the provider or the system cannot
     */
    default void mark(int trafficClass) {
        throw new UnsupportedSettingException(
                "dscp", "the provider " + implementation() + " does not mark datagrams", "Remove the key.");
    }

    /** @return provider and version, for people */
    String implementation();

    /**
     * Closes readers, writers and the participant, in this order. Idempotent; blocks until the delivery thread has
     * ended.
     */
    @Override
    void close();
}
