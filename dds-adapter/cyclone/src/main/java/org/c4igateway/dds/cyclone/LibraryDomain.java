package org.c4igateway.dds.cyclone;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.cyclone.library.Ddsc;
import org.c4igateway.dds.cyclone.library.DdscEntity;
import org.jspecify.annotations.Nullable;

/**
 * A domain of the library: settings, sockets and threads, in which participants are created. A participant has one of
 * its own, under any number that is free in the process. Only with DDS Security the number must be that of the DDS
 * domain, because the plugins look for it in governance and permissions: participants with the same settings share such
 * a domain, its identity and its sockets. The library has one table of domains for the process, and so has this class.
 * Thread-safe.
 */
final class LibraryDomain {
    private static final int MAX_DOMAINS = 1_000;
    private static final Map<Integer, LibraryDomain> SECURED = new HashMap<>();
    private static final Set<Guid> PARTICIPANTS = ConcurrentHashMap.newKeySet();

    private final int number;
    private final int entity;
    private final String settings;
    private int participants = 1;
    private @Nullable DatagramSockets sockets;

    private LibraryDomain(int number, int entity, String settings) {
        this.number = number;
        this.entity = entity;
        this.settings = settings;
    }

    /**
     * Joins for one more participant, which {@link #leave} ends.
     *
     * @param named with the peers as configured, which may be names
     * @param resolved the same with the addresses of these peers now
     * @throws DdsException when the library refuses, or the process is in this secured domain with other settings
     */
    static synchronized LibraryDomain join(DomainConfig named, DomainConfig resolved) {
        return named.security().isPresent() ? shared(named, resolved) : alone(resolved);
    }

    private static LibraryDomain shared(DomainConfig named, DomainConfig resolved) {
        String settings = CycloneXml.of(named);
        LibraryDomain open = SECURED.get(named.domainId());
        if (open != null) {
            if (!open.settings.equals(settings)) {
                throw new DdsException("this process is in the secured domain " + named.domainId()
                        + " with other settings; they change with a restart");
            }
            open.participants++;
            return open;
        }
        int entity = DdscEntity.check(
                DdscEntity.createDomain(named.domainId(), CycloneXml.of(resolved)), "join " + resolved.place());
        LibraryDomain opened = new LibraryDomain(named.domainId(), entity, settings);
        SECURED.put(named.domainId(), opened);
        return opened;
    }

    private static LibraryDomain alone(DomainConfig config) {
        String settings = CycloneXml.of(config);
        for (int number = 1; number <= MAX_DOMAINS; number++) {
            int entity = DdscEntity.createDomain(number, settings);
            if (entity != Ddsc.PRECONDITION_NOT_MET) {
                DdscEntity.check(entity, "join " + config.place());
                return new LibraryDomain(number, entity, settings);
            }
        }
        throw new DdsException("more than " + MAX_DOMAINS + " participants in one process");
    }

    /** @return by which participants are created */
    int number() {
        return number;
    }

    /**
     * Called when a participant has been created; the first opens the sockets.
     *
     * @param before sockets of the process before this participant joined
     * @return those of this domain
     */
    synchronized DatagramSockets sockets(DatagramSockets before) {
        DatagramSockets known = sockets;
        if (known == null) {
            known = DatagramSockets.ofProcess().without(before);
            sockets = known;
        }
        return known;
    }

    /** A participant of this process is open. */
    static void entered(Guid participant) {
        PARTICIPANTS.add(participant);
    }

    /** @return whether that participant is one of this process, in whatever domain */
    static boolean isOfProcess(Guid participant) {
        return PARTICIPANTS.contains(participant);
    }

    /** One participant is gone. The last one takes the domain with it. */
    void leave(Guid participant) {
        PARTICIPANTS.remove(participant);
        leave();
    }

    /** One that could not be opened is gone. */
    void leave() {
        synchronized (LibraryDomain.class) {
            if (--participants == 0) {
                SECURED.remove(number, this);
                DdscEntity.delete(entity);
            }
        }
    }
}
