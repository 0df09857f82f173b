package org.c4igateway.jms.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TopicSubscription;
import org.c4igateway.jms.wire.ControlCodec.Greeting;
import org.junit.jupiter.params.provider.MethodSource;

/** A receipt or greeting is read, and the same after it was written again; or it is refused with a reason. */
class ControlCodecFuzzTest {
    static Stream<byte[]> receipts() {
        return Stream.of(ControlCodec.encode(new Receipt(
                new SystemName("BRAVO"),
                new SystemName("ALPHA"),
                List.of(new SequenceRange(1, 300), new SequenceRange(302, 302)),
                List.of(new Receipt.Rejection(301, ErrorCode.EXPIRED, "late")))));
    }

    static Stream<byte[]> greetings() {
        Introduction introduction = new Introduction(300, Optional.of(new DatabaseId(new UUID(1, 2))), 60);
        NodeAnnouncement node =
                new NodeAnnouncement(new SystemName("ALPHA"), -2, "abcd", Map.of("A021", 258), introduction);
        Subscriptions wanted = new Subscriptions(List.of(new TopicSubscription("J*", Duration.ofHours(24))));
        NodeAnnouncement subscribed =
                new NodeAnnouncement(node.system(), 1, "", node.topicDigests(), Introduction.NONE.subscribedTo(wanted));
        return Stream.of(
                ControlCodec.encode(node),
                ControlCodec.encode(new Greeting(subscribed, "host.example:5671", ReadableBatches.PLAIN, true)));
    }

    @MethodSource("receipts")
    @FuzzTest
    void readsAReceiptOrSaysWhyNot(byte[] body) {
        hold(body, ControlCodec::decodeReceipt, ControlCodec::encode);
    }

    @MethodSource("greetings")
    @FuzzTest
    void readsAGreetingOrSaysWhyNot(byte[] body) {
        hold(body, ControlCodec::decodeGreeting, ControlCodec::encode);
    }

    private static <T> void hold(byte[] body, Function<byte[], T> read, Function<T, byte[]> write) {
        T value;
        try {
            value = read.apply(body);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).*\\S.*");
            return;
        }
        assertThat(read.apply(write.apply(value))).isEqualTo(value);
    }
}
