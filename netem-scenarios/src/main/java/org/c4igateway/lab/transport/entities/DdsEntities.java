package org.c4igateway.lab.transport.entities;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.type.KmtfFrame;
import org.c4igateway.dds.api.wire.LinkTuning;
import org.c4igateway.dds.api.wire.WireTuning;
import org.c4igateway.lab.transport.DdsEnd;

/** Participants with a writer, or a reader, of each of their topics: reliable, volatile, keeping all. */
final class DdsEntities implements Entities {
    /** A sample may wait behind those of all other writers, on a link that loses some. */
    private static final Duration LONGEST_WRITE = Duration.ofMinutes(1);

    private final List<DdsParticipant> participants = new ArrayList<>();
    private final List<DdsWriter<KmtfFrame>> writers = new ArrayList<>();
    private final List<BooleanSupplier> matched = new ArrayList<>();
    private int met;

    private DdsEntities() {}

    static DdsEntities open(EntitiesAssignment assignment, PairArrivals arrivals) {
        DdsEntities entities = new DdsEntities();
        Pairs pairs = assignment.pairs();
        for (int participant = 0; participant < pairs.participants(); participant++) {
            DdsParticipant opened =
                    DdsEnd.participant(assignment.carrier(), assignment.place().device(), tuning(assignment.link()));
            entities.participants.add(opened);
            for (int topic = 0; topic < pairs.topics(); topic++) {
                entities.add(opened, assignment.role(), pairs.number(participant, topic), arrivals);
            }
        }
        return entities;
    }

    /** What a node has whose configuration names the rate of the link. */
    private static WireTuning tuning(EntitiesAssignment.Link link) {
        return link.bitsPerSecond() == 0
                ? WireTuning.LAN
                : new LinkTuning(link.bitsPerSecond(), link.roundTrip(), 1).wire();
    }

    private void add(DdsParticipant participant, EntitiesAssignment.Role role, int pair, PairArrivals arrivals) {
        Qos qos = DdsEnd.qos(true, LONGEST_WRITE);
        String name = Pairs.name(pair);
        if (role == EntitiesAssignment.Role.WRITES) {
            DdsWriter<KmtfFrame> writer = participant.createWriter(name, WireType.FRAME, qos);
            writers.add(writer);
            matched.add(() -> writer.matchedReaders() > 0);
        } else {
            DdsReader reader = participant.createReader(
                    name, WireType.FRAME, qos, new DdsEnd.Intake(payload -> arrivals.accept(pair)));
            matched.add(() -> reader.matchedWriters() > 0);
        }
    }

    /** Asks again for those only that had not met before. */
    @Override
    public boolean met() {
        while (met < matched.size() && matched.get(met).getAsBoolean()) {
            met++;
        }
        return met == matched.size();
    }

    @Override
    public void writeAll() throws IOException {
        for (DdsWriter<KmtfFrame> writer : writers) {
            DdsEnd.write(writer, 0, new byte[Integer.BYTES]);
        }
    }

    @Override
    public void close() {
        participants.forEach(DdsParticipant::close);
    }
}
