package org.c4igateway.core.transport;

import java.util.Objects;
import java.util.Optional;
import org.c4igateway.core.message.DatabaseId;

/**
 * Part of an announcement: the node's start, its interface database and what it subscribes to.
 *
 * @param start number of this start of the node: the epoch of its lease, which grows from start to start of one
 *     database; 0 when not known. Comparable only between nodes on the same database
 * @param database identity of the interface database; empty when not known. A new database has a new one
 * @param identityDays days for which the database remembers which messages it has received; 0 when not known. What is
 *     sent again later than that is not known as a repeat there
 * @param subscriptions what the node wants of the messages that others publish
 */
public record Introduction(long start, Optional<DatabaseId> database, int identityDays, Subscriptions subscriptions) {
    /** Nothing is known. */
    public static final Introduction NONE = new Introduction(0, Optional.empty(), 0);

    public Introduction {
        Objects.requireNonNull(database);
        Objects.requireNonNull(subscriptions);
        if (start < 0 || identityDays < 0) {
            throw new IllegalArgumentException("start " + start + " or identity days " + identityDays + " is negative");
        }
    }

    /** What is told by a node that tells no subscriptions. */
    public Introduction(long start, Optional<DatabaseId> database, int identityDays) {
        this(start, database, identityDays, Subscriptions.NOT_TOLD);
    }

    /** @return the same with what it subscribes to */
    public Introduction subscribedTo(Subscriptions wanted) {
        return new Introduction(start, database, identityDays, wanted);
    }

    /** @return identity of the database as it is written in announcements; "" when not known */
    public String databaseText() {
        return database.map(DatabaseId::toString).orElse("");
    }

    /** @return identity of the database for people; "unknown" when not known */
    public String databaseShown() {
        return database.map(DatabaseId::toString).orElse("unknown");
    }

    /** @return whether both are known to have a database, and not the same one */
    public boolean isOfAnotherDatabase(Introduction other) {
        return database.isPresent() && other.database.isPresent() && !database.equals(other.database);
    }

    /** @return whether both are known to have the same database */
    public boolean isOfSameDatabase(Introduction other) {
        return database.isPresent() && database.equals(other.database);
    }

    /** @return whether this start is known to come before the other one of the same database */
    public boolean isBefore(Introduction other) {
        return isOfSameDatabase(other) && start < other.start;
    }
}
