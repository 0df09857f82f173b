package org.c4igateway.dds.api.cdr;

import java.util.List;
import org.c4igateway.dds.api.type.KmtfNode;

/** Order of the members of {@code kmtf::Node} on the wire. */
final class NodeMapping {
    private NodeMapping() {}

    static int maxBytes(KmtfNode node) {
        return 64
                + WireCodec.maxBytes(node.system())
                + WireCodec.maxBytes(node.catalogueHash())
                + WireCodec.maxBytes(node.topics())
                + WireCodec.maxBytes(node.via())
                + WireCodec.maxBytes(node.database().identity());
    }

    static void write(KmtfNode node, CdrWriter out) {
        out.string(node.system());
        out.number(node.incarnation());
        out.string(node.catalogueHash());
        out.strings(node.topics());
        out.string(node.via());
        out.number(node.database().start());
        out.string(node.database().identity());
        out.number(node.database().identityDays());
    }

    static KmtfNode read(CdrReader in) {
        String system = in.string();
        long incarnation = in.number();
        String catalogueHash = in.string();
        List<String> topics = in.strings();
        String via = in.string();
        long start = in.number();
        String database = in.string();
        long identityDays = in.number();
        return new KmtfNode(
                system, incarnation, catalogueHash, topics, via, new KmtfNode.Database(start, database, identityDays));
    }
}
