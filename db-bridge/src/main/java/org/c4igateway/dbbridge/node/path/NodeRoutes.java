package org.c4igateway.dbbridge.node.path;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.core.flow.DataPath;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.dbbridge.publish.PublicationThread.Admission;
import org.c4igateway.dbbridge.publish.PublicationThread.Announced;
import org.jspecify.annotations.Nullable;

/**
 * The open transports of an active node and which of them carries to which destination. Grows when a newcomer joins:
 * first the transport knows the peer, then the data path reads for it. Opened by one thread; afterwards any thread may
 * ask and add.
 */
final class NodeRoutes implements Admission {
    private final Newcomers newcomers;
    private final Map<String, Set<SystemName>> peers = new ConcurrentHashMap<>();
    private final Map<String, Transport> transports = new ConcurrentHashMap<>();
    private final Map<SystemName, Transport> byDestination = new ConcurrentHashMap<>();
    private volatile @Nullable DataPath dataPath;

    NodeRoutes(Newcomers newcomers) {
        this.newcomers = newcomers;
        newcomers.routes().forEach((system, transport) -> peers(transport).add(system));
    }

    /** @return destinations of the transport of that name; the set grows */
    Set<SystemName> peers(String transport) {
        return peers.computeIfAbsent(transport, name -> ConcurrentHashMap.newKeySet());
    }

    /** The transport was opened with {@link #peers}. */
    void opened(Transport transport) {
        transports.put(transport.name(), transport);
        peers(transport.name()).forEach(peer -> byDestination.put(peer, transport));
    }

    /** Newcomers join that data path, which runs. */
    void follow(DataPath running) {
        dataPath = running;
    }

    Collection<Transport> transports() {
        return List.copyOf(transports.values());
    }

    Map<SystemName, Transport> byDestination() {
        return Map.copyOf(byDestination);
    }

    @Override
    public boolean isRecorded(Announced told) {
        return newcomers.isRecorded(told);
    }

    @Override
    public void join(Announced told) {
        SystemName system = told.node().system();
        if (transports.containsKey(told.transport()) && dataPath != null && newcomers.join(system, told.transport())) {
            var _ = add(system, told.transport());
        }
    }

    /** Sends to one more system. @return false when it is a destination already, or its transport is not open */
    synchronized boolean add(SystemName system, String transportName) {
        Transport transport = transports.get(transportName);
        DataPath running = dataPath;
        if (transport == null || running == null || byDestination.containsKey(system)) {
            return false;
        }
        peers(transportName).add(system);
        transport.join(system);
        byDestination.put(system, transport);
        running.add(system, transport);
        return true;
    }
}
