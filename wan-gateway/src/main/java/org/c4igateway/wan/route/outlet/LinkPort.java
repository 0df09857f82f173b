package org.c4igateway.wan.route.outlet;

import java.util.List;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.route.Router;

/** What the router wants of a link. */
public interface LinkPort {
    /** Names of the sites at the other end: one, or several that hear the same stream. */
    List<String> peers();

    /** Whether every peer has said that it has this gateway's catalogue. */
    boolean sharesCatalogue();

    /** Where what waits for it survives a restart. */
    default RecordJournal journal() {
        return RecordJournal.NONE;
    }

    /**
     * Takes a record to be carried. {@link Router#ended} reports its end, even if it is refused at once.
     *
     * @return what was given back for lack of room, this record or others; each is reported as ended later as well
     */
    List<LinkItem> offer(LinkItem item, long nowNanos);
}
