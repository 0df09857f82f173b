package org.c4igateway.wan.lan;

import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.transport.presence.SampleChains;
import org.c4igateway.dds.transport.presence.WrittenSample;
import org.c4igateway.wan.route.site.AnnouncedTopics;

/** Takes samples of the domain to the listener, and announcements to the {@link LanNames}. Safe for any thread. */
final class LanInput {
    private final LanListener listener;
    private final LanNames names;
    private final LanMeters meters;
    private final AnnouncedTopics topics;
    private final SampleChains chains = new SampleChains();

    /** @param topics what is passed on of announcements */
    LanInput(LanListener listener, LanNames names, LanMeters meters, AnnouncedTopics topics) {
        this.topics = topics;
        this.listener = listener;
        this.names = names;
        this.meters = meters;
    }

    /** The listener may block on messages, so they have the delivery thread for that. */
    SampleListener<KmtfMessage> messages(String topicId, boolean gapless) {
        return samples -> samples.forEach(each -> message(topicId, gapless, each));
    }

    SampleListener<KmtfReceipt> receipts() {
        return SampleListener.prompt(samples -> samples.forEach(this::receipt));
    }

    SampleListener<KmtfNode> nodes() {
        return SampleListener.prompt(samples -> samples.forEach(this::node));
    }

    private void message(String topicId, boolean gapless, Sample<KmtfMessage> sample) {
        switch (sample) {
            case Sample.Data<KmtfMessage> data
            when data.sourceNanos() < 0 -> meters.malformed("without a time of writing: " + data.value());
            case Sample.Data<KmtfMessage> data
            when data.value().topicId().equals(topicId) -> {
                meters.messageRead();
                if (gapless && SystemName.isAddress(data.value().origin())) {
                    compare(data);
                }
                listener.onMessage(unchained(data.value()), data.sourceNanos());
            }
            case Sample.Data<KmtfMessage> data -> meters.malformed("on the topic " + topicId + ": " + data.value());
            case Sample.Malformed<KmtfMessage> malformed -> malformed(malformed);
            case Sample.StateChange<KmtfMessage> _ -> {
                // Messages stay valid when their writer is gone.
            }
        }
    }

    /** The chain is that of its writer here; over a link it would be noise. */
    private static KmtfMessage unchained(KmtfMessage message) {
        return message.following(message.isOfNode() ? KmtfMessage.NONE_BEFORE : 0);
    }

    private void compare(Sample.Data<KmtfMessage> data) {
        KmtfMessage message = data.value();
        WrittenSample written = new WrittenSample(data.writer(), data.sourceNanos(), message.previousNanos());
        if (!chains.isNext(message.origin(), written)) {
            listener.onMissing(message.origin(), message.previousNanos(), data.sourceNanos());
        }
    }

    private void receipt(Sample<KmtfReceipt> sample) {
        switch (sample) {
            case Sample.Data<KmtfReceipt> data
            when data.sourceNanos() < 0 -> meters.malformed("without a time of writing: " + data.value());
            case Sample.Data<KmtfReceipt> data -> {
                meters.receiptRead();
                listener.onReceipt(data.value(), data.sourceNanos());
            }
            case Sample.Malformed<KmtfReceipt> malformed -> malformed(malformed);
            case Sample.StateChange<KmtfReceipt> _ -> {
                // The node topic reports the receiver's presence.
            }
        }
    }

    private void node(Sample<KmtfNode> sample) {
        switch (sample) {
            case Sample.Data<KmtfNode> data
            when data.state() == InstanceState.ALIVE -> names.announced(topics.within(data.value()), data.writer());
            case Sample.Data<KmtfNode> data -> names.gone(data.value().system(), data.writer());
            case Sample.StateChange<KmtfNode> change
            when change.state() != InstanceState.ALIVE ->
                names.gone(change.key().parts().getFirst(), change.writer());
            case Sample.StateChange<KmtfNode> _ -> {
                // An announcement follows.
            }
            case Sample.Malformed<KmtfNode> malformed -> malformed(malformed);
        }
    }

    private void malformed(Sample.Malformed<?> malformed) {
        meters.malformed(malformed);
    }
}
