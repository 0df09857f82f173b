package org.c4igateway.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every transport promises (see {@link Transport}). A transport passes by extending this and opening its nodes;
 * nodes opened within one test find each other, those of other tests do not.
 */
@Tag("slow")
public abstract class TransportContract extends TransportPeersContract {
    @ParameterizedTest
    @EnumSource(Precedence.class)
    void carriesEveryFieldBitExact(Precedence precedence) {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        alpha.awaitReachable(BRAVO);
        byte[] everyValue = new byte[256];
        IntStream.range(0, 256).forEach(i -> everyValue[i] = (byte) i);
        byte[] largest = new byte[MAX_PAYLOAD_BYTES];
        new Random(7).nextBytes(largest);
        Instant expires = Instant.parse("2126-03-01T00:00:00.654321Z");
        List<Message> sent = List.of(
                message(1, precedence, Instant.MAX, "", "", "MSGID/한글 전문//\n".getBytes(StandardCharsets.UTF_8)),
                message(2, precedence, expires, "군사 2급 비밀", "항적 17", everyValue),
                message(Long.MAX_VALUE, precedence, expires, "NATO SECRET", "", new byte[] {0}),
                message(4, precedence, Instant.MAX, "x".repeat(64), "y".repeat(64), largest),
                repetition(message(5, precedence, expires, "NATO SECRET", "", new byte[] {0}), Long.MAX_VALUE));

        sent.forEach(alpha::deliver);
        alpha.transport().flush();

        bravo.awaitMessages(sent.size());
        assertThat(bravo.handler().messages()).containsExactlyElementsOf(sent);
        assertThat(bravo.handler().malformed()).isEmpty();
    }

    @Test
    void keepsTheOrderOfEachTopic() {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        alpha.awaitReachable(BRAVO);
        int count = 4_000;

        for (int i = 1; i <= count; i++) {
            alpha.deliver(alpha.message(i, RELIABLE.get(i % RELIABLE.size()), new byte[200], BRAVO));
        }
        alpha.transport().flush();

        bravo.awaitMessages(count);
        for (String topic : RELIABLE) {
            List<Long> arrived = bravo.handler().messages().stream()
                    .filter(message -> message.topicId().equals(topic))
                    .map(message -> message.id().sequence())
                    .toList();
            assertThat(arrived).as(topic).isSorted().hasSize(count / RELIABLE.size());
        }
    }

