package org.c4igateway.wan.route.site;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.dds.api.type.KmtfNode;

/**
 * What a gateway keeps of an announcement, so that each takes a bounded amount of memory and of a report: the topics of
 * the catalogue, and as many subscriptions as a node may have. A gateway carries no other topics. Immutable.
 */
public final class AnnouncedTopics {
    /** Of the entries of an announcement: an equals sign and 8 hex digits. */
    private static final int DIGEST_CHARS = 9;
    /** A mark, the longest pattern of topics, and a number. */
    private static final int MAX_SUBSCRIPTION_CHARS = 1 + 64 + DIGEST_CHARS;

    private static final int MAX_HASH_CHARS = 64;
    private static final int MAX_IDENTITY_CHARS = 36;

    private final Set<String> catalogue;

    /** @param catalogue ids of its topics */
    public AnnouncedTopics(Set<String> catalogue) {
        this.catalogue = Set.copyOf(catalogue);
    }

    /** @return ids of all topics of the catalogue */
    Set<String> catalogue() {
        return catalogue;
    }

    /** @return the same without what is not kept */
    public KmtfNode within(KmtfNode node) {
        return new KmtfNode(
                node.system(),
                node.incarnation(),
                node.catalogueHash().length() > MAX_HASH_CHARS ? "" : node.catalogueHash(),
                kept(node.topics()),
                node.via(),
                kept(node.database()));
    }

    private List<String> kept(List<String> entries) {
        List<String> kept = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        Set<String> subscriptions = new HashSet<>();
        for (String entry : entries) {
            if (Subscriptions.isEntry(entry)) {
                if (entry.length() <= MAX_SUBSCRIPTION_CHARS
                        && subscriptions.size() < Subscriptions.MAX_PATTERNS
                        && subscriptions.add(entry)) {
                    kept.add(entry);
                }
            } else if (isOfCatalogue(entry) && ids.add(idOf(entry))) {
                kept.add(entry);
            }
        }
        return kept;
    }

    private boolean isOfCatalogue(String entry) {
        String id = idOf(entry);
        return entry.length() <= id.length() + DIGEST_CHARS && catalogue.contains(id);
    }

    /** A text that is not the identity of a database is none. */
    private static KmtfNode.Database kept(KmtfNode.Database database) {
        return database.identity().length() > MAX_IDENTITY_CHARS
                ? new KmtfNode.Database(database.start(), "", database.identityDays())
                : database;
    }

    /** @return ids of the topics of the catalogue that a node announces of which this is kept */
    Set<String> ids(KmtfNode kept) {
        Set<String> ids = new HashSet<>();
        for (String entry : kept.topics()) {
            if (!Subscriptions.isEntry(entry)) {
                ids.add(idOf(entry));
            }
        }
        return ids;
    }

    private static String idOf(String entry) {
        int equals = entry.indexOf('=');
        return equals < 0 ? entry : entry.substring(0, equals);
    }
}
