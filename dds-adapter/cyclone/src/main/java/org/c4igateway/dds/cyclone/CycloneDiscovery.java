package org.c4igateway.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.discovery.DiscoveryView.Endpoint;
import org.c4igateway.dds.api.discovery.DiscoveryView.Kind;
import org.c4igateway.dds.api.discovery.DiscoveryView.Participant;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.cyclone.library.Ddsc;
import org.c4igateway.dds.cyclone.library.DdscEntity;

/** Reads the built-in topics of a participant. Guarded by the participant. */
final class CycloneDiscovery {
    /** {@code dds_builtintopic_participant_t}. */
    private static final StructLayout PARTICIPANT = MemoryLayout.structLayout(
            MemoryLayout.sequenceLayout(16, JAVA_BYTE).withName("key"), ADDRESS.withName("qos"));

    /** {@code dds_builtintopic_endpoint_t}. */
    private static final StructLayout ENDPOINT = MemoryLayout.structLayout(
            MemoryLayout.sequenceLayout(16, JAVA_BYTE).withName("key"),
            MemoryLayout.sequenceLayout(16, JAVA_BYTE).withName("participant_key"),
            JAVA_LONG.withName("participant_instance_handle"),
            ADDRESS.withName("topic_name"),
            ADDRESS.withName("type_name"),
            ADDRESS.withName("qos"));

    private static final int FIRST_BUILT_IN = 0x7fff_0000;
    private static final int TOPIC_PARTICIPANT = FIRST_BUILT_IN + 1;
    private static final int TOPIC_PUBLICATION = FIRST_BUILT_IN + 3;
    private static final int TOPIC_SUBSCRIPTION = FIRST_BUILT_IN + 4;
    private static final String BUILT_IN_TYPES = "org::eclipse::cyclonedds::builtin::";
    private static final int MAX_SAMPLES = 20_000;
    private static final int ANY_SAMPLE = 1 | 2;
    private static final int ANY_VIEW = 4 | 8;
    private static final int NO_WRITERS = 64;

    private final MethodHandle readMask = bind("dds_read_mask");
    private final MethodHandle takeMask = bind("dds_take_mask");
    private final MethodHandle returnLoan = Ddsc.bind("dds_return_loan", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT);
    private final int participants;
    private final int publications;
    private final int subscriptions;
    private final Guid self;
    private final CycloneQosView policies;

    /** @param arena lives as long as this object */
    CycloneDiscovery(int participant, Arena arena) {
        this.participants = reader(participant, TOPIC_PARTICIPANT);
        this.publications = reader(participant, TOPIC_PUBLICATION);
        this.subscriptions = reader(participant, TOPIC_SUBSCRIPTION);
        this.self = DdscEntity.guid(participant);
        this.policies = new CycloneQosView(arena);
    }

    private static int reader(int participant, int topic) {
        return DdscEntity.check(
                DdscEntity.createReader(participant, topic, MemorySegment.NULL), "subscribe to the built-in topics");
    }

    /**
     * Takes a snapshot.
     *
     * @param writers own writers
     * @param readers own readers
     */
    DiscoveryView view(List<Integer> writers, List<Integer> readers) {
        try (Arena arena = Arena.ofConfined()) {
            List<Participant> found = new ArrayList<>();
            readAll(arena, participants, (sample, _) -> found.add(participant(sample)));
            Map<Long, Guid> handles = new HashMap<>();
            List<Endpoint> endpoints = new ArrayList<>();
            readAll(arena, publications, (sample, handle) -> {
                endpoints.add(endpoint(sample, Kind.WRITER));
                handles.put(handle, endpoints.getLast().guid());
            });
            readAll(arena, subscriptions, (sample, handle) -> {
                endpoints.add(endpoint(sample, Kind.READER));
                handles.put(handle, endpoints.getLast().guid());
            });
            endpoints.removeIf(each -> each.type().startsWith(BUILT_IN_TYPES));
            Map<Guid, Set<Guid>> matches = new HashMap<>();
            writers.forEach(each -> matches.put(DdscEntity.guid(each), named(DdscEntity.readersOf(each), handles)));
            readers.forEach(each -> matches.put(DdscEntity.guid(each), named(DdscEntity.writersOf(each), handles)));
            endpoints.replaceAll(each -> withMatches(each, Optional.ofNullable(matches.get(each.guid()))));
            return new DiscoveryView(found, endpoints);
        }
    }