    @Test
    void saysBackPressureWhileTheHandlerBlocksAndLosesNothing() {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        alpha.awaitReachable(BRAVO);
        bravo.handler().shut();

        long accepted = sendUntilRefused(alpha, 16_384);
        bravo.handler().open();

        bravo.awaitMessages(Math.toIntExact(accepted));
        assertThat(bravo.handler().sequences())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, accepted).boxed().toList());
        assertThat(alpha.transport().peer(BRAVO).reachable()).isTrue();
    }

    /** @return how many were accepted before the first back-pressure, which must come before memory is full */
    private static long sendUntilRefused(ContractNode from, int payloadBytes) {
        Random random = new Random(11);
        for (long sequence = 1; sequence <= 20_000; sequence++) {
            byte[] notCompressible = new byte[payloadBytes];
            random.nextBytes(notCompressible);
            Message message = from.message(sequence, TOPIC, notCompressible, BRAVO);
            SendOutcome outcome = from.send(message, Duration.ofMillis(200));
            if (outcome instanceof SendOutcome.BackPressured) {
                from.transport().flush();
                return sequence - 1;
            }
            assertThat(outcome).isInstanceOf(SendOutcome.Accepted.class);
        }
        throw new AssertionError("no back-pressure after 20,000 messages of " + payloadBytes + " bytes");
    }

    @Test
    void letsReceiptsPassWhileMessagesAreBlocked() {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        alpha.awaitReachable(BRAVO);
        bravo.awaitReachable(ALPHA);
        alpha.handler().shut();
        bravo.deliver(bravo.message(1, TOPIC, new byte[10], ALPHA));
        bravo.transport().flush();
        Receipt receipt = new Receipt(BRAVO, ALPHA, List.of(new SequenceRange(1, 1)), List.of());

        assertThat(bravo.transport().sendReceipt(receipt, Duration.ofSeconds(5)))
                .isInstanceOf(SendOutcome.Accepted.class);
        bravo.transport().flush();

        await().atMost(ContractNode.PATIENCE)
                .untilAsserted(() -> assertThat(alpha.handler().receipts()).containsExactly(receipt));
        assertThat(alpha.handler().messages()).isEmpty();
    }

    @Test
    void carriesTheLargestReceiptToItsOriginOnly() {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        ContractNode charlie = node(CHARLIE);
        bravo.awaitReachable(ALPHA);
        bravo.awaitReachable(CHARLIE);
        List<SequenceRange> ranges = LongStream.range(0, Receipt.MAX_ENTRIES - 100)
                .mapToObj(i -> new SequenceRange(1 + 3 * i, 2 + 3 * i))
                .toList();
        List<Rejection> rejections = LongStream.range(0, 100)
                .mapToObj(i -> new Rejection(Long.MAX_VALUE - i, ErrorCode.UNKNOWN_TOPIC, "모르는 주제 " + i))
                .toList();
        Receipt largest = new Receipt(BRAVO, ALPHA, ranges, rejections);
        Receipt other = new Receipt(BRAVO, CHARLIE, List.of(new SequenceRange(5, Long.MAX_VALUE)), List.of());

        for (Receipt receipt : List.of(largest, other)) {
            assertThat(bravo.transport().sendReceipt(receipt, Duration.ofSeconds(5)))
                    .isInstanceOf(SendOutcome.Accepted.class);
        }
        bravo.transport().flush();

        await().atMost(ContractNode.PATIENCE).untilAsserted(() -> {
            assertThat(alpha.handler().receipts()).containsExactly(largest);
            assertThat(charlie.handler().receipts()).containsExactly(other);
        });
    }

    @Test
    void rejectsAPayloadThatIsTooLarge() {
        ContractNode alpha = node(ALPHA);
        node(BRAVO);
        alpha.awaitReachable(BRAVO);

        Message message = alpha.message(1, TOPIC, new byte[MAX_PAYLOAD_BYTES + 1], BRAVO);

        assertThat(alpha.send(message, Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        SendOutcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE));
    }

    @Test
    void takesMessagesOfSeveralThreads() throws InterruptedException {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        alpha.awaitReachable(BRAVO);
        int each = 500;
        List<Throwable> failures = new ArrayList<>();

        List<Thread> senders = IntStream.range(0, RELIABLE.size())
                .mapToObj(i -> Thread.ofPlatform()
                        .uncaughtExceptionHandler((thread, failure) -> {
                            synchronized (failures) {
                                failures.add(failure);
                            }
                        })
                        .start(() -> sendRange(alpha, RELIABLE.get(i), 1L + (long) i * each, each)))
                .toList();
        for (Thread sender : senders) {
            sender.join();
        }

        assertThat(failures).isEmpty();
        bravo.awaitMessages(each * RELIABLE.size());
        assertThat(bravo.handler().sequences()).doesNotHaveDuplicates();
        for (String topic : RELIABLE) {
            assertThat(bravo.handler().messages().stream()
                            .filter(message -> message.topicId().equals(topic))
                            .map(message -> message.id().sequence()))
                    .as(topic)
                    .isSorted()
                    .hasSize(each);
        }
    }

    private static void sendRange(ContractNode from, String topic, long first, int count) {
        for (long sequence = first; sequence < first + count; sequence++) {
            from.deliver(from.message(sequence, topic, new byte[100], BRAVO));
        }
        from.transport().flush();
    }

    @Test
    void reachesSeveralDestinationsWithOneSendAndNobodyElse() {
        ContractNode alpha = node(ALPHA);
        assumeTrue(alpha.transport().multicast(), "this transport sends to one destination at a time");
        ContractNode bravo = node(BRAVO);
        ContractNode charlie = node(CHARLIE);
        alpha.awaitReachable(BRAVO);
        alpha.awaitReachable(CHARLIE);
        Message both = alpha.message(1, TOPIC, new byte[10], BRAVO, CHARLIE);
        Message one = alpha.message(2, TOPIC, new byte[10], CHARLIE);
        Message other = alpha.message(3, TOPIC, new byte[10], BRAVO);

        List.of(both, one, other).forEach(alpha::deliver);
        alpha.transport().flush();

        bravo.awaitMessages(2);
        charlie.awaitMessages(2);
        assertThat(bravo.handler().messages()).containsExactly(both, other);
        assertThat(charlie.handler().messages()).containsExactly(both, one);
    }
}
