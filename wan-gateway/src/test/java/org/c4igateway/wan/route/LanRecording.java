package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.RouteTally;

/** A domain that keeps what a router writes to it, and the router's counts. */
class LanRecording implements LanPort, RouteTally {
    final Map<String, KmtfNode> announced = new TreeMap<>();
    final List<KmtfMessage> messages = new ArrayList<>();
    final List<Long> sourceNanos = new ArrayList<>();
    final List<KmtfReceipt> receipts = new ArrayList<>();
    final List<String> discards = new ArrayList<>();
    int readers;

    String via(String system) {
        return Objects.requireNonNull(announced.get(system), system).via();
    }

    List<Long> sequences() {
        return messages.stream().map(KmtfMessage::sequence).toList();
    }

    @Override
    public int readersOf(String topicId) {
        return readers;
    }

    @Override
    public void write(KmtfMessage message, long source) {
        messages.add(message);
        sourceNanos.add(source);
    }

    @Override
    public void write(KmtfReceipt receipt, long source) {
        receipts.add(receipt);
    }

    @Override
    public void announce(KmtfNode node) {
        announced.put(node.system(), node);
    }

    @Override
    public void withdraw(KmtfNode node) {
        announced.remove(node.system());
    }

    @Override
    public void discarded(String link, Discard reason, Precedence precedence) {
        discards.add(reason.label());
    }

    @Override
    public void nodeIgnored() {
        discards.add("node ignored");
    }

    @Override
    public void refused(String link, Precedence precedence) {
        discards.add("refused");
    }
}
