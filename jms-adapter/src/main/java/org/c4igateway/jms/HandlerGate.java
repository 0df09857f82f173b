package org.c4igateway.jms;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.PeerState;
import org.jspecify.annotations.Nullable;

/**
 * Reports the states of peers to the handler, one call at a time, from attach to detach. A handler that is attached
 * later gets the present states first.
 */
final class HandlerGate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<SystemName, PeerState> states = new HashMap<>();
    private @Nullable InboundHandler handler;

    /** Attaches the handler and tells it the state of each peer met so far. */
    void attach(InboundHandler newHandler) {
        lock.lock();
        try {
            if (handler != null) {
                throw new IllegalStateException("receive may be called once");
            }
            handler = newHandler;
            states.forEach(newHandler::onPeer);
        } finally {
            lock.unlock();
        }
    }

    /** Detaches the handler. Afterwards it is not called. */
    void detach() {
        lock.lock();
        try {
            handler = null;
        } finally {
            lock.unlock();
        }
    }

    void peerChanged(SystemName peer, PeerState state) {
        lock.lock();
        try {
            states.put(peer, state);
            if (handler != null) {
                handler.onPeer(peer, state);
            }
        } finally {
            lock.unlock();
        }
    }
}
