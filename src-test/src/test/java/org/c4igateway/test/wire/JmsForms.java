package org.c4igateway.test.wire;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TopicSubscription;
import org.c4igateway.jms.client.QueuedSend;
import org.c4igateway.jms.wire.BatchReader;
import org.c4igateway.jms.wire.BatchWriter;
import org.c4igateway.jms.wire.ControlCodec;
import org.c4igateway.jms.wire.ControlCodec.Greeting;
import org.c4igateway.jms.wire.JmsDecodeResult;
import org.c4igateway.jms.wire.MessageCodec;
import org.c4igateway.jms.wire.ReadableBatches;

/** What nodes send each other over JMS: rows, batches of rows, receipts, announcements. */
final class JmsForms {
    private static final String FILE = "jms";
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final Instant CREATED = Instant.ofEpochSecond(1_795_219_200L, 258);
    private static final MessageCodec CODEC = new MessageCodec(BRAVO);

    private JmsForms() {}

    static List<WireForm<?>> all() {
        return List.of(
                message(
                        "message with everything",
                        row(300, "J071", CREATED.plusSeconds(60), "대외비", "항적 7", utf8("MSGID/SITREP//"), 299)),
                message("message with the least", row(1, "A423", Instant.MAX, "", "", new byte[] {0, (byte) 0xff}, 0)),
                batch(List.of(
                        row(300, "A423", Instant.MAX, "", "", utf8("one"), 0),
                        row(299, "J071", CREATED.plusNanos(5), "S", "항", utf8("two!"), 0))),
                receipt(new Receipt(
                        BRAVO,
                        ALPHA,
                        List.of(new SequenceRange(1, 300), new SequenceRange(302, 302)),
                        List.of(new Receipt.Rejection(301, ErrorCode.EXPIRED, "늦음")))),
                greeting("announcement", new Greeting(node(subscriptions()), "b:7", ReadableBatches.NONE, false)),
                greeting(
                        "announcement of a reader of batches",
                        new Greeting(node(Subscriptions.NOT_TOLD), "", new ReadableBatches(true, 0x01020304), true)));
    }

    private static Subscriptions subscriptions() {
        return new Subscriptions(List.of(new TopicSubscription("J*", Duration.ofHours(24))));
    }

    private static NodeAnnouncement node(Subscriptions wanted) {
        DatabaseId database = new DatabaseId(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));
        return new NodeAnnouncement(
                ALPHA,
                -2,
                "abcd",
                Map.of("B", -1, "A", 258),
                new Introduction(300, Optional.of(database), 60).subscribedTo(wanted));
    }

    private static Message row(
            long sequence, String topic, Instant expires, String label, String subject, byte[] payload, long repeats) {
        return new Message(
                new MessageId(ALPHA, sequence),
                topic,
                Precedence.ROUTINE,
                List.of(BRAVO),
                CREATED,
                expires,
                label,
                subject,
                payload,
                repeats);
    }

    private static WireForm<?> message(String name, Message value) {
        return new WireForm<>(
                FILE,
                name,
                value,
                row -> JmsLines.of(new QueuedSend.OfMessage(row, CODEC, null).encode(JmsLines.session())),
                lines -> good(CODEC.decode(JmsLines.message(lines))));
    }

    private static WireForm<?> batch(List<Message> rows) {
        return new WireForm<>(
                FILE,
                "batch",
                rows,
                each -> {
                    try (BatchWriter writer = new BatchWriter(null)) {
                        return control(BatchWriter.TYPE, writer.body(each, ReadableBatches.PLAIN));
                    }
                },
                lines -> {
                    try (BatchReader reader = new BatchReader(BRAVO, null)) {
                        var _ = JmsLines.bodyOf(BatchWriter.TYPE, lines);
                        return reader.decode(JmsLines.message(lines)).stream()
                                .map(JmsForms::good)
                                .toList();
                    }
                });
    }

    private static WireForm<?> receipt(Receipt value) {
        return new WireForm<>(
                FILE,
                "receipt",
                value,
                receipt -> control(ControlCodec.RECEIPT, ControlCodec.encode(receipt)),
                lines -> ControlCodec.decodeReceipt(JmsLines.bodyOf(ControlCodec.RECEIPT, lines)));
    }

    private static WireForm<?> greeting(String name, Greeting value) {
        return new WireForm<>(
                FILE,
                name,
                value,
                greeting -> control(ControlCodec.ANNOUNCEMENT, ControlCodec.encode(greeting)),
                lines -> ControlCodec.decodeGreeting(JmsLines.bodyOf(ControlCodec.ANNOUNCEMENT, lines)));
    }

    private static List<String> control(String type, byte[] body) throws Exception {
        return JmsLines.of(new QueuedSend.OfControl(type, body).encode(JmsLines.session()));
    }

    private static Message good(JmsDecodeResult<Message> result) {
        return switch (result) {
            case JmsDecodeResult.Good<Message>(Message value) -> value;
            case JmsDecodeResult.Bad<Message> bad -> throw new IllegalArgumentException(bad.detail());
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
