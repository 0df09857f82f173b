package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.contract.CollectedSamples;
import org.c4igateway.dds.api.contract.ContractDomain;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.WriterDataLifecycle;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** This JVM and a second one. */
@Tag("slow")
class TwoProcessTest {
    private static final Qos NODE_READER =
            ContractDomain.RELIABLE.with(new Durability(Durability.Kind.TRANSIENT_LOCAL), History.keepLast(1));
    /** Without autodispose, so that a lost node differs from one that has said farewell. */
    static final Qos NODE_WRITER = NODE_READER.with(new WriterDataLifecycle(false));

    private static final int TOPICS = 270;
    private static final Duration SOON = Duration.ofSeconds(60);

    private final ContractDomain domain = new ContractDomain("cyclone");
    private final DdsParticipant here = domain.join(Duration.ofSeconds(1));
    private final List<Process> processes = new ArrayList<>();

    static String topic(int number) {
        return "KMTF_T%03d".formatted(number);
    }

    @AfterEach
    void leave() {
        here.close();
        processes.forEach(Process::destroyForcibly);
    }

    private Process startEcho(int topics) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EchoProcess.class.getName(),
                        Integer.toString(domain.id()),
                        Integer.toString(topics),
                        "1000")
                .inheritIO()
                .start();
        processes.add(process);
        return process;
    }

    @Test
    void matchesAllTopicsAndCarriesMessagesBothWays() throws IOException {
        List<DdsWriter<KmtfMessage>> writers = new ArrayList<>();
        List<DdsReader> readers = new ArrayList<>();
        CollectedSamples<KmtfMessage> echoes = new CollectedSamples<>();
        for (int topic = 0; topic < TOPICS; topic++) {
            writers.add(here.createWriter(topic(topic), WireType.MESSAGE, ContractDomain.RELIABLE));
            readers.add(here.createReader(topic(topic), WireType.MESSAGE, ContractDomain.RELIABLE_READER, echoes));
        }
        startEcho(TOPICS);

        await().atMost(SOON)
                .until(() -> writers.stream().allMatch(writer -> writer.matchedReaders() == 1)
                        && readers.stream().allMatch(reader -> reader.matchedWriters() == 1));
        for (int topic = 0; topic < TOPICS; topic++) {
            writers.get(topic).write(ContractDomain.message("HERE", topic, (byte) topic));
        }

        await().atMost(SOON).until(() -> echoes.values().size() == TOPICS);
        assertThat(echoes.values())
                .allMatch(message -> message.origin().equals("ECHO"))
                .allMatch(message -> message.payload()[0] == (byte) message.sequence());
        assertThat(echoes.values()).extracting(KmtfMessage::sequence).doesNotHaveDuplicates();
    }

    /** Between processes the times go over the wire, which counts seconds in 32 bits. */
    @Test
    void keepsTimesOfWritingAfter2038() throws IOException {
        CollectedSamples<KmtfMessage> echoes = new CollectedSamples<>();
        DdsWriter<KmtfMessage> writer = here.createWriter(topic(0), WireType.MESSAGE, ContractDomain.RELIABLE);
        DdsReader reader = here.createReader(topic(0), WireType.MESSAGE, ContractDomain.RELIABLE_READER, echoes);
        startEcho(1);
        await().atMost(SOON).until(() -> writer.matchedReaders() == 1 && reader.matchedWriters() == 1);
        List<Long> times =
                List.of(0L, 2_147_483_647_500_000_000L, 2_147_483_648_000_000_000L, 4_294_967_295_500_000_000L);

        for (int i = 0; i < times.size(); i++) {
            writer.write(ContractDomain.message("HERE", i), times.get(i));
        }

        await().atMost(SOON).until(() -> echoes.samples().size() == times.size());
        assertThat(echoes.samples()).extracting(Sample::sourceNanos).containsExactlyElementsOf(times);
    }

    @Test
    void seesAKilledProcessGoAndItsSuccessorCome() throws IOException, InterruptedException {
        CollectedSamples<KmtfNode> nodes = new CollectedSamples<>();
        here.createReader("C4I_NODE", WireType.NODE, NODE_READER, nodes);
        Process first = startEcho(1);
        await().atMost(SOON).until(() -> nodes.values().size() == 1);
        assertThat(nodes.values().getFirst().incarnation()).isEqualTo(first.pid());

        first.destroyForcibly().waitFor();

        await().atMost(SOON)
                .until(() -> nodes.samples().getLast() instanceof Sample.StateChange<KmtfNode> change
                        && change.state() == InstanceState.NO_WRITERS
                        && change.key().parts().equals(List.of("ECHO")));
        Process second = startEcho(1);
        await().atMost(SOON).until(() -> nodes.values().getLast().incarnation() == second.pid());
        assertThat(nodes.samples().getLast().state()).isEqualTo(InstanceState.ALIVE);
    }
}
