package org.c4igateway.history;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dds.api.cdr.DecodeOutcome;
import org.c4igateway.dds.api.cdr.WireCodec;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.sample.InstanceKey;
import org.c4igateway.dds.api.type.KmtfMessage;

/**
 * A sample with what is kept of it.
 *
 * @param id grows in the order of arrival
 * @param topic id of the topic
 * @param message the data
 * @param sourceNanos when it was written, by its writer's clock
 * @param encoded the data in CDR, with its header; handed over and never changed
 */
record KeptSample(long id, String topic, KmtfMessage message, long sourceNanos, byte[] encoded) {
    KeptSample {
        Objects.requireNonNull(message);
    }

    static KeptSample of(long id, Heard.Written written, WireCodec<KmtfMessage> codec) {
        ByteBuffer buffer = ByteBuffer.allocate(codec.maxEncodedBytes(written.message()));
        codec.encode(written.message(), buffer);
        byte[] encoded = Arrays.copyOf(buffer.array(), buffer.position());
        return new KeptSample(id, written.topic(), written.message(), written.sourceNanos(), encoded);
    }

    /** @throws GatewayException.Fatal when the bytes are no sample */
    static KeptSample decoded(long id, String topic, long sourceNanos, byte[] encoded) {
        DecodeOutcome<KmtfMessage> outcome = WireType.MESSAGE.newCodec().decode(ByteBuffer.wrap(encoded));
        return switch (outcome) {
            case DecodeOutcome.Decoded<KmtfMessage>(KmtfMessage message) ->
                new KeptSample(id, topic, message, sourceNanos, encoded);
            case DecodeOutcome.Malformed<KmtfMessage>(String reason, int offset) ->
                throw new GatewayException.Fatal(
                        ErrorCode.DATABASE_REFUSED,
                        "row " + id + " of c4i.history_sample, topic " + topic + ", is no sample: " + reason
                                + " at offset " + offset,
                        "Delete the row, or restore it from a backup.",
                        null);
        };
    }

    InstanceKey key() {
        return WireType.MESSAGE.keyOf(message);
    }

    TopicIndex.Identity identity() {
        return new TopicIndex.Identity(message.sequence(), sourceNanos);
    }

    TopicIndex.Entry entry() {
        return new TopicIndex.Entry(id, encoded.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeptSample that
                && id == that.id
                && topic.equals(that.topic)
                && sourceNanos == that.sourceNanos
                && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }

    @Override
    public String toString() {
        return "sample " + id + " of " + topic + " (" + encoded.length + " bytes)";
    }
}
