package org.c4igateway.wan.frame.record;

import java.util.List;
import java.util.Objects;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;

/** A record on a link: carried for others, or sent between gateways; {@link RecordCodec} makes bytes of it. */
public sealed interface LinkRecord {
    /** Most sites a record can have passed. */
    int MAX_HOPS = 16;

    /**
     * A message on its way to systems of other sites.
     *
     * @param message as it was written on the LAN of its origin
     * @param sourceNanos source timestamp of that sample, nanoseconds since the epoch
     * @param targets those of its destinations that are reached over this link; empty for every system over there
     * @param hops names of the sites that have carried it, the first one first; a site that finds itself here drops it
     */
    record MessageRecord(KmtfMessage message, long sourceNanos, List<String> targets, List<String> hops)
            implements LinkRecord {
        public MessageRecord {
            Objects.requireNonNull(message);
            targets = List.copyOf(targets);
            hops = checkHops(hops);
        }
    }

    /**
     * A receipt or greeting on its way to the origin it names.
     *
     * @param receipt as it was written on the LAN of its receiver
     * @param sourceNanos source timestamp of that sample, nanoseconds since the epoch
     * @param hops names of the sites that have carried it, the first one first; a site that finds itself here drops it
     */
    record ReceiptRecord(KmtfReceipt receipt, long sourceNanos, List<String> hops) implements LinkRecord {
        public ReceiptRecord {
            Objects.requireNonNull(receipt);
            hops = checkHops(hops);
        }
    }

    /**
     * What a site wants and whom it reaches. Replaces the site's last report.
     *
     * @param site the site whose gateway speaks
     * @param incarnation of the gateway, differs for each start
     * @param number of this report within the incarnation, from 1 upwards
     * @param interest ids of the topics that have a reader at the site or behind it
     * @param systems systems at the site or behind it
     */
    record SiteReport(String site, long incarnation, long number, List<String> interest, List<SiteSystem> systems)
            implements LinkRecord {
        /** Most systems; a report of more is refused as a whole. */
        public static final int MAX_SYSTEMS = 4_096;

        public SiteReport {
            Objects.requireNonNull(site);
            interest = interest.stream().sorted().distinct().toList();
            systems = List.copyOf(systems);
        }
    }

    /**
     * A system that can be reached over the site that reports it; what its node announced.
     *
     * @param system its name
     * @param incarnation of its node
     * @param catalogueHash content hash of its catalogue
     * @param topics {@code <id>=<8 hex digits>} for each topic of its catalogue
     * @param path names of the sites towards it, beginning behind the one that reports; empty when it is at that site
     * @param way a number that differs for each time when something on the way to it may have been lost
     * @param database what its node tells of its start and its database
     */
    record SiteSystem(
            String system,
            long incarnation,
            String catalogueHash,
            List<String> topics,
            List<String> path,
            long way,
            KmtfNode.Database database) {
        public SiteSystem {
            Objects.requireNonNull(system);
            Objects.requireNonNull(catalogueHash);
            topics = topics.stream().sorted().distinct().toList();
            path = checkHops(path);
            Objects.requireNonNull(database);
        }
    }

    private static List<String> checkHops(List<String> hops) {
        if (hops.size() > MAX_HOPS) {
            throw new IllegalArgumentException("more than " + MAX_HOPS + " hops: " + hops);
        }
        return List.copyOf(hops);
    }
}
