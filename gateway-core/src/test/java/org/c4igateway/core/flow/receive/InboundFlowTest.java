package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.AnnouncementListener;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InboundFlowTest {
    private static final SystemName SELF = new SystemName("SELF");
    private static final int QUEUE_ROWS = 8;

    private final MemoryInbox inbox = new MemoryInbox();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    private final List<Step> steps = new CopyOnWriteArrayList<>();
    private final VirtualTime time = new VirtualTime();
    private final InboundFlow flow = new InboundFlow(inbox, List.of(), parts(), fatal::add);

    private DataPathParts parts() {
        Duration pause = Duration.ofMillis(1);
        FlowSettings settings = new FlowSettings(
                20, 1_000, 5, pause, pause, pause, pause, pause, QUEUE_ROWS, 1 << 20, 4, pause, pause.multipliedBy(4));
        MessageRules rules = new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, time);
        return new DataPathParts(
                SELF,
                rules,
                SubscriptionFilter.NONE,
                EdgeText.UTF_8,
                settings,
                ArrivalObjectives.DEFAULTS,
                meters,
                new Loops(meters, InstantSource.system(), System::nanoTime, fault -> {}),
                AnnouncementListener.NONE,
                steps::add);
    }

    @AfterEach
    void close() {
        inbox.faults(Faults.NONE);
        flow.close();
        assertThat(fatal).isEmpty();
    }

    @Test
    void writesWhatArrivesAndConfirmsIt() {
        flow.start();
        for (long sequence = 1; sequence <= 50; sequence++) {
            flow.onMessage(Drafts.message(sequence, SELF), transport);
        }

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 50);

        assertThat(inbox.messages())
                .extracting(message -> message.id().sequence())
                .hasSize(50)
                .isSorted();
        assertThat(inbox.batches()).allMatch(size -> size <= 4);
        assertThat(steps).contains(Step.INBOX_COMMITTED);
    }

    @Test
    void takesWhatHasGatheredMeanwhileInOneTransaction() {
        for (long sequence = 1; sequence <= QUEUE_ROWS; sequence++) {
            flow.onMessage(Drafts.message(sequence, SELF), transport);
        }

        flow.start();

        await().until(() -> inbox.messages().size() == QUEUE_ROWS);
        assertThat(inbox.batches()).containsExactly(4, 4);
    }

    @Test
    void confirmsADuplicateAgainWithoutStoringIt() {
        flow.start();
        Message message = Drafts.message(1, SELF);
        flow.onMessage(message, transport);
        flow.onMessage(message, transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2 || inbox.duplicates() == 1);

        assertThat(inbox.messages()).containsExactly(message);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) >= 1);
    }

    @Test
    void confirmsAgainWhatWasDeliveredBeforeItExpired() {
        flow.start();
        Message message = Drafts.expiring(time.instant().plusSeconds(10), Drafts.message(1, SELF));
        flow.onMessage(message, transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        time.advance(Duration.ofSeconds(11));
        flow.onMessage(message, transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2);
        assertThat(inbox.deadLetters()).isEmpty();
        assertThat(transport.taken()).allMatch(receipt -> receipt.rejected().isEmpty());
    }

    /** Its origin writes down that it has expired. */
    @Test
    void takesNothingAfterAllThatItHasRefusedAsExpiredWhenTheClockIsSetBack() {
        flow.start();
        Message message = Drafts.expiring(time.instant().plusSeconds(10), Drafts.message(1, SELF));
        time.setClockBy(Duration.ofHours(1));
        flow.onMessage(message, transport);
        await().until(() -> transport.taken().size() == 1);

        time.setClockBy(Duration.ofHours(-1));
        flow.onMessage(message, transport);

        await().until(() -> transport.taken().size() == 2);
        assertThat(inbox.messages()).isEmpty();
        assertThat(inbox.deadLetters()).hasSize(1);
    }

    @Test
    void takesNothingAfterAllThatItHasSaidToBeTooLate() {
        flow.start();
        Message message = Drafts.expiring(time.instant().plusSeconds(10), Drafts.message(1, SELF));
        flow.onMessage(ContentQuestion.about(message), transport);
        await().until(() -> transport.taken().size() == 1);

        flow.onMessage(message, transport);

        await().until(() -> transport.taken().size() == 2);
        assertThat(inbox.messages()).isEmpty();
        assertThat(transport.confirmed(Drafts.ORIGIN)).isZero();
    }

    @Test
    void answersTheQuestionAboutARowThatItHas() {
        flow.start();
        Message message = Drafts.expiring(time.instant().plusSeconds(10), Drafts.message(1, SELF));
        flow.onMessage(message, transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        flow.onMessage(ContentQuestion.about(message), transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2);
        assertThat(inbox.messages()).containsExactly(message);
    }

    @Test
    void refusesAsExpiredWhatItIsAskedAboutAndHasNot() {
        flow.start();
        flow.onMessage(ContentQuestion.about(Drafts.message(3, SELF)), transport);

        await().until(() -> !transport.taken().isEmpty());

        assertThat(transport.taken()).singleElement().satisfies(receipt -> {
            assertThat(receipt.delivered()).isEmpty();
            assertThat(receipt.rejected()).singleElement().satisfies(rejection -> {
                assertThat(rejection.sequence()).isEqualTo(3);
                assertThat(rejection.code()).isEqualTo(ErrorCode.EXPIRED);
            });
        });
        assertThat(inbox.messages()).isEmpty();
        assertThat(inbox.deadLetters()).isEmpty();
    }

    @Test
    void refusesWhatItIsAskedAboutWhenItHasAnotherContentOfThatIdentity() {
        flow.start();
        flow.onMessage(Drafts.message(1, SELF), transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        flow.onMessage(ContentQuestion.about(Drafts.message(1, SELF).withPayload(new byte[] {1})), transport);

        await().until(() -> transport.taken().stream()
                .anyMatch(receipt -> !receipt.rejected().isEmpty()));
        assertThat(transport.confirmed(Drafts.ORIGIN)).isOne();
    }

    @Test
    void confirmsNothingOnABestEffortTopic() {
        flow.start();
        flow.onMessage(Drafts.message(1, Drafts.BEST_EFFORT, Precedence.FLASH, 10, SELF), transport);
        flow.onMessage(Drafts.message(2, SELF), transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        assertThat(inbox.messages()).hasSize(2);
    }

    @Test
    void parksARefusedMessageWithItsBytesAndTellsItsOriginWhy() {
        flow.start();
        Message unknown = Drafts.message(7, "Z999", Precedence.FLASH, 33, SELF);
        Message fine = Drafts.message(8, SELF);
        flow.onMessage(unknown, transport);
        flow.onMessage(fine, transport);

        await().until(() -> transport.taken().stream()
                .anyMatch(receipt -> !receipt.rejected().isEmpty()));
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        assertThat(inbox.messages()).containsExactly(fine);
        DeadLetter letter = inbox.deadLetters().getFirst();
        assertThat(letter.code()).isEqualTo(ErrorCode.UNKNOWN_TOPIC);
        assertThat(letter.message()).isEqualTo(unknown);
        assertThat(letter.bytes()).isEqualTo(unknown.payload());
        assertThat(transport.taken().stream().flatMap(receipt -> receipt.rejected().stream()))
                .singleElement()
                .satisfies(rejection -> {
                    assertThat(rejection.sequence()).isEqualTo(7);
                    assertThat(rejection.code()).isEqualTo(ErrorCode.UNKNOWN_TOPIC);
                });
    }

    @Test
    void tellsTheOriginOfAMessageThatTheDatabaseRefuses() {
        inbox.refuse(message -> message.id().sequence() == 2);
        flow.start();
        for (long sequence = 1; sequence <= 3; sequence++) {
            flow.onMessage(Drafts.message(sequence, SELF), transport);
        }

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2);
        await().until(() -> transport.taken().stream()
                .anyMatch(receipt -> !receipt.rejected().isEmpty()));

        assertThat(inbox.messages()).hasSize(2);
    }

    /** The encoding of the C4I server was changed in between, and the receipt was lost. */
    @Test
    void confirmsAgainWhatWasStoredBeforeTheInboxCouldNotStoreIt() {
        flow.start();
        Message message = Drafts.message(1, SELF);
        flow.onMessage(message, transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        inbox.refuse(any -> true);
        flow.onMessage(message, transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2);
        assertThat(transport.taken()).allMatch(receipt -> receipt.rejected().isEmpty());
    }

    @Test
    void parksBytesThatAreNoMessage() {
        flow.start();
        byte[] junk = {1, 2, 3};

        flow.onMalformed("queue kmtf.SELF", ErrorCode.MALFORMED_ENVELOPE, "no origin", junk);

        await().until(() -> !inbox.deadLetters().isEmpty());
        DeadLetter letter = inbox.deadLetters().getFirst();
        assertThat(letter.message()).isNull();
        assertThat(letter.source()).isEqualTo("queue kmtf.SELF");
        assertThat(letter.bytes()).isEqualTo(junk);
        assertThat(transport.taken()).isEmpty();
    }

    @Test
    void keepsTheBatchAndHoldsBackSendersWhileTheDatabaseIsAway() throws InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        inbox.faults(away(tries));
        flow.start();
        int count = 4 + QUEUE_ROWS + 5;
        Thread sender = Thread.ofPlatform().daemon().start(() -> {
            for (long sequence = 1; sequence <= count; sequence++) {
                flow.onMessage(Drafts.message(sequence, SELF), transport);
            }
        });

        await().until(() -> tries.get() > 5 && sender.getState() == Thread.State.WAITING);
        assertThat(transport.taken()).isEmpty();
        inbox.faults(Faults.NONE);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == count);
        sender.join();
        assertThat(inbox.messages())
                .extracting(message -> message.id().sequence())
                .isSorted();
    }

    @Test
    void confirmsOnlyAfterTheCommitIsKnown() {
        AtomicInteger commits = new AtomicInteger();
        inbox.faults(new Faults() {
            @Override
            public void after(String call) {
                if (commits.incrementAndGet() <= 3) {
                    assertThat(transport.taken()).isEmpty();
                    throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "answer lost", null);
                }
            }
        });
        flow.start();

        flow.onMessage(Drafts.message(1, SELF), transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);
        assertThat(commits).hasValue(4);
        assertThat(inbox.messages()).hasSize(1);
        assertThat(inbox.duplicates()).isEqualTo(3);
    }

    @Test
    void finishesWhatHasArrivedWhenItCloses() {
        CountDownLatch held = new CountDownLatch(1);
        inbox.faults(new Faults() {
            @Override
            public void before(String call) {
                try {
                    held.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        flow.start();
        for (long sequence = 1; sequence <= 6; sequence++) {
            flow.onMessage(Drafts.message(sequence, SELF), transport);
        }

        Thread closer = Thread.ofPlatform().daemon().start(flow::close);
        await().until(() -> closer.getState() == Thread.State.TIMED_WAITING);
        held.countDown();

        await().until(() -> !closer.isAlive());
        assertThat(inbox.messages()).hasSize(6);
        flow.onMessage(Drafts.message(7, SELF), transport);
        assertThat(inbox.messages()).hasSize(6);
    }

    @Test
    void stopsAndSaysSoWhenTheInboxIsLostForGood() {
        inbox.faults(new Faults() {
            @Override
            public void before(String call) {
                throw new GatewayException.Fatal(ErrorCode.FENCED, "another bridge", "Stop this node", null);
            }
        });
        flow.start();

        flow.onMessage(Drafts.message(1, SELF), transport);

        await().until(() -> !fatal.isEmpty());
        assertThat(fatal)
                .singleElement()
                .satisfies(e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.FENCED));
        fatal.clear();
        assertThat(transport.taken()).isEmpty();
    }

    private static Faults away(AtomicInteger tries) {
        return new Faults() {
            @Override
            public void before(String call) {
                tries.incrementAndGet();
                throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null);
            }
        };
    }
}
