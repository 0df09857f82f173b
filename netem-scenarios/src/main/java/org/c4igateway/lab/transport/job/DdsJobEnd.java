package org.c4igateway.lab.transport.job;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.type.KmtfFrame;
import org.c4igateway.lab.transport.DdsEnd;

/**
 * A participant with a writer and a reader of the topics for intervals and for results, with an instance for each
 * worker. Both topics are reliable and transient-local with the last sample of each instance: who comes late gets the
 * last interval of its worker from the master's writer, and a master that meets a worker late gets its result.
 */
final class DdsJobEnd implements JobEnd {
    private static final String INTERVALS = "LAB_SEND_INTERVAL_DATA";
    private static final String RESULTS = "LAB_RECV_INTERVAL_RESULT";
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(10);

    private final DdsParticipant participant;
    private final DdsWriter<KmtfFrame> writer;
    private final DdsReader reader;

    private DdsJobEnd(DdsParticipant participant, DdsWriter<KmtfFrame> writer, DdsReader reader) {
        this.participant = participant;
        this.writer = writer;
        this.reader = reader;
    }

    static DdsJobEnd open(JobAssignment assignment, Consumer<byte[]> arrivals) {
        boolean leads = assignment.role() == JobAssignment.Role.MASTER;
        Qos qos = DdsEnd.qos(true, LONGEST_WRITE)
                .with(
                        QosPolicy.History.keepLast(1),
                        new QosPolicy.Durability(QosPolicy.Durability.Kind.TRANSIENT_LOCAL));
        DdsParticipant participant = DdsEnd.participant(
                assignment.ends().carrier(), assignment.ends().device(), List.of());
        DdsWriter<KmtfFrame> writer = participant.createWriter(leads ? INTERVALS : RESULTS, WireType.FRAME, qos);
        DdsReader reader =
                participant.createReader(leads ? RESULTS : INTERVALS, WireType.FRAME, qos, new DdsEnd.Intake(arrivals));
        return new DdsJobEnd(participant, writer, reader);
    }

    @Override
    public void send(int worker, byte[] message) throws IOException {
        DdsEnd.write(writer, worker, message);
    }

    @Override
    public void close() {
        reader.close();
        writer.close();
        participant.close();
    }
}
