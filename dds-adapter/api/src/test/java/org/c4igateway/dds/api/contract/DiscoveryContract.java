package org.c4igateway.dds.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.discovery.DiscoveryView.Kind;
import org.c4igateway.dds.api.discovery.EndpointMatch;
import org.c4igateway.dds.api.discovery.EndpointMatch.Verdict;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosConflict;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.junit.jupiter.api.Test;

/** What a participant knows of its domain. */
public abstract class DiscoveryContract extends TwoParticipants {
    private static final String TOPIC = "KMTF_A021";

    /** @param provider name of the provider to test */
    protected DiscoveryContract(String provider) {
        super(provider);
    }

    private static Verdict verdict(DdsParticipant at) {
        List<EndpointMatch> pairs = EndpointMatch.of(at.discovery());
        return pairs.size() == 1 ? pairs.getFirst().verdict() : new EndpointMatch.Expected();
    }

    private void awaitVerdict(DdsParticipant at, Class<? extends Verdict> kind) {
        await().atMost(SOON).until(() -> kind.isInstance(verdict(at)));
    }

    @Test
    void seesParticipantsAndEndpointsOfBothSides() {
        left.createWriter(TOPIC, WireType.MESSAGE, DURABLE);
        right.createReader(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE, new CollectedSamples<>());
        awaitVerdict(left, EndpointMatch.Matched.class);
        awaitVerdict(right, EndpointMatch.Matched.class);

        DiscoveryView view = left.discovery();
        assertThat(view.participants()).hasSize(2);
        assertThat(view.participants())
                .extracting(participant -> participant.guid().vendor().name())
                .doesNotContain("unknown");
        assertThat(view.participants().stream().filter(DiscoveryView.Participant::own))
                .hasSize(1);
        assertThat(view.endpoints()).hasSize(2).allSatisfy(endpoint -> {
            assertThat(endpoint.topic()).isEqualTo(TOPIC);
            assertThat(endpoint.type()).isEqualTo("kmtf::Message");
            assertThat(endpoint.guid().sameParticipant(endpoint.participant())).isTrue();
            assertThat(view.participant(endpoint.participant())).isPresent();
        });
        DiscoveryView.Endpoint writer = view.endpoints().getFirst();
        assertThat(writer.kind()).isEqualTo(Kind.WRITER);
        assertThat(writer.own()).isTrue();
        assertThat(writer.matched().orElseThrow())
                .containsExactly(view.endpoints().get(1).guid());
        assertThat(writer.qos().find(Durability.class)).contains(new Durability(Durability.Kind.TRANSIENT_LOCAL));
    }

    @Test
    void saysWhichPoliciesKeepEndpointsApart() {
        left.createWriter(TOPIC, WireType.MESSAGE, BEST_EFFORT);
        Qos demanding = DURABLE.with(new Partition(List.of("EX-1")));
        right.createReader(TOPIC, WireType.MESSAGE, demanding, new CollectedSamples<>());

        awaitVerdict(left, EndpointMatch.QosDiffers.class);
        awaitVerdict(right, EndpointMatch.QosDiffers.class);
        assertThat(verdict(left))
                .isInstanceOfSatisfying(
                        EndpointMatch.QosDiffers.class,
                        differs -> assertThat(differs.conflicts())
                                .extracting(QosConflict::policy)
                                .containsExactly("DURABILITY", "RELIABILITY", "PARTITION"));
    }

    @Test
    void saysThatTypesDiffer() {
        left.createWriter(TOPIC, WireType.MESSAGE, DURABLE);
        right.createReader(TOPIC, WireType.NODE, DURABLE, new CollectedSamples<>());

        awaitVerdict(left, EndpointMatch.TypeDiffers.class);
        assertThat(verdict(left)).hasToString("TYPE: written kmtf::Message, read kmtf::Node");
    }

    @Test
    void forgetsEndpointsAndParticipantsThatLeave() {
        var reader = right.createReader(TOPIC, WireType.MESSAGE, BEST_EFFORT, new CollectedSamples<>());
        await().atMost(SOON).until(() -> left.discovery().endpoints().size() == 1);
        reader.close();
        await().atMost(SOON).until(() -> left.discovery().endpoints().isEmpty());
        right.close();
        await().atMost(SOON).until(() -> left.discovery().participants().size() == 1);
        left.close();
        assertThatThrownBy(left::discovery).isInstanceOf(DdsException.class);
    }

    @Test
    void showsReliabilityOfOthers() {
        right.createReader(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE, new CollectedSamples<>());
        await().atMost(SOON).until(() -> left.discovery().endpoints().size() == 1);
        assertThat(left.discovery().endpoints().getFirst().qos().find(Reliability.class))
                .hasValueSatisfying(policy -> assertThat(policy.kind()).isEqualTo(Reliability.Kind.RELIABLE));
        assertThat(left.discovery().endpoints().getFirst().own()).isFalse();
    }
}
