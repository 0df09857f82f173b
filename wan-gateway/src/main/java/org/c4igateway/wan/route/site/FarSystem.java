package org.c4igateway.wan.route.site;

import java.util.List;
import org.c4igateway.wan.frame.record.LinkRecord.SiteSystem;

/**
 * A system of another site and the way to it.
 *
 * @param announced what its site tells of it
 * @param next the neighbour on the way
 * @param path names of the sites on the way, the neighbour first, the system's site last
 * @param way differs for each time when something on the way may have been lost
 * @param up whether the link to the neighbour works at present
 */
public record FarSystem(SiteSystem announced, Neighbour next, List<String> path, long way, boolean up) {
    public FarSystem {
        path = List.copyOf(path);
    }

    public String name() {
        return announced.system();
    }

    public String site() {
        return path.getLast();
    }

    /** @return whether a message to it has to go through {@code site} */
    boolean passes(String site) {
        return path.contains(site);
    }
}
