package org.c4igateway.dds.transport.presence;

import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;

/**
 * An announcement and the writer that wrote it.
 *
 * @param presented the node
 * @param writer handle of the writer of the sample: the node's own, or that of the gateway that stands for it
 */
public record WrittenAnnouncement(PeerAnnouncement presented, long writer) implements NameConflicts.Announcement {
    @Override
    public String name() {
        return system().value();
    }

    @Override
    public String database() {
        return introduction().databaseText();
    }

    /**
     * @return whether this node serves the database of the other one, which is dead then or has been fenced. Until its
     *     lease ended, what that does not acknowledge would hold up writers from which this one reads
     */
    boolean succeeds(WrittenAnnouncement other) {
        return writer != other.writer
                && presented.via().isEmpty()
                && other.presented.via().isEmpty()
                && introduction().isOfSameDatabase(other.introduction());
    }

    SystemName system() {
        return presented.node().system();
    }

    Introduction introduction() {
        return presented.node().introduction();
    }
}
