package org.c4igateway.dds.transport.presence;

import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;

/**
 * An announcement and the writer that wrote it.
 *
 * @param presented the node
 * @param writer handle of the writer of the sample: the node's own, or that of the gateway that stands for it
 */
public record WrittenAnnouncement(PeerAnnouncement presented, long writer) implements NameHolders.Announcement {
    @Override
    public String name() {
        return system().value();
    }

    @Override
    public String database() {
        return introduction().databaseText();
    }

    @Override
    public long start() {
        return introduction().start();
    }

    @Override
    public String via() {
        return presented.via();
    }

    SystemName system() {
        return presented.node().system();
    }

    /** @return which run of the node it is */
    long incarnation() {
        return presented.node().incarnation();
    }

    Introduction introduction() {
        return presented.node().introduction();
    }
}
