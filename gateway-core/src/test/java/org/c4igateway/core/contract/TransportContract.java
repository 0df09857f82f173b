package org.c4igateway.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every transport promises (see {@link Transport}). A transport passes by extending this and opening its nodes;
 * nodes opened within one test find each other, those of other tests do not.
 */
@Tag("slow")
public abstract class TransportContract {
    /** Largest payload that the nodes take. */
    protected static final int MAX_PAYLOAD_BYTES = 1 << 20;

    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    private static final Introduction INTRODUCTION = new Introduction(
            3, Optional.of(new DatabaseId(UUID.fromString("6d1f7a52-3c0e-4f5c-9a53-0c2b1d7e4a11"))), 60);
    private static final List<String> RELIABLE = CATALOGUE.topics().stream()
            .filter(Topic::reliable)
            .map(Topic::id)
            .limit(4)
            .toList();
    private static final String TOPIC = RELIABLE.getFirst();
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName CHARLIE = new SystemName("CHARLIE");
    private static final Map<SystemName, Long> NO_EPOCH = Map.of();
    private static final Set<SystemName> ALL = Set.of(ALPHA, BRAVO, CHARLIE);

    private final List<ContractNode> nodes = new ArrayList<>();

    /** Opens one node. The kit closes it. */
    protected abstract Transport open(TransportContext context);

