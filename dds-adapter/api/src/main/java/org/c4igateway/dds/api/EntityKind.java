package org.c4igateway.dds.api;

import java.util.Set;

/** Kinds of entities that have QoS policies. */
public enum EntityKind {
    PARTICIPANT,
    WRITER,
    READER;

    /** Shared sets for {@link QosPolicy#appliesTo}. */
    static final class Only {
        static final Set<EntityKind> PARTICIPANTS = Set.of(PARTICIPANT);
        static final Set<EntityKind> WRITERS = Set.of(WRITER);
        static final Set<EntityKind> READERS = Set.of(READER);
        static final Set<EntityKind> WRITERS_AND_READERS = Set.of(WRITER, READER);
        static final Set<EntityKind> PARTICIPANTS_WRITERS_AND_READERS = Set.of(PARTICIPANT, WRITER, READER);

        private Only() {}
    }
}
