package org.c4igateway.core.flow.rule;

import java.util.Objects;
import org.c4igateway.core.message.Message;

/**
 * Decides which of the messages that arrive the C4I server beside this node wants. Any thread; gives the same verdict
 * on the same message each time, since origins repeat what they have no receipt for. A filter that throws has failed on
 * that message.
 */
public interface SubscriptionFilter {
    /** Every message is wanted. */
    SubscriptionFilter NONE = message -> new Verdict.Unfiltered();

    Verdict judge(Message message);

    /** Verdict of a filter on a message. */
    sealed interface Verdict {
        /** No filter is for its topic. */
        record Unfiltered() implements Verdict {}

        /** Its filter lets it in. */
        record Wanted() implements Verdict {}

        /**
         * Its filter keeps it out.
         *
         * @param detail which filter, for people at the origin
         */
        record Excluded(String detail) implements Verdict {
            public Excluded {
                Objects.requireNonNull(detail);
            }
        }

        /**
         * Its filter has no answer, as when it asks for a field that the message does not have. It is delivered.
         *
         * @param why for people
         */
        record Undecided(String why) implements Verdict {
            public Undecided {
                Objects.requireNonNull(why);
            }
        }

        /**
         * Its filter broke on it, which is a defect of the filter or of what it calls. It is parked, so that it stops
         * no other.
         *
         * @param why for people
         */
        record Failed(String why) implements Verdict {
            public Failed {
                Objects.requireNonNull(why);
            }
        }
    }
}
