package org.c4igateway.wan.gateway;

import java.util.List;
import org.c4igateway.wan.journal.RecordJournal;
import org.c4igateway.wan.link.measure.LinkSnapshot;

/**
 * State of a link for operators.
 *
 * @param name of the link
 * @param sealed whether its datagrams are authenticated and encrypted
 * @param sites at the other end
 * @param foreignCatalogue those of them with another catalogue
 * @param snapshot of its engine, at most a second old
 * @param journal what its journal holds, as old as that
 * @param heldBack streams of nodes of which messages wait at their origin, because the link has no room
 */
public record LinkStatus(
        String name,
        boolean sealed,
        List<String> sites,
        List<String> foreignCatalogue,
        LinkSnapshot snapshot,
        RecordJournal.Snapshot journal,
        int heldBack) {
    public LinkStatus {
        sites = List.copyOf(sites);
        foreignCatalogue = List.copyOf(foreignCatalogue);
    }
}
