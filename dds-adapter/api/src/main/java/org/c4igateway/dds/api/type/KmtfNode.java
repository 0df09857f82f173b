package org.c4igateway.dds.api.type;

import java.util.List;
import java.util.Objects;
import org.c4igateway.dds.api.cdr.WireLimits;

/**
 * {@code kmtf::Node} of {@code idl/kmtf.idl}.
 *
 * @param system the node's system; key
 * @param incarnation differs for each start
 * @param catalogueHash content hash of its topic catalogue
 * @param topics {@code <id>=<8 hex digits>} for each topic
 * @param via empty when the node itself announces; else the name of the WAN gateway that stands for it, a blank, and a
 *     word that differs for each time when messages on the way may have been lost
 * @param database start and database of the node; a gateway passes them on
 */
public record KmtfNode(
        String system, long incarnation, String catalogueHash, List<String> topics, String via, Database database)
        implements WireRecord {
    public KmtfNode {
        WireLimits.checkString(system, "system");
        WireLimits.checkString(catalogueHash, "catalogue_hash");
        topics = WireLimits.checkStrings(topics, "topics");
        WireLimits.checkString(via, "via");
        Objects.requireNonNull(database);
    }

    /**
     * The database behind a node.
     *
     * @param start number of the node's start, which grows from start to start of one database; 0 when not known
     * @param identity UUID of the interface database; empty when not known
     * @param identityDays days for which it remembers which messages it has received; 0 when not known
     */
    public record Database(long start, String identity, long identityDays) {
        /** Nothing is known. */
        public static final Database UNKNOWN = new Database(0, "", 0);

        public Database {
            WireLimits.checkString(identity, "database");
        }
    }
}
