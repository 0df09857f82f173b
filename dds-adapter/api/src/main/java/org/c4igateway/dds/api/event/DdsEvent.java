package org.c4igateway.dds.api.event;

/**
 * Status events of DDS (DDS 1.4, 2.2.4.1). Totals count since the endpoint was created, changes since the last event of
 * that kind.
 */
public sealed interface DdsEvent {
    /** @return name of the topic concerned */
    String topic();

    /** Readers of a writer came or went. */
    record PublicationMatched(String topic, int current, int change, long total) implements DdsEvent {}

    /** Writers of a reader came or went. */
    record SubscriptionMatched(String topic, int current, int change, long total) implements DdsEvent {}

    /** A reader asks for more than a writer of ours offers; {@code policy} is named as in DDS 1.4. */
    record OfferedIncompatibleQos(String topic, String policy, int change, long total) implements DdsEvent {}

    /** A writer offers less than a reader of ours asks for; {@code policy} is named as in DDS 1.4. */
    record RequestedIncompatibleQos(String topic, String policy, int change, long total) implements DdsEvent {}

    /** Samples did not arrive and will not. */
    record SampleLost(String topic, int change, long total) implements DdsEvent {}

    /** Samples met a resource limit; those of reliable writers come again. */
    record SampleRejected(String topic, String limit, int change, long total) implements DdsEvent {}

    /** A writer of ours did not write in time. */
    record OfferedDeadlineMissed(String topic, int change, long total) implements DdsEvent {}

    /** A reader of ours did not get a sample in time. */
    record RequestedDeadlineMissed(String topic, int change, long total) implements DdsEvent {}

    /** A writer of ours did not show in time that it is alive. */
    record LivelinessLost(String topic, int change, long total) implements DdsEvent {}

    /** Writers of a reader became alive or not. */
    record LivelinessChanged(String topic, int alive, int notAlive, int aliveChange, int notAliveChange)
            implements DdsEvent {}

    /**
     * DDS Security refused a participant or one of its endpoints: no credentials, wrong ones, or no permission.
     *
     * @param topic empty, because a refusal rarely concerns one topic
     * @param reason of the implementation, for people
     */
    record SecurityRefused(String topic, String reason) implements DdsEvent {}

    /**
     * A delivery thread of the participant has ended by itself. Its readers deliver nothing from now on.
     *
     * @param topic empty: it served many
     * @param thread its name
     * @param reason for people
     */
    record DeliveryEnded(String topic, String thread, String reason) implements DdsEvent {}

    /**
     * An address with which the participant joined its domain is gone from this machine: nobody reaches the participant
     * there, and the groups that it joined with that address are left.
     *
     * @param topic empty
     * @param address with its interface, for people
     */
    record AddressGone(String topic, String address) implements DdsEvent {}

    /**
     * After an address was gone, the interfaces of the participant have one again, the same or another. Only a new
     * participant uses it.
     *
     * @param topic empty
     * @param address what was gone, for people
     */
    record AddressChanged(String topic, String address) implements DdsEvent {}

    /**
     * A peer whose name had no address when the participant joined has one now, and no other participant is known. Only
     * a new participant asks that peer.
     *
     * @param topic empty
     * @param peer name and address, for people
     */
    record PeerFound(String topic, String peer) implements DdsEvent {}

    /**
     * A listener threw. The batch that it was given is lost for this participant; nodes get what has no receipt again.
     *
     * @param topic empty: the delivery thread does not know it
     * @param thread name of the delivery thread
     * @param reason for people
     */
    record BatchDropped(String topic, String thread, String reason) implements DdsEvent {}

    /** Another participant uses the topic's name with another type. */
    record InconsistentTopic(String topic, int change, long total) implements DdsEvent {}
}
