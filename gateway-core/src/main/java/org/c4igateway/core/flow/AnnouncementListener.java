package org.c4igateway.core.flow;

import org.c4igateway.core.transport.NodeAnnouncement;

/** Told of each announcement that a transport takes. Called on threads of the transports; does not block or throw. */
public interface AnnouncementListener {
    /** Does nothing. */
    AnnouncementListener NONE = (transport, announcement) -> {};

    /**
     * A node has announced itself or announced something new.
     *
     * @param transport name of the transport that brought it
     */
    void announced(String transport, NodeAnnouncement announcement);
}
