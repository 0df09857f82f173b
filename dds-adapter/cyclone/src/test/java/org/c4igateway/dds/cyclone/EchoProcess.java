package org.c4igateway.dds.cyclone;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.contract.ContractDomain;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;

/**
 * A process that announces itself and sends every message of every topic back under its own name, with its time of
 * writing, until it is killed.
 */
final class EchoProcess {
    private EchoProcess() {}

    /** Arguments: domain id, number of topics, lease in milliseconds. */
    public static void main(String[] arguments) throws InterruptedException {
        int domainId = Integer.parseInt(arguments[0]);
        int topics = Integer.parseInt(arguments[1]);
        Duration lease = Duration.ofMillis(Long.parseLong(arguments[2]));
        DdsParticipant participant =
                DdsProvider.named("cyclone").open(ContractDomain.config(domainId, lease), event -> {});
        for (int topic = 0; topic < topics; topic++) {
            echo(participant, TwoProcessTest.topic(topic));
        }
        participant
                .createWriter("C4I_NODE", WireType.NODE, TwoProcessTest.NODE_WRITER)
                .write(new KmtfNode(
                        "ECHO", ProcessHandle.current().pid(), "", List.of(), "", KmtfNode.Database.UNKNOWN));
        new CountDownLatch(1).await();
    }

    private static void echo(DdsParticipant participant, String topic) {
        Qos qos = ContractDomain.RELIABLE;
        DdsWriter<KmtfMessage> writer = participant.createWriter(topic, WireType.MESSAGE, qos);
        participant.createReader(topic, WireType.MESSAGE, ContractDomain.RELIABLE_READER, samples -> {
            for (Sample<KmtfMessage> sample : new ArrayList<>(samples)) {
                if (sample instanceof Sample.Data<KmtfMessage> data) {
                    KmtfMessage in = data.value();
                    writer.write(ContractDomain.message("ECHO", in.sequence(), in.payload()), data.sourceNanos());
                }
            }
        });
    }
}
