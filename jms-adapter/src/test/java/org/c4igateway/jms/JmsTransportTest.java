package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What passes between two nodes, in which order, and what stops their start. */
class JmsTransportTest extends JmsTransportFixture {
    @ParameterizedTest
    @EnumSource(JmsProfile.class)
    void carriesEveryFieldUnchanged(JmsProfile chosen) {
        profile = chosen;
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        byte[] large = new byte[JmsTestNode.MAX_PAYLOAD_BYTES];
        new Random(1).nextBytes(large);
        List<Message> sent = List.of(
                message(1, Instant.parse("2126-11-21T08:00:00.987654321Z"), "비밀", "항적 17", utf8("대한민국 전문//\n")),
                message(2, Instant.MAX, "", "", large),
                message(3, Instant.MAX, "SECRET", "", new byte[0]),
                message(4, Instant.parse("2020-01-01T00:00:00Z"), "", "", new byte[] {0, 1, -1}));

        sent.forEach(each -> assertThat(from.send(each)).isEqualTo(SendOutcome.Accepted.INSTANCE));

        await().until(() -> to.recorder.messages().size() == sent.size());
        assertThat(to.recorder.messages()).isEqualTo(sent);
        assertThat(to.recorder.malformed()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(JmsProfile.class)
    void keepsTheOrderWithinAPrecedence(JmsProfile chosen) {
        profile = chosen;
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);

        for (long sequence = 1; sequence <= 2_000; sequence++) {
            assertThat(from.send(from.message(sequence, BRAVO, Precedence.ROUTINE, utf8("x" + sequence))))
                    .isEqualTo(SendOutcome.Accepted.INSTANCE);
        }

        await().until(() -> to.recorder.messages().size() == 2_000);
        assertThat(to.recorder.messages().stream().map(each -> each.id().sequence()))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 2_000).boxed().toList());
    }

    @Test
    void letsFlashOvertakeABacklog() {
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        to.recorder.shut();
        for (long sequence = 1; sequence <= 1_000; sequence++) {
            from.send(from.message(sequence, BRAVO, Precedence.ROUTINE, new byte[1_000]));
        }
        from.send(from.message(1_001, BRAVO, Precedence.PRIORITY, new byte[1_000]));
        from.send(from.message(1_002, BRAVO, Precedence.FLASH, new byte[1_000]));
        await().until(() -> unacknowledged(from) == 0);

        to.recorder.open();

        await().until(() -> to.recorder.messages().size() == 1_002);
        List<Long> order = to.recorder.messages().stream()
                .map(each -> each.id().sequence())
                .toList();
        // The batch that the receiver delivers when they arrive and what it has read ahead go first.
        int readAhead = 128 * 1_024 / 1_000;
        assertThat(order.indexOf(1_002L)).isLessThan(order.indexOf(1_001L)).isLessThan(readAhead + 10);
        assertThat(order.indexOf(1_001L)).isLessThan(readAhead + 20);
    }

    @Test
    void carriesReceiptsBackEvenWhileMessagesAreBlocked() {
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        to.awaitReachable(ALPHA);
        from.recorder.shut();
        to.send(to.message(1, ALPHA, Precedence.FLASH, new byte[10]));
        Receipt receipt = new Receipt(
                new SystemName(BRAVO),
                new SystemName(ALPHA),
                List.of(new SequenceRange(1, 9), new SequenceRange(11, 11)),
                List.of(new Receipt.Rejection(10, ErrorCode.UNKNOWN_TOPIC, "모르는 주제")));

        assertThat(to.transport.sendReceipt(receipt, JmsTestNode.TIMEOUT)).isEqualTo(SendOutcome.Accepted.INSTANCE);

        await().until(() -> !from.recorder.receipts().isEmpty());
        assertThat(from.recorder.receipts()).containsExactly(receipt);
        assertThat(from.recorder.messages()).isEmpty();
        from.recorder.open();
    }

    @Test
    void announcesItselfToEachPeer() {
        JmsTestNode from = startAlpha(7);
        JmsTestNode to = startBravo(8);

        await().until(() -> !from.recorder.announcements().isEmpty()
                && !to.recorder.announcements().isEmpty());

        assertThat(to.recorder.announcements())
                .containsExactly(new NodeAnnouncement(
                        new SystemName(ALPHA),
                        7,
                        JmsTestNode.CATALOGUE.contentHash(),
                        JmsTestNode.CATALOGUE.digests(),
                        JmsTestNode.INTRODUCTION));
    }

    @Test
    void refusesWhatCanNeverBeSent() {
        JmsTestNode from = startAlpha(1);
        Message fine = from.message(1, BRAVO, Precedence.FLASH, new byte[1]);

        assertThat(from.send(from.message(1, "NOWHERE", Precedence.FLASH, new byte[1])))
                .isInstanceOfSatisfying(
                        SendOutcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.UNKNOWN_DESTINATION));
        assertThat(from.send(from.message(1, BRAVO, Precedence.FLASH, new byte[JmsTestNode.MAX_PAYLOAD_BYTES + 1])))
                .isInstanceOfSatisfying(
                        SendOutcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE));
        assertThatThrownBy(() -> from.send(fine.to(List.of(new SystemName(BRAVO), new SystemName(ALPHA)))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> from.send(fine.to(List.of()))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource(JmsProfile.class)
    void leavesToTheReceiverWhatHasExpiredOnTheWay(JmsProfile chosen) {
        profile = chosen;
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        to.recorder.shut();
        from.send(from.message(1, BRAVO, Precedence.FLASH, new byte[1]));
        Message brief = message(2, Instant.now().plusMillis(300), "", "", new byte[1]);
        from.send(brief);
        await().until(() -> Instant.now().isAfter(brief.expiresAt()));

        to.recorder.open();

        await().until(() -> to.recorder.messages().contains(brief));
    }

    @Test
    void carriesADeliberateRepetitionAgain() {
        JmsTestNode from = startAlpha(1);
        JmsTestNode to = startBravo(1);
        from.awaitReachable(BRAVO);
        Message message = from.message(1, BRAVO, Precedence.FLASH, new byte[1]);

        from.send(message);
        from.send(message);

        await().until(() -> to.recorder.messages().size() == 2);
        assertThat(to.recorder.messages()).containsExactly(message, message);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void saysWhichPortIsInUseAndWhatToDo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> new JmsTestNode("ALPHA", JmsTestNode.settings(taken.getLocalPort()), 1))
                    .isInstanceOfSatisfying(GatewayException.Fatal.class, fault -> {
                        assertThat(fault.errorCode()).isEqualTo(ErrorCode.PORT_IN_USE);
                        assertThat(fault)
                                .hasMessageContaining("c4i.transports.jms.port")
                                .hasMessageContaining(String.valueOf(taken.getLocalPort()));
                        assertThat(fault.remedy()).contains("c4i.transports.jms.port");
                    });
        }
    }

    @Test
    void saysWhichPeerHasNoAddress() {
        JmsTransportFactory factory = new JmsTransportFactory(JmsTestNode.settings(0));

        assertThatThrownBy(() -> factory.check(Set.of(new SystemName("BRAVO")), JmsTestNode.CATALOGUE, Instant.now()))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("c4i.transports.jms.peers.BRAVO");
    }

    @Test
    void leavesNoFilesBehind() throws IOException {
        Path workingDirectory = Path.of("").toAbsolutePath();
        List<Path> before = list(workingDirectory);
        try (JmsTestNode node = new JmsTestNode("ALPHA", JmsTestNode.settings(0), 1)) {
            assertThat(node.transport.port()).isPositive();
        }
        assertThat(list(workingDirectory)).isEqualTo(before);
    }

    private static List<Path> list(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }
}
