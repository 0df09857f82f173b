package org.c4igateway.dds.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Lifespan;
import org.c4igateway.dds.api.qos.QosPolicy.Liveliness;
import org.c4igateway.dds.api.qos.QosPolicy.ReaderDataLifecycle;
import org.c4igateway.dds.api.qos.QosPolicy.TimeBasedFilter;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.junit.jupiter.api.Test;

/** Policies of time: what happens when nothing happens, and in which order. */
public abstract class QosTimeContract extends TwoParticipants {
    private static final String TOPIC = "KMTF_A021";
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Set<String> unseen;

    /**
     * @param provider name of the provider to test
     * @param unseen names of policies that it refuses, or of which others see nothing
     */
    protected QosTimeContract(String provider, String... unseen) {
        super(provider);
        this.unseen = Set.of(unseen);
    }

    private void awaitEvent(Predicate<DdsEvent> wanted) {
        await().atMost(SOON).until(() -> domain.events.stream().anyMatch(wanted));
    }

    @Test
    void reportsMissedDeadlinesOnBothSides() {
        Qos qos = ContractDomain.RELIABLE.with(new Deadline(SHORT));
        right.createReader(TOPIC, WireType.MESSAGE, qos, new CollectedSamples<>());
        DdsWriter<KmtfMessage> writer = left.createWriter(TOPIC, WireType.MESSAGE, qos);
        awaitMatch(writer);
        writer.write(ContractDomain.message("A", 1));

        awaitEvent(DdsEvent.RequestedDeadlineMissed.class::isInstance);
        awaitEvent(DdsEvent.OfferedDeadlineMissed.class::isInstance);
    }

    @Test
    void reportsAWriterThatDoesNotShowItself() {
        Qos qos = ContractDomain.RELIABLE.with(new Liveliness(Liveliness.Kind.MANUAL_BY_TOPIC, SHORT));
        right.createReader(TOPIC, WireType.MESSAGE, qos, new CollectedSamples<>());
        DdsWriter<KmtfMessage> writer = left.createWriter(TOPIC, WireType.MESSAGE, qos);
        awaitMatch(writer);
        writer.write(ContractDomain.message("A", 1));

        awaitEvent(event -> event instanceof DdsEvent.LivelinessChanged it && it.notAlive() == 1);
        awaitEvent(DdsEvent.LivelinessLost.class::isInstance);
        writer.write(ContractDomain.message("A", 2));
        awaitEvent(event -> event instanceof DdsEvent.LivelinessChanged it && it.alive() == 1 && it.notAlive() == 0);
    }

    @Test
    void withholdsSamplesThatHaveOutlivedTheirLifespan() {
        DdsWriter<KmtfMessage> writer = left.createWriter(TOPIC, WireType.MESSAGE, DURABLE.with(new Lifespan(SHORT)));
        long written = System.nanoTime();
        writer.write(ContractDomain.message("A", 1));
        await().pollInterval(SHORT).until(() -> System.nanoTime() - written > 2 * SHORT.toNanos());
        CollectedSamples<KmtfMessage> late = new CollectedSamples<>();
        right.createReader(TOPIC, WireType.MESSAGE, DURABLE, late);
        awaitMatch(writer);
        await().atMost(SOON).until(() -> {
            writer.write(ContractDomain.message("B", 2));
            return !late.values().isEmpty();
        });
        assertThat(late.values()).extracting(KmtfMessage::origin).doesNotContain("A");
    }

    @Test
    void thinsOutSamplesForAReaderThatWantsFewer() {
        assumeFalse(unseen.contains("TIME_BASED_FILTER"), "others see nothing of TIME_BASED_FILTER");
        CollectedSamples<KmtfMessage> thin = new CollectedSamples<>();
        CollectedSamples<KmtfMessage> all = new CollectedSamples<>();
        Qos qos = BEST_EFFORT.with(History.keepAll());
        right.createReader(TOPIC, WireType.MESSAGE, qos.with(new TimeBasedFilter(HOUR)), thin);
        right.createReader(TOPIC, WireType.MESSAGE, qos, all);
        DdsWriter<KmtfMessage> writer = left.createWriter(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE);
        await().atMost(SOON).until(() -> writer.matchedReaders() == 2);
        await().atMost(SOON).until(() -> {
            writer.write(ContractDomain.message("A", 1));
            return all.values().size() > 20 && !thin.values().isEmpty();
        });
        assertThat(thin.values()).hasSize(1);
    }

    /** Two writers of one instance: by source time the older sample does not replace the newer one. */
    @Test
    void ordersByTheTimeOfWriting() {
        assumeFalse(unseen.contains("DESTINATION_ORDER"), "others see nothing of DESTINATION_ORDER");
        Qos qos = ContractDomain.RELIABLE.with(
                new DestinationOrder(DestinationOrder.Kind.BY_SOURCE_TIMESTAMP), History.keepLast(1));
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader(TOPIC, WireType.MESSAGE, qos, collectedSamples);
        DdsWriter<KmtfMessage> first = left.createWriter(TOPIC, WireType.MESSAGE, qos);
        DdsWriter<KmtfMessage> second = left.createWriter(TOPIC, WireType.MESSAGE, qos);
        awaitMatch(first);
        awaitMatch(second);
        first.write(ContractDomain.message("A", 1), 2_000_000_000_000_000_000L);
        first.flush();
        await().atMost(SOON).until(() -> collectedSamples.values().size() == 1);

        second.write(ContractDomain.message("A", 2), 1_000_000_000_000_000_000L);
        second.write(ContractDomain.message("B", 3), 1_000_000_000_000_000_000L);
        second.flush();

        await().atMost(SOON)
                .until(() -> collectedSamples.values().stream().anyMatch(message -> message.sequence() == 3));
        assertThat(collectedSamples.values()).extracting(KmtfMessage::sequence).containsExactly(1L, 3L);
    }

    /** That the reader forgets cannot be seen from outside; that it still delivers can. */
    @Test
    void deliversAnInstanceAgainAfterForgettingIt() {
        Qos qos = ContractDomain.RELIABLE.with(new ReaderDataLifecycle(SHORT, SHORT));
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader(TOPIC, WireType.MESSAGE, qos, collectedSamples);
        DdsWriter<KmtfMessage> writer = left.createWriter(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        writer.write(ContractDomain.message("A", 1));
        writer.dispose(ContractDomain.message("A", 1));
        await().atMost(SOON).until(() -> !collectedSamples.samples().isEmpty());
        long disposed = System.nanoTime();
        await().pollInterval(SHORT).until(() -> System.nanoTime() - disposed > 2 * SHORT.toNanos());
        writer.write(ContractDomain.message("A", 2));
        await().atMost(SOON)
                .until(() -> collectedSamples.values().stream().anyMatch(message -> message.sequence() == 2));
    }
}
