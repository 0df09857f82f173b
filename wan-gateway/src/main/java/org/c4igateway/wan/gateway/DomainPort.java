package org.c4igateway.wan.gateway;

import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.lan.SiteLan;
import org.c4igateway.wan.route.LanPort;

/** A DDS domain as the routing code sees it. */
public record DomainPort(SiteLan lan) implements LanPort {
    @Override
    public int readersOf(String topicId) {
        return lan.readersOf(topicId);
    }

    @Override
    public void write(KmtfMessage message, long sourceNanos) {
        lan.write(message, sourceNanos);
    }

    @Override
    public void write(KmtfReceipt receipt, long sourceNanos) {
        lan.write(receipt, sourceNanos);
    }

    @Override
    public void announce(KmtfNode node) {
        lan.announce(node);
    }

    @Override
    public void withdraw(KmtfNode node) {
        lan.withdraw(node);
    }
}
