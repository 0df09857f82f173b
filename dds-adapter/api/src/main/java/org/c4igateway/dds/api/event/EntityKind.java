package org.c4igateway.dds.api.event;

import java.util.Set;
import org.c4igateway.dds.api.qos.QosPolicy;

/** Kinds of entities that have QoS policies. */
public enum EntityKind {
    PARTICIPANT,
    WRITER,
    READER;

    /** Shared sets for {@link QosPolicy#appliesTo}. */
    public static final class Only {
        public static final Set<EntityKind> PARTICIPANTS = Set.of(PARTICIPANT);
        public static final Set<EntityKind> WRITERS = Set.of(WRITER);
        public static final Set<EntityKind> READERS = Set.of(READER);
        public static final Set<EntityKind> WRITERS_AND_READERS = Set.of(WRITER, READER);
        public static final Set<EntityKind> PARTICIPANTS_WRITERS_AND_READERS = Set.of(PARTICIPANT, WRITER, READER);

        private Only() {}
    }
}
