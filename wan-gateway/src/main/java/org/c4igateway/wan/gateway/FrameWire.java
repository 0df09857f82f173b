package org.c4igateway.wan.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.PrecedenceMarks;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.KmtfFrame;
import org.c4igateway.dds.transport.ParticipantEnd;
import org.c4igateway.dds.transport.wire.PacketMarks;

/**
 * The datagrams of a link as samples: a participant of its own for each link, which meets its peers at known ports, one
 * best-effort topic to write and one of each peer to read.
 */
final class FrameWire implements FrameLink.DatagramSink, AutoCloseable {
    private static final int MAX_WAITING = 8_192;
    private static final Qos WRITER = Qos.of(
            new Reliability(Reliability.Kind.BEST_EFFORT, Duration.ZERO),
            new Durability(Durability.Kind.VOLATILE),
            History.keepLast(1));
    /** Frames do not replace each other, so all are kept until they are read. */
    private static final Qos READER = Qos.of(
            new Reliability(Reliability.Kind.BEST_EFFORT, Duration.ZERO),
            new Durability(Durability.Kind.VOLATILE),
            History.keepAll(),
            new ResourceLimits(MAX_WAITING, ResourceLimits.UNLIMITED, ResourceLimits.UNLIMITED));

    private final ParticipantEnd end;
    private final DdsParticipant participant;
    private final DdsWriter<KmtfFrame> writer;
    private final PacketMarks marks;

    /**
     * Data of the participants, the same for all links of a gateway.
     *
     * @param provider of DDS
     * @param site of this gateway
     * @param marks of datagrams
     * @param loops stop the process when a participant is unusable
     */
    record Joining(String provider, String site, PrecedenceMarks marks, Loops loops) {}

    /**
     * Joins the link's domain.
     *
     * @param take takes a peer's site and a datagram; on a delivery thread, must not block
     * @param found runs when a peer's reader was found, which gets what is sent from now on; likewise
     * @throws org.c4igateway.dds.api.DdsException when the domain cannot be joined
     */
    FrameWire(Joining joining, LinkSpec link, BiConsumer<String, byte[]> take, Runnable found) {
        String site = joining.site();
        LinkSpec.Place place = link.place();
        this.end = new ParticipantEnd(joining.loops());
        this.participant = DdsProvider.named(joining.provider()).open(link.domain(), event -> {
            if (event instanceof DdsEvent.PublicationMatched matched && matched.change() > 0) {
                found.run();
            }
            end.onEvent(event);
        });
        try {
            this.marks = new PacketMarks(participant, joining.marks());
            this.writer = participant.createWriter(link.streamOf(site, site), WireType.FRAME, WRITER);
            for (String peer : place.sites()) {
                participant.createReader(link.streamOf(peer, site), WireType.FRAME, READER, listener(peer, take));
            }
        } catch (RuntimeException e) {
            participant.close();
            throw e;
        }
    }

    private static SampleListener<KmtfFrame> listener(String peer, BiConsumer<String, byte[]> take) {
        return new SampleListener<>() {
            @Override
            public void onSamples(List<Sample<KmtfFrame>> samples) {
                for (Sample<KmtfFrame> sample : samples) {
                    if (sample instanceof Sample.Data<KmtfFrame> data) {
                        take.accept(peer, data.value().body());
                    } else if (sample instanceof Sample.Malformed<KmtfFrame>) {
                        take.accept(peer, new byte[0]);
                    }
                }
            }

            @Override
            public boolean mayBlock() {
                return false;
            }
        };
    }

    @Override
    public void send(int level, byte[] body) {
        var _ = marks.around(Precedence.ofCode(level), () -> {}, () -> writer.write(new KmtfFrame(level, body)));
    }

    /** @return what keeps this end from the link; any thread */
    Optional<TransportAlarm> alarm() {
        return end.alarm();
    }

    @Override
    public void close() {
        participant.close();
    }
}
