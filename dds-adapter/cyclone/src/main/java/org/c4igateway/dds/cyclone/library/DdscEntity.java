package org.c4igateway.dds.cyclone.library;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.NotPermittedException;

/** Creation and life of entities: functions off the data path. Entities are positive numbers; errors are negative. */
public final class DdscEntity {
    private static final MethodHandle CREATE_DOMAIN = Ddsc.bind("dds_create_domain", JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle CREATE_PARTICIPANT =
            Ddsc.bind("dds_create_participant", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle CREATE_TOPIC =
            Ddsc.bind("dds_create_topic", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle CREATE_WRITER =
            Ddsc.bind("dds_create_writer", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle CREATE_READER =
            Ddsc.bind("dds_create_reader", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle DELETE = Ddsc.bind("dds_delete", JAVA_INT, JAVA_INT);
    private static final MethodHandle CREATE_WAITSET = Ddsc.bind("dds_create_waitset", JAVA_INT, JAVA_INT);
    private static final MethodHandle ATTACH = Ddsc.bind("dds_waitset_attach", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle DETACH = Ddsc.bind("dds_waitset_detach", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle SET_TRIGGER =
            Ddsc.bind("dds_waitset_set_trigger", JAVA_INT, JAVA_INT, JAVA_BOOLEAN);
    private static final MethodHandle SET_STATUS_MASK = Ddsc.bind("dds_set_status_mask", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle GET_SERTYPE = Ddsc.bind("dds_get_entity_sertype", JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle DISPOSE = Ddsc.bind("dds_dispose", JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle WAIT_FOR_ACKS = Ddsc.bind("dds_wait_for_acks", JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle MATCHED_READERS =
            Ddsc.bind("dds_get_matched_subscriptions", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle MATCHED_WRITER =
            Ddsc.bind("dds_get_matched_publication_data", JAVA_LONG, JAVA_INT, JAVA_LONG);
    private static final MethodHandle FREE_ENDPOINT = Ddsc.bindVoid("dds_builtintopic_free_endpoint", JAVA_LONG);
    private static final MethodHandle MATCHED_WRITERS =
            Ddsc.bind("dds_get_matched_publications", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle GET_GUID = Ddsc.bind("dds_get_guid", JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle UNREGISTER = Ddsc.bind("dds_unregister_instance", JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle STRRETCODE = Ddsc.bind("dds_strretcode", JAVA_LONG, JAVA_INT);

    private static final int MAX_MATCHES = 1_024;

    private DdscEntity() {}

    /** @return the result when it is no error */
    public static int check(int result, String what) {
        if (result == Ddsc.NOT_ALLOWED_BY_SECURITY) {
            throw new NotPermittedException(what + ": the permissions do not allow it");
        }
        if (result < 0) {
            throw new DdsException(what + ": " + describe(result));
        }
        return result;
    }

    public static String describe(int code) {
        long text = (long) Ddsc.invoke(STRRETCODE, code);
        return Ddsc.MEMORY.getString(text) + " (" + code + ")";
    }

    /** @return the domain, or an error when the internal id is taken */
    public static int createDomain(int internalId, String xml) {
        try (Arena arena = Arena.ofConfined()) {
            return Ddsc.call(CREATE_DOMAIN, internalId, arena.allocateFrom(xml).address());
        }
    }

    public static int createParticipant(int internalId, MemorySegment qos) {
        return Ddsc.call(CREATE_PARTICIPANT, internalId, qos.address(), 0L);
    }

    public static int createTopic(int participant, long descriptor, String name, MemorySegment qos) {
        try (Arena arena = Arena.ofConfined()) {
            long text = arena.allocateFrom(name).address();
            return Ddsc.call(CREATE_TOPIC, participant, descriptor, text, qos.address(), 0L);
        }
    }

    public static int createWriter(int participant, int topic, MemorySegment qos) {
        return Ddsc.call(CREATE_WRITER, participant, topic, qos.address(), 0L);
    }

    public static int createReader(int participant, int topic, MemorySegment qos) {
        return Ddsc.call(CREATE_READER, participant, topic, qos.address(), 0L);
    }

    /** Deletes an entity with its children; an entity that is gone already is no error. */
    public static void delete(int entity) {
        Ddsc.call(DELETE, entity);
    }

    public static int createWaitset(int participant) {
        return Ddsc.call(CREATE_WAITSET, participant);
    }

    public static void attach(int waitset, int entity, long cookie) {
        check(Ddsc.call(ATTACH, waitset, entity, cookie), "attach to the waitset");
    }

    public static void detach(int waitset, int entity) {
        Ddsc.call(DETACH, waitset, entity);
    }

    public static void trigger(int waitset) {
        Ddsc.call(SET_TRIGGER, waitset, true);
    }

    public static void setStatusMask(int entity, int mask) {
        check(Ddsc.call(SET_STATUS_MASK, entity, mask), "set the status mask");
    }

    public static long sertype(int endpoint) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG);
            check(Ddsc.call(GET_SERTYPE, endpoint, out.address()), "get the type of an endpoint");
            return out.get(JAVA_LONG, 0);
        }
    }

    public static int dispose(int writer, MemorySegment keySample) {
        return Ddsc.call(DISPOSE, writer, keySample.address());
    }

    public static int unregister(int writer, MemorySegment keySample) {
        return Ddsc.call(UNREGISTER, writer, keySample.address());
    }

    /** @return the identity of an entity on the network */
    public static Guid guid(int entity) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(16);
            check(Ddsc.call(GET_GUID, entity, out.address()), "get the identity of an entity");
            return Guid.of(out.toArray(JAVA_BYTE));
        }
    }

    /** @return instance handles of the readers matched with a writer */
    public static List<Long> readersOf(int writer) {
        return handles(MATCHED_READERS, writer);
    }

    /** @return instance handles of the writers matched with a reader */
    public static List<Long> writersOf(int reader) {
        return handles(MATCHED_WRITERS, reader);
    }

    private static List<Long> handles(MethodHandle getter, int endpoint) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG, MAX_MATCHES);
            int count = Math.min(Ddsc.call(getter, endpoint, out.address(), (long) MAX_MATCHES), MAX_MATCHES);
            List<Long> handles = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                handles.add(out.getAtIndex(JAVA_LONG, i));
            }
            return handles;
        }
    }

    /** @return the identity of a writer that is matched with a reader */
    public static Optional<Guid> writer(int reader, long handle) {
        long found = (long) Ddsc.invoke(MATCHED_WRITER, reader, handle);
        if (found == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(Guid.of(Ddsc.MEMORY.asSlice(found, 16).toArray(JAVA_BYTE)));
        } finally {
            Ddsc.callVoid(FREE_ENDPOINT, found);
        }
    }

    public static int waitForAcks(int writer, long timeoutNanos) {
        return Ddsc.call(WAIT_FOR_ACKS, writer, timeoutNanos);
    }

    public static int matchedReaders(int writer) {
        return Math.max(0, Ddsc.call(MATCHED_READERS, writer, 0L, 0L));
    }

    public static int matchedWriters(int reader) {
        return Math.max(0, Ddsc.call(MATCHED_WRITERS, reader, 0L, 0L));
    }
}
