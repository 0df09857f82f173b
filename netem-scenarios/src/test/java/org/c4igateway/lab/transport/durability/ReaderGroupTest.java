package org.c4igateway.lab.transport.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.wire.WireTuning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writers and late readers of the lab in one process, over Cyclone DDS. */
@Timeout(120)
class ReaderGroupTest {
    private static final Duration BLOCKING = Duration.ofSeconds(5);
    private static final List<Combination> COMBINATIONS = List.of(
            combination(Durability.Kind.VOLATILE, Reliability.Kind.RELIABLE, History.keepAll(), "LAB0"),
            combination(Durability.Kind.TRANSIENT_LOCAL, Reliability.Kind.RELIABLE, History.keepLast(3), "LAB1"),
            combination(Durability.Kind.TRANSIENT_LOCAL, Reliability.Kind.RELIABLE, History.keepAll(), "LAB2"),
            combination(Durability.Kind.TRANSIENT_LOCAL, Reliability.Kind.BEST_EFFORT, History.keepAll(), "LAB3"));

    private final int domain = TestNetwork.domain();
    private final Semaphore arrivals = new Semaphore(0);

    private static Combination combination(
            Durability.Kind durability, Reliability.Kind reliability, History history, String id) {
        return new Combination(durability, reliability, history, id);
    }

    private DdsParticipant join() {
        return DdsProvider.named("cyclone")
                .open(
                        new DomainConfig(
                                domain, DomainConfig.Network.loopback(), DomainConfig.DEFAULT_LEASE, WireTuning.LAN),
                        _ -> {});
    }

    private ReaderGroup late() {
        List<ReaderGroup.Wanted> wanted = new ArrayList<>();
        COMBINATIONS.forEach(each -> wanted.add(new ReaderGroup.Wanted(each, each.requested(BLOCKING))));
        return new ReaderGroup(join(), wanted, arrivals::release);
    }

    /** Until all have it; the first ones are lost while nobody has met. */
    private void mark(CombinationWriters writers, ReaderGroup readers, long number)
            throws IOException, InterruptedException {
        while (!readers.lacking(number).isEmpty()) {
            writers.mark(number);
            var _ = arrivals.tryAcquire(100, TimeUnit.MILLISECONDS);
        }
    }

    @Test
    void givesLateReadersWhatThePoliciesPromise() throws IOException, InterruptedException {
        DurabilityAssignment assignment = new DurabilityAssignment(true, "lo", 64, BLOCKING, COMBINATIONS);
        try (CombinationWriters writers = new CombinationWriters(join(), assignment, System::nanoTime)) {
            for (int i = 0; i < COMBINATIONS.size(); i++) {
                CombinationWriters.Took took = writers.write(i, 1, 10);
                assertThat(took.all()).isGreaterThanOrEqualTo(took.longest());
                assertThat(took.timedOut()).isZero();
            }
            try (ReaderGroup half = late()) {
                mark(writers, half, 1);
                for (int i = 0; i < COMBINATIONS.size(); i++) {
                    var _ = writers.write(i, 11, 20);
                }
                mark(writers, half, 2);
                judge(JoinTime.HALF, half.arrived());
            }
            try (ReaderGroup end = late()) {
                mark(writers, end, 3);
                judge(JoinTime.END, end.arrived());
                assertThat(end.arrived().get(1)).containsExactly(18L, 19L, 20L);
            }
        }
    }

    private static void judge(JoinTime join, List<List<Long>> arrived) {
        for (int i = 0; i < COMBINATIONS.size(); i++) {
            Combination policies = COMBINATIONS.get(i);
            assertThat(Promise.of(policies, join, 20)
                            .judge(join, arrived.get(i))
                            .fault())
                    .as("%s %s", policies.name(), join)
                    .isEmpty();
        }
    }
}
