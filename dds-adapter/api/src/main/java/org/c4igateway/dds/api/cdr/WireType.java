package org.c4igateway.dds.api.cdr;

import static org.c4igateway.dds.api.cdr.WireMember.key;
import static org.c4igateway.dds.api.cdr.WireMember.plain;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.c4igateway.dds.api.cdr.WireMember.Kind;
import org.c4igateway.dds.api.sample.InstanceKey;
import org.c4igateway.dds.api.type.KmtfFrame;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.api.type.WireRecord;

/**
 * A type of {@code idl/kmtf.idl}: its shape for providers that build types at run time, and its codec.
 *
 * @param <T> the Java record
 */
public final class WireType<T extends WireRecord> {
    /** {@code kmtf::Message}. */
    public static final WireType<KmtfMessage> MESSAGE = new WireType<>(
            "kmtf::Message",
            WireLimits.MAX_SAMPLE_BYTES,
            List.of(
                    key("origin", Kind.STRING),
                    key("subject", Kind.STRING),
                    plain("sequence", Kind.UINT64),
                    plain("topic_id", Kind.STRING),
                    plain("precedence", Kind.OCTET),
                    plain("created_ns", Kind.INT64),
                    plain("expires_ns", Kind.INT64),
                    plain("previous_ns", Kind.INT64),
                    plain("repeats", Kind.UINT64),
                    plain("label", Kind.STRING),
                    plain("destinations", Kind.STRINGS),
                    plain("payload", Kind.OCTETS)),
            new Mapping<>(
                    MessageMapping::maxBytes,
                    MessageMapping::write,
                    MessageMapping::read,
                    message -> new InstanceKey(List.of(message.origin(), message.subject()))));

    /** {@code kmtf::Receipt}. */
    public static final WireType<KmtfReceipt> RECEIPT = new WireType<>(
            "kmtf::Receipt",
            WireLimits.MAX_CONTROL_BYTES,
            List.of(
                    key("receiver", Kind.STRING),
                    plain("origin", Kind.STRING),
                    plain("delivered", Kind.NUMBERS),
                    plain("rejected", Kind.NUMBERS),
                    plain("reasons", Kind.STRINGS)),
            new Mapping<>(
                    ReceiptMapping::maxBytes,
                    ReceiptMapping::write,
                    ReceiptMapping::read,
                    receipt -> new InstanceKey(List.of(receipt.receiver()))));

    /** {@code kmtf::Node}. */
    public static final WireType<KmtfNode> NODE = new WireType<>(
            "kmtf::Node",
            WireLimits.MAX_CONTROL_BYTES,
            List.of(
                    key("system", Kind.STRING),
                    plain("incarnation", Kind.UINT64),
                    plain("catalogue_hash", Kind.STRING),
                    plain("topics", Kind.STRINGS),
                    plain("via", Kind.STRING),
                    plain("start", Kind.UINT64),
                    plain("database", Kind.STRING),
                    plain("identity_days", Kind.UINT64)),
            new Mapping<>(
                    NodeMapping::maxBytes,
                    NodeMapping::write,
                    NodeMapping::read,
                    node -> new InstanceKey(List.of(node.system()))));

    /** {@code kmtf::Frame}. */
    public static final WireType<KmtfFrame> FRAME = new WireType<>(
            "kmtf::Frame",
            WireLimits.MAX_SAMPLE_BYTES,
            List.of(key("level", Kind.OCTET), plain("body", Kind.OCTETS)),
            new Mapping<>(
                    FrameMapping::maxBytes,
                    FrameMapping::write,
                    FrameMapping::read,
                    frame -> new InstanceKey(List.of(Integer.toString(frame.level())))));

    private final String name;
    private final int maxSampleBytes;
    private final List<WireMember> members;
    private final Mapping<T> mapping;

    private WireType(String name, int maxSampleBytes, List<WireMember> members, Mapping<T> mapping) {
        this.name = name;
        this.maxSampleBytes = maxSampleBytes;
        this.members = members;
        this.mapping = mapping;
    }

    /** @return scoped name in the IDL */
    public String name() {
        return name;
    }

    /** @return largest sample with its header, in bytes; a larger one is malformed */
    int maxSampleBytes() {
        return maxSampleBytes;
    }

    /** @return members in IDL order, keys first */
    public List<WireMember> members() {
        return members;
    }

    /** @return a codec for one thread at a time */
    public WireCodec<T> newCodec() {
        return new WireCodec<>(this);
    }

    /** @return the key of a sample */
    public InstanceKey keyOf(T value) {
        return mapping.key.apply(value);
    }

    Mapping<T> mapping() {
        return mapping;
    }

    @Override
    public String toString() {
        return name;
    }

    record Mapping<T>(
            ToIntFunction<T> maxBytes,
            BiConsumer<T, CdrWriter> write,
            Function<CdrReader, T> read,
            Function<T, InstanceKey> key) {}
}
