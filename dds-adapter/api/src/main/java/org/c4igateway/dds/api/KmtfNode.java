package org.c4igateway.dds.api;

import java.util.List;

/**
 * {@code kmtf::Node} of {@code idl/kmtf.idl}.
 *
 * @param system the node's system; key
 * @param incarnation differs for each start
 * @param catalogueHash content hash of its topic catalogue
 * @param topics {@code <id>=<8 hex digits>} for each topic
 */
public record KmtfNode(String system, long incarnation, String catalogueHash, List<String> topics)
        implements WireRecord {
    public KmtfNode {
        WireLimits.checkString(system, "system");
        WireLimits.checkString(catalogueHash, "catalogue_hash");
        topics = WireLimits.checkStrings(topics, "topics");
    }
}
