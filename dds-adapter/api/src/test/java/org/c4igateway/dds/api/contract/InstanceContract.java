package org.c4igateway.dds.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.sample.InstanceKey;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.junit.jupiter.api.Test;

/** Keys: history for late joiners, dispose and unregister. */
public abstract class InstanceContract extends TwoParticipants {
    /** @param provider name of the provider to test */
    protected InstanceContract(String provider) {
        super(provider);
    }

    /** @param domain where the participants meet */
    protected InstanceContract(ContractDomain domain) {
        super(domain);
    }

    @Test
    void givesLateJoinersTheDurableHistoryPerKey() {
        Qos qos = DURABLE.with(new DurabilityService(Duration.ZERO, History.keepLast(2), ResourceLimits.NONE));
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A031", WireType.MESSAGE, qos);
        for (String origin : List.of("A", "B")) {
            for (int n = 1; n <= 5; n++) {
                writer.write(ContractDomain.message(origin, n));
            }
        }
        CollectedSamples<KmtfMessage> late = new CollectedSamples<>();
        right.createReader("KMTF_A031", WireType.MESSAGE, DURABLE, late);

        await().atMost(SOON).until(() -> late.values().size() >= 4);
        assertThat(late.values())
                .containsExactlyInAnyOrder(
                        ContractDomain.message("A", 4),
                        ContractDomain.message("A", 5),
                        ContractDomain.message("B", 4),
                        ContractDomain.message("B", 5));
    }

    @Test
    void tellsDisposedInstancesByKey() {
        Qos qos = DURABLE.with(History.keepLast(1));
        CollectedSamples<KmtfNode> nodes = new CollectedSamples<>();
        right.createReader("C4I_NODE", WireType.NODE, qos, nodes);
        DdsWriter<KmtfNode> writer = left.createWriter("C4I_NODE", WireType.NODE, qos);
        KmtfNode node = new KmtfNode(
                "ROK.1FLT", 42, "c0ffee", List.of("A021=0000002a"), "WAN-1 2f", new KmtfNode.Database(7, "0f6b", 60));
        writer.write(node);
        await().atMost(SOON).until(() -> nodes.values().equals(List.of(node)));
        assertThat(nodes.samples().getFirst().state()).isEqualTo(InstanceState.ALIVE);

        assertThat(writer.dispose(node)).isEqualTo(new WriteResult.Written());

        await().atMost(SOON).until(() -> nodes.samples().size() == 2);
        assertThat(nodes.samples().get(1)).isInstanceOfSatisfying(Sample.StateChange.class, change -> {
            assertThat(change.key()).isEqualTo(new InstanceKey(List.of("ROK.1FLT")));
            assertThat(change.state()).isEqualTo(InstanceState.DISPOSED);
        });
    }

    @Test
    void tellsUnregisteredInstancesByKey() {
        Qos qos = DURABLE.with(History.keepLast(1));
        CollectedSamples<KmtfNode> nodes = new CollectedSamples<>();
        right.createReader("C4I_NODE", WireType.NODE, qos, nodes);
        DdsWriter<KmtfNode> writer =
                left.createWriter("C4I_NODE", WireType.NODE, qos.with(new QosPolicy.WriterDataLifecycle(false)));
        KmtfNode node = new KmtfNode("ROK.1FLT", 42, "c0ffee", List.of(), "", KmtfNode.Database.UNKNOWN);
        writer.write(node);
        await().atMost(SOON).until(() -> nodes.values().equals(List.of(node)));

        assertThat(writer.unregister(node)).isEqualTo(new WriteResult.Written());

        await().atMost(SOON).until(() -> nodes.samples().size() == 2);
        assertThat(nodes.samples().get(1)).isInstanceOfSatisfying(Sample.StateChange.class, change -> {
            assertThat(change.key()).isEqualTo(new InstanceKey(List.of("ROK.1FLT")));
            assertThat(change.state()).isEqualTo(InstanceState.NO_WRITERS);
        });
        writer.write(node);
        await().atMost(SOON).until(() -> nodes.samples().size() == 3);
        assertThat(nodes.samples().get(2).state()).isEqualTo(InstanceState.ALIVE);
    }
}
