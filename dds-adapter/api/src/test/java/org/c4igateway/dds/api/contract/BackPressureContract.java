package org.c4igateway.dds.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.junit.jupiter.api.Test;

/** What a provider does that can hold writers back for a reader. */
public abstract class BackPressureContract extends TwoParticipants {
    /** @param provider name of the provider to test */
    protected BackPressureContract(String provider) {
        super(provider);
    }

    /** A blocked listener must hold the writer back with bounded memory, and lose nothing. */
    @Test
    void turnsABlockedListenerIntoBackPressure() {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger received = new AtomicInteger();
        Qos readerQos = ContractDomain.RELIABLE.with(
                new ResourceLimits(64, ResourceLimits.UNLIMITED, ResourceLimits.UNLIMITED));
        right.createReader("KMTF_A025", WireType.MESSAGE, readerQos, samples -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            received.addAndGet(samples.size());
        });
        Qos writerQos =
                ContractDomain.RELIABLE.with(new Reliability(Reliability.Kind.RELIABLE, Duration.ofMillis(100)));
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A025", WireType.MESSAGE, writerQos);
        awaitMatch(writer);
        byte[] payload = new byte[10_000];
        int written = 0;
        while (writer.write(ContractDomain.message("A", written + 1L, payload)) instanceof WriteResult.Written) {
            written++;
            assertThat(written).isLessThan(5_000);
        }
        int expected = written;
        release.countDown();
        await().atMost(SOON).until(() -> received.get() == expected);
    }
}
