package org.c4igateway.wan.link;

import org.c4igateway.wan.link.measure.LevelTally;

/** What a tally must add up to. */
public final class Balance {
    private Balance() {}

    /** @return whether every offered record is accounted for */
    public static boolean holds(LevelTally level) {
        return level.offered()
                == level.queued()
                        + level.inFlight()
                        + level.acked()
                        + level.sent()
                        + level.expired()
                        + level.superseded()
                        + level.returned()
                        + level.dropped();
    }
}
