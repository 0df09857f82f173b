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

    private final RouteSite site;
    private final LinkOutlets outlets;
    private final Announcer announcer;
    private final RouteAdmission admission;
    private final GreetingThrottle throttle = new GreetingThrottle();
    private final Map<String, Neighbour> learned = new LinkedHashMap<>();

    ReceiptPath(RouteSite site, LinkOutlets outlets, Announcer announcer, RouteAdmission admission) {
        this.site = site;
        this.outlets = outlets;
        this.announcer = announcer;
        this.admission = admission;
    }

    /** Greetings pass at once again: who hears them has changed. */
    void resetThrottle() {
        throttle.reset();
    }

    /** Messages of that origin, which is no node, come from there. */
    void learn(String origin, Neighbour from) {
        learned.put(origin, from);
        if (learned.size() > MAX_LEARNED) {
            learned.remove(learned.keySet().iterator().next());
        }
    }

    /**
     * A receipt was written in this site's domain. Receipts that other gateways wrote there are for the readers there.
     */
    void fromLan(KmtfReceipt receipt, long sourceNanos, ClockReading now) {
        boolean ofOtherGateway = site.isElsewhere(receipt.receiver());
        boolean ours = announcer.standsFor(receipt.origin()) || learned.containsKey(receipt.origin());
        if (!ofOtherGateway && ours && !site.nodes().isHere(receipt.origin())) {
            send(receipt, sourceNanos, List.of(site.name()), now);
        }
    }

    void arrived(Neighbour from, ReceiptRecord record, ClockReading now) {
        if (record.hops().contains(site.name()) || record.hops().size() >= LinkRecord.MAX_HOPS) {
            outlets.discarded(from.link(), Discard.LOOPED, Precedence.IMMEDIATE);
            return;
        }
        List<String> hops = new ArrayList<>(record.hops());
        hops.add(site.name());
        send(record.receipt(), record.sourceNanos(), hops, now);
    }

    /** Tells the origin of messages that were not admitted, in the name of those receivers that lack something. */
    void again(String origin, List<String> receivers, ClockReading now) {
        admission
                .again(origin, receivers)
                .forEach(again -> send(again.toWire(), now.epochNanos(), List.of(site.name()), now));
    }

    /** Takes a receipt one step on: to the domain when its origin is here or nowhere else, else to the next site. */
    void send(KmtfReceipt receipt, long sourceNanos, List<String> hops, ClockReading now) {
        String origin = receipt.origin();
        Optional<Neighbour> next = site.nodes().isHere(origin)
                ? Optional.empty()
                : site.table().find(origin).map(FarSystem::next).or(() -> Optional.ofNullable(learned.get(origin)));
        Optional<Greeting> greeting = greeting(receipt);
        Optional<Greeting> hello = greeting.filter(each -> each.kind() == Greeting.Kind.HELLO);
        if (hello.filter(each -> isOfAnotherStart(each) || admission.isLate(each))
                .isPresent()) {
            return;
        }
        hello.ifPresent(each -> greeted(each, next));
        greeting.filter(each -> each.kind() == Greeting.Kind.AGAIN).ifPresent(throttle::asked);
        LinkOutlet outlet = next.flatMap(outlets::to).orElse(null);
        if (outlet == null) {
            site.lan().write(receipt, sourceNanos);
            return;
        }
        String link = next.orElseThrow().link();
        if (greeting.isPresent() && !throttle.admits(link, greeting.get(), now.nanos())) {
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
        long before = admission.greeted(hello) ? Long.MAX_VALUE : hello.atNanos();
        outlets.withdraw(sender, receiver, before, next);
    }

    /**
     * A node of this site that announces another start did not say it, or says it again once its announcement has come.
     */
    private boolean isOfAnotherStart(Greeting hello) {
        OptionalLong announced = site.nodes().incarnation(hello.from().value());
        return announced.isPresent() && announced.getAsLong() != hello.sender();
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
