package org.c4igateway.jms.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
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
import org.junit.jupiter.api.Test;

class ControlCodecTest {
    private static final Receipt RECEIPT = new Receipt(
            new SystemName("BRAVO"),
            new SystemName("ALPHA"),
            List.of(new SequenceRange(1, 300), new SequenceRange(302, 302)),
            List.of(new Receipt.Rejection(301, ErrorCode.EXPIRED, "늦음")));
    private static final String RECEIPT_HEX = "01" // version
            + "05425241564f" // receiver
            + "05414c504841" // origin
            + "02" + "01" + "ab02" + "02" + "00" // 1..300, 302
            + "01" + "ad02" + "b002" + "06eb8aa6ec9d8c"; // 301, GW-304

    private static final NodeAnnouncement ANNOUNCEMENT = new NodeAnnouncement(
            new SystemName("ALPHA"),
            -2,
            "abcd",
            Map.of("B", -1, "A", 258),
            new Introduction(
                    300, Optional.of(new DatabaseId(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"))), 60));
    private static final String ANNOUNCEMENT_HEX = "02" // version
            + "05414c504841" // system
            + "fffffffffffffffe" // incarnation
            + "0461626364" // catalogue hash
            + "02" + "0141" + "00000102" + "0142" + "ffffffff" // topics by id
            + "ac02" + "10" + "00112233445566778899aabbccddeeff" + "3c"; // start, database, identity days

    @Test
    void readsWhatItWrote() {
        assertThat(ControlCodec.decodeReceipt(ControlCodec.encode(RECEIPT))).isEqualTo(RECEIPT);
        assertThat(ControlCodec.decodeAnnouncement(ControlCodec.encode(ANNOUNCEMENT)))
                .isEqualTo(ANNOUNCEMENT);
    }

    /** Nodes of older releases read it as a topic that they do not have. */
    @Test
    void tellsASubscriptionAmongTheTopics() {
        Subscriptions wanted = new Subscriptions(List.of(new TopicSubscription("J*", Duration.ofHours(24))));
        NodeAnnouncement subscribed = new NodeAnnouncement(
                ANNOUNCEMENT.system(),
                ANNOUNCEMENT.incarnation(),
                ANNOUNCEMENT.catalogueHash(),
                ANNOUNCEMENT.topicDigests(),
                ANNOUNCEMENT.introduction().subscribedTo(wanted));

        assertThat(ControlCodec.encode(subscribed))
                .asHexString()
                .isEqualToIgnoringCase(ANNOUNCEMENT_HEX.replace("020141", "03" + "033f4a2a" + "00015180" + "0141"));
        assertThat(ControlCodec.decodeAnnouncement(ControlCodec.encode(subscribed)))
                .isEqualTo(subscribed);
    }

    /** Nodes of older releases read it as a topic that they do not have. */
    @Test
    void tellsWhereTheNodeListensAmongTheTopics() {
        Greeting greeting = new Greeting(ANNOUNCEMENT, "b:7", ReadableBatches.NONE, false);

        assertThat(ControlCodec.encode(greeting))
                .asHexString()
                .isEqualToIgnoringCase(ANNOUNCEMENT_HEX.replace("020141", "03" + "0440623a37" + "00000000" + "0141"));
        assertThat(ControlCodec.decodeGreeting(ControlCodec.encode(greeting))).isEqualTo(greeting);
        assertThat(ControlCodec.decodeGreeting(ControlCodec.encode(ANNOUNCEMENT))
                        .address())
                .isEmpty();
    }

    @Test
    void carriesUnorderedAndVeryLargeNumbers() {
        Receipt odd = new Receipt(
                new SystemName("B"),
                new SystemName("A"),
                List.of(
                        new SequenceRange(Long.MAX_VALUE - 1, Long.MAX_VALUE),
                        new SequenceRange(5, 9),
                        new SequenceRange(1, Long.MAX_VALUE)),
                List.of());

        assertThat(ControlCodec.decodeReceipt(ControlCodec.encode(odd))).isEqualTo(odd);
    }

    @Test
    void carriesAFullReceipt() {
        List<SequenceRange> ranges = new ArrayList<>();
        for (long first = 1; ranges.size() < Receipt.MAX_ENTRIES; first += 1_000_003) {
            ranges.add(new SequenceRange(first, first + 4));
        }
        Receipt full = new Receipt(new SystemName("B"), new SystemName("A"), ranges, List.of());

        assertThat(ControlCodec.decodeReceipt(ControlCodec.encode(full))).isEqualTo(full);
    }

    @Test
    void cutsALongDetailAtACharacter() {
        String detail = "a" + "가😀".repeat(200);
        Receipt receipt = new Receipt(
                new SystemName("B"),
                new SystemName("A"),
                List.of(),
                List.of(new Receipt.Rejection(1, ErrorCode.EXPIRED, detail)));

        String carried = ControlCodec.decodeReceipt(ControlCodec.encode(receipt))
                .rejected()
                .getFirst()
                .detail();

        assertThat(detail).startsWith(carried);
        assertThat(carried.getBytes(StandardCharsets.UTF_8).length)
                .isBetween(Receipt.Rejection.MAX_DETAIL_BYTES - 4, Receipt.Rejection.MAX_DETAIL_BYTES);
    }

    @Test
    void keepsCodesThatThisReleaseDoesNotKnow() {
        byte[] later = HexFormat.of()
                .parseHex("01" + "05425241564f" + "05414c504841"
                        + "00" // no ranges
                        + "02" + "05" + "8f03" + "00" // 5, GW-399
                        + "06" + "b002" + "00"); // 6, GW-304

        assertThat(ControlCodec.decodeReceipt(later).rejected())
                .extracting(
                        Receipt.Rejection::sequence,
                        rejection -> rejection.code().code())
                .containsExactly(tuple(5L, "GW-399"), tuple(6L, "GW-304"));
        assertThat(ControlCodec.encode(ControlCodec.decodeReceipt(later))).isEqualTo(later);
    }

    @Test
    void refusesEveryTruncation() {
        byte[] receipt = HexFormat.of().parseHex(RECEIPT_HEX);
        byte[] announcement = HexFormat.of().parseHex(ANNOUNCEMENT_HEX);
        for (int length = 0; length < receipt.length; length++) {
            byte[] cut = Arrays.copyOf(receipt, length);
            assertThatThrownBy(() -> ControlCodec.decodeReceipt(cut)).isInstanceOf(IllegalArgumentException.class);
        }
        for (int length = 0; length < announcement.length; length++) {
            byte[] cut = Arrays.copyOf(announcement, length);
            assertThatThrownBy(() -> ControlCodec.decodeAnnouncement(cut)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void refusesWrongVersionsCountsCodesAndTails() {
        for (String wrong : List.of(
                "02" + RECEIPT_HEX.substring(2),
                RECEIPT_HEX + "00",
                "0101420141" + "ffffffff7f",
                "0101420141" + "ffffffffffffffffffffff01",
                "0101420141" + "e907",
                "0101420141" + "01" + "00" + "00" + "00",
                "0101420141" + "00" + "01" + "01" + "01" + "00",
                "0101420141" + "00" + "01" + "01" + "b002" + "02c328",
                "0101620141" + "00" + "00",
                "0100")) {
            assertThatThrownBy(() -> ControlCodec.decodeReceipt(HexFormat.of().parseHex(wrong)))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void refusesMutationsOnlyInOneWay() {
        Random random = new Random(20261121);
        byte[] whole = HexFormat.of().parseHex(RECEIPT_HEX);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] mutated = whole.clone();
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            try {
                ControlCodec.decodeReceipt(mutated);
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(1_000, 20_000);
    }
}
