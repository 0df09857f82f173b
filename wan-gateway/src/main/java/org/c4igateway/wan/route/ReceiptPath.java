package org.c4igateway.wan.route;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.wan.frame.record.LinkRecord;
import org.c4igateway.wan.frame.record.LinkRecord.ReceiptRecord;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.outlet.Discard;
import org.c4igateway.wan.route.outlet.LinkOutlet;
import org.c4igateway.wan.route.site.FarSystem;
import org.c4igateway.wan.route.site.Neighbour;

/**
 * Takes receipts and greetings to the origin that they name. Receipts for an origin without a node go back over the
 * link on which its messages came.
 */
final class ReceiptPath {
    private static final int MAX_LEARNED = 4_096;

    private final RouteState state;
    private final Map<String, Neighbour> learned = new LinkedHashMap<>();

    ReceiptPath(RouteState state) {
        this.state = state;
    }

    /** Messages of that origin, which is no node, come from there. */
    void learn(String origin, Neighbour from) {
        learned.put(origin, from);
        if (learned.size() > MAX_LEARNED) {
            learned.remove(learned.keySet().iterator().next());
        }
    }

    /** A receipt was written in this site's domain. What other gateways wrote there is for those who read it there. */
    void fromLan(KmtfReceipt receipt, long sourceNanos, ClockReading now) {
        boolean ofOtherGateway = state.table.find(receipt.receiver()).isPresent()
                || state.nodes.gatewayOf(receipt.receiver()).isPresent();
        boolean ours = state.announcer.standsFor(receipt.origin()) || learned.containsKey(receipt.origin());
        if (!ofOtherGateway && ours && !state.nodes.isHere(receipt.origin())) {
            send(receipt, sourceNanos, List.of(state.identity.site()), now);
        }
    }

    void arrived(Neighbour from, ReceiptRecord record, ClockReading now) {
        if (record.hops().contains(state.identity.site()) || record.hops().size() >= LinkRecord.MAX_HOPS) {
            state.tally.discarded(from.link(), Discard.LOOPED, Precedence.IMMEDIATE);
            return;
        }
        List<String> hops = new ArrayList<>(record.hops());
        hops.add(state.identity.site());
        send(record.receipt(), record.sourceNanos(), hops, now);
    }

    /** Takes a receipt one step on: to the domain when its origin is here or nowhere else, else to the next site. */
    void send(KmtfReceipt receipt, long sourceNanos, List<String> hops, ClockReading now) {
        String origin = receipt.origin();
        Optional<Neighbour> next = state.nodes.isHere(origin)
                ? Optional.empty()
                : state.table.find(origin).map(FarSystem::next).or(() -> Optional.ofNullable(learned.get(origin)));
        Optional<Greeting> greeting = greeting(receipt);
        Optional<Greeting> hello = greeting.filter(each -> each.kind() == Greeting.Kind.HELLO);
        if (hello.filter(each -> isOfAnotherStart(each) || isLate(each)).isPresent()) {
            return;
        }
        hello.ifPresent(each -> greeted(each, next));
        LinkOutlet outlet =
                next.map(neighbour -> state.outlets.get(neighbour.link())).orElse(null);
        if (outlet == null) {
            state.lan.write(receipt, sourceNanos);
            return;
        }
        String link = next.orElseThrow().link();
        if (greeting.isPresent() && !state.gate.admits(link, greeting.get(), now.nanos())) {
            return;
        }
        ReceiptRecord record = new ReceiptRecord(receipt, sourceNanos, hops);
        if (greeting.isPresent()) {
            outlet.offer(record, Precedence.FLASH, DeliveryOptions.latestOf(subject(greeting.get())), now);
        } else {
            outlet.offer(record, now);
        }
    }

    private static String subject(Greeting greeting) {
        return greeting.kind() + " " + greeting.from() + " " + greeting.to();
    }

    /**
     * What the sender wrote before it said HELLO will be refused by the receiver and is sent again. That is all there
     * is of it when it is the first HELLO of a start of the sender, whatever its clock says.
     */
    private void greeted(Greeting hello, Optional<Neighbour> next) {
        String sender = hello.from().value();
        String receiver = hello.to().value();
        OptionalLong way = state.wayTo(receiver);
        boolean first = way.isPresent() && state.admissions.greeted(hello, way.getAsLong());
        long before = first ? Long.MAX_VALUE : hello.atNanos();
        state.arrivals.clear(sender, receiver, before);
        next.map(neighbour -> state.outlets.get(neighbour.link()))
                .ifPresent(outlet -> outlet.takeBack(sender, receiver, before));
    }

    /**
     * A node of this site that announces another start did not say it, or says it again once its announcement has come.
     */
    private boolean isOfAnotherStart(Greeting hello) {
        OptionalLong announced = state.nodes.incarnation(hello.from().value());
        return announced.isPresent() && announced.getAsLong() != hello.sender();
    }

    /** It was said before the way to the receiver changed. Its sender greets again over the new one. */
    private boolean isLate(Greeting hello) {
        OptionalLong way = state.wayTo(hello.to().value());
        return way.isPresent() && state.admissions.isLate(hello, way.getAsLong());
    }

    private static Optional<Greeting> greeting(KmtfReceipt receipt) {
        if (!Greeting.isGreeting(receipt)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Greeting.fromWire(receipt));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
