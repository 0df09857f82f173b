package org.c4igateway.wan.route.outlet;

import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.link.record.RecordOutcome;

/** Follows messages over links. Called on the router's thread: calls do not block and do not throw. */
@FunctionalInterface
public interface LinkTrace {
    /** Follows none. */
    LinkTrace NONE = (link, record) -> Passage.NONE;

    /**
     * A message is handed to a link.
     *
     * @return told when the link is done with it
     */
    Passage handed(String link, MessageRecord record);

    /** A message that a link has. */
    @FunctionalInterface
    interface Passage {
        /** Nobody follows it. */
        Passage NONE = recordOutcome -> {};

        /** The link is done with it; called once, or never when the link loses what it has. */
        void ended(RecordOutcome recordOutcome);
    }
}