    private interface Step {
        void take(MemorySegment sample, long instanceHandle);
    }

    /** Reads everything alive, after what is gone was taken; what is beyond the bound stays unread. */
    private void readAll(Arena arena, int reader, Step step) {
        MemorySegment samples = arena.allocate(ADDRESS, MAX_SAMPLES);
        MemorySegment infos = arena.allocate(SampleIntake.INFO, MAX_SAMPLES);
        takeGone(reader, samples, infos);
        int count = access(readMask, reader, samples, infos, SampleIntake.ALIVE);
        try {
            for (int i = 0; i < count; i++) {
                MemorySegment info = infos.asSlice(i * SampleIntake.INFO.byteSize(), SampleIntake.INFO);
                if (info.get(JAVA_BYTE, offset(SampleIntake.INFO, "valid_data")) != 0) {
                    MemorySegment sample =
                            Ddsc.MEMORY.asSlice(samples.getAtIndex(ADDRESS, i).address(), ENDPOINT.byteSize());
                    step.take(sample, info.get(JAVA_LONG, offset(SampleIntake.INFO, "instance_handle")));
                }
            }
        } finally {
            giveBack(reader, samples, count);
        }
    }

    /** The library keeps the last sample of what is gone until a reader takes it. */
    private void takeGone(int reader, MemorySegment samples, MemorySegment infos) {
        int count;
        do {
            count = access(takeMask, reader, samples, infos, SampleIntake.DISPOSED | NO_WRITERS);
            giveBack(reader, samples, count);
        } while (count == MAX_SAMPLES);
    }

    private static MethodHandle bind(String function) {
        return Ddsc.bind(function, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT);
    }

    /** Reads or takes on loan. @return number of samples */
    private static int access(
            MethodHandle function, int reader, MemorySegment samples, MemorySegment infos, int instances) {
        samples.fill((byte) 0); // the library lends where the first is null
        return DdscEntity.check(
                Ddsc.call(
                        function,
                        reader,
                        samples.address(),
                        infos.address(),
                        (long) MAX_SAMPLES,
                        MAX_SAMPLES,
                        ANY_SAMPLE | ANY_VIEW | instances),
                "read a built-in topic");
    }

    private void giveBack(int reader, MemorySegment samples, int count) {
        if (count > 0) {
            Ddsc.call(returnLoan, reader, samples.address(), count);
        }
    }

    private Participant participant(MemorySegment sample) {
        Guid guid = guid(sample, 0);
        long qos = sample.get(ADDRESS, offset(PARTICIPANT, "qos")).address();
        return new Participant(guid, policies.name(qos), policies.read(qos, EntityKind.PARTICIPANT), guid.equals(self));
    }

    private Endpoint endpoint(MemorySegment sample, Kind kind) {
        long qos = sample.get(ADDRESS, offset(ENDPOINT, "qos")).address();
        return new Endpoint(
                guid(sample, 0),
                guid(sample, offset(ENDPOINT, "participant_key")),
                kind,
                text(sample.get(ADDRESS, offset(ENDPOINT, "topic_name"))),
                text(sample.get(ADDRESS, offset(ENDPOINT, "type_name"))),
                policies.read(qos, kind == Kind.WRITER ? EntityKind.WRITER : EntityKind.READER),
                Optional.empty());
    }

    private static Endpoint withMatches(Endpoint endpoint, Optional<Set<Guid>> matched) {
        return new Endpoint(
                endpoint.guid(),
                endpoint.participant(),
                endpoint.kind(),
                endpoint.topic(),
                endpoint.type(),
                endpoint.qos(),
                matched);
    }

    private static Set<Guid> named(List<Long> handles, Map<Long, Guid> guids) {
        Set<Guid> named = new HashSet<>();
        for (Long handle : handles) {
            Guid guid = guids.get(handle);
            if (guid != null) {
                named.add(guid);
            }
        }
        return named;
    }

    private static Guid guid(MemorySegment sample, long at) {
        return Guid.of(sample.asSlice(at, 16).toArray(JAVA_BYTE));
    }

    private static String text(MemorySegment address) {
        return address.address() == 0 ? "" : Ddsc.MEMORY.getString(address.address());
    }

    private static long offset(StructLayout layout, String field) {
        return layout.byteOffset(PathElement.groupElement(field));
    }
}