    private ContractNode node(SystemName self, long incarnation) {
        Set<SystemName> peers = new LinkedHashSet<>(ALL);
        peers.remove(self);
        ContractNode node = new ContractNode(
                self,
                open(new TransportContext(
                        self,
                        incarnation,
                        INTRODUCTION,
                        peers,
                        CATALOGUE,
                        MAX_PAYLOAD_BYTES,
                        new SimpleMeterRegistry(),
                        new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {}),
                        InstantSource.system())));
        nodes.add(node);
        return node;
    }

    private ContractNode node(SystemName self) {
        return node(self, 1);
    }

    @AfterEach
    final void closeNodes() {
        nodes.forEach(ContractNode::close);
    }

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
                message(4, precedence, Instant.MAX, "x".repeat(64), "y".repeat(64), largest));

        sent.forEach(alpha::deliver);
        alpha.transport().flush();

        bravo.awaitMessages(sent.size());
        assertThat(bravo.handler().messages()).containsExactlyElementsOf(sent);
        assertThat(bravo.handler().malformed()).isEmpty();
    }

    private static Message message(
            long sequence, Precedence precedence, Instant expires, String label, String subject, byte[] payload) {
        return new Message(
                new MessageId(ALPHA, sequence),
                TOPIC,
                precedence,
                List.of(BRAVO),
                Instant.parse("2026-03-01T00:00:00.123456Z"),
                expires,
                label,
                subject,
                payload);
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
    void announcesEachNodeWithItsWholeCatalogue() {
        ContractNode alpha = node(ALPHA, 17);
        ContractNode bravo = node(BRAVO, 18);

        await().atMost(ContractNode.PATIENCE).untilAsserted(() -> {
            assertThat(bravo.handler().announcements()).anySatisfy(announcement -> {
                assertThat(announcement.system()).isEqualTo(ALPHA);
                assertThat(announcement.incarnation()).isEqualTo(17);
                assertThat(announcement.introduction()).isEqualTo(INTRODUCTION);
                assertThat(announcement.catalogueHash()).isEqualTo(CATALOGUE.contentHash());
                assertThat(announcement.topicDigests()).hasSize(270).isEqualTo(CATALOGUE.digests());
            });
            assertThat(bravo.transport().introduction(ALPHA)).contains(INTRODUCTION);
            assertThat(alpha.handler().announcements())
                    .anySatisfy(
                            announcement -> assertThat(announcement.system()).isEqualTo(BRAVO));
        });
    }

    @Test
    void rejectsADestinationThatIsNoPeer() {
        ContractNode alpha = node(ALPHA);
        SystemName nobody = new SystemName("NOBODY");

        SendOutcome ofMessage = alpha.send(alpha.message(1, TOPIC, new byte[1], nobody), Duration.ofSeconds(1));
        SendOutcome ofReceipt =
                alpha.transport().sendReceipt(new Receipt(ALPHA, nobody, List.of(), List.of()), Duration.ofSeconds(1));

        for (SendOutcome outcome : List.of(ofMessage, ofReceipt)) {
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            SendOutcome.Rejected.class,
                            rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.UNKNOWN_DESTINATION));
        }
        assertThat(alpha.transport().peer(nobody)).isEqualTo(PeerState.UNKNOWN);
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
    void saysDisconnectedWhileThePeerWasNeverThere() {
        ContractNode alpha = node(ALPHA);

        assertThat(alpha.transport().peer(BRAVO).reachable()).isFalse();
        assertThat(alpha.send(alpha.message(1, TOPIC, new byte[1], BRAVO), Duration.ofMillis(200)))
                .isInstanceOf(SendOutcome.Disconnected.class);
    }

    @Test
    void deliversInAHigherEpochWhenThePeerHasRestarted() {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        alpha.awaitReachable(BRAVO);
        alpha.deliver(alpha.message(1, TOPIC, new byte[10], BRAVO));
        alpha.transport().flush();
        bravo.awaitMessages(1);
        long epoch = alpha.transport().peer(BRAVO).epoch();

        bravo.close();
        alpha.awaitAway(BRAVO);
        assertThat(alpha.send(alpha.message(2, TOPIC, new byte[10], BRAVO), Duration.ofMillis(200)))
                .isInstanceOf(SendOutcome.Disconnected.class);
        ContractNode restarted = node(BRAVO, 2);
        alpha.awaitReachable(BRAVO);
        assertThat(alpha.transport().peer(BRAVO).epoch()).isGreaterThan(epoch);
        alpha.deliver(alpha.message(3, TOPIC, new byte[10], BRAVO));
        alpha.transport().flush();

        await().atMost(ContractNode.PATIENCE)
                .untilAsserted(() -> assertThat(restarted.handler().sequences()).contains(3L));
        assertThat(alpha.handler().states(BRAVO)).anyMatch(state -> !state.reachable());
        await().atMost(ContractNode.PATIENCE)
                .untilAsserted(() -> assertThat(alpha.handler().states(BRAVO).getLast())
                        .isEqualTo(alpha.transport().peer(BRAVO)));
    }

    @Test
    void sendsNothingInAnotherEpochThanItIsSentFor() {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        alpha.awaitReachable(BRAVO);
        long epoch = alpha.transport().peer(BRAVO).epoch();
        Message message = alpha.message(1, TOPIC, new byte[10], BRAVO);

        for (Map<SystemName, Long> other : List.of(Map.of(BRAVO, epoch - 1), Map.of(BRAVO, epoch + 1), NO_EPOCH)) {
            assertThat(alpha.transport().send(message, other, Duration.ofSeconds(1)))
                    .isInstanceOf(SendOutcome.Disconnected.class);
        }
        alpha.deliver(alpha.message(2, TOPIC, new byte[10], BRAVO));
        alpha.transport().flush();

        bravo.awaitMessages(1);
        assertThat(bravo.handler().sequences()).containsExactly(2L);
    }

    @Test
    void closesMoreThanOnce() {
        ContractNode alpha = node(ALPHA);
        node(BRAVO);
        alpha.awaitReachable(BRAVO);

        alpha.unsubscribe();
        alpha.unsubscribe();
        alpha.transport().close();
        alpha.transport().close();

        assertThat(alpha.transport().peer(BRAVO)).isNotNull();
    }

    @Test
    void deliversNothingAfterTheSubscriptionIsClosed() {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        ContractNode charlie = node(CHARLIE);
        alpha.awaitReachable(BRAVO);
        alpha.awaitReachable(CHARLIE);
        alpha.deliver(alpha.message(1, TOPIC, new byte[10], BRAVO));
        alpha.transport().flush();
        bravo.awaitMessages(1);

        bravo.unsubscribe();
        alpha.send(alpha.message(2, TOPIC, new byte[10], BRAVO), Duration.ofSeconds(1));
        alpha.deliver(alpha.message(3, TOPIC, new byte[10], CHARLIE));
        alpha.transport().flush();

        charlie.awaitMessages(1);
        assertThat(bravo.handler().sequences()).containsExactly(1L);
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

    @Test
    void tellsTheHandlerWhenAPeerIsMet() {
        ContractNode alpha = node(ALPHA);
        node(BRAVO);

        alpha.awaitReachable(BRAVO);

        await().atMost(ContractNode.PATIENCE)
                .untilAsserted(() -> assertThat(alpha.handler().states(BRAVO))
                        .contains(new PeerState(
                                true, alpha.transport().peer(BRAVO).epoch())));
    }
}
